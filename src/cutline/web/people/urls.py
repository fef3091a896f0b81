"""Addresses of pages about people."""

from __future__ import annotations

from django.urls import path

from cutline.web.people.views import leaving, members, profile, set_up, teams, tokens

urlpatterns = [
    path("me/", profile.profile, name="profile"),
    path("me/tokens/", tokens.tokens, name="tokens"),
    path("me/tokens/<int:token>/revoke/", tokens.revoke, name="revoke_token"),
    path("me/export/", leaving.export, name="export_me"),
    path("me/forget/", leaving.forget_me, name="forget_me"),
    path("teams/", teams.teams, name="teams"),
    path("teams/own/", teams.own_team, name="own_team"),
    path("teams/<slug:slug>/", teams.team_page, name="team"),
    path("teams/<slug:slug>/edit/", teams.edit_team, name="edit_team"),
    path("teams/<slug:slug>/invite/", members.invite, name="invite"),
    path(
        "teams/<slug:slug>/invitations/<int:invitation>/take-back/",
        members.take_back,
        name="take_back_invitation",
    ),
    path("teams/<slug:slug>/leave/", members.leave, name="leave_team"),
    path(
        "teams/<slug:slug>/members/<int:membership>/remove/", members.remove, name="remove_member"
    ),
    path(
        "teams/<slug:slug>/members/<int:membership>/hand-over/",
        members.hand_over,
        name="hand_over_team",
    ),
    path("join/<slug:secret>/", members.join, name="join"),
    path("set-up/<slug:secret>/", set_up.set_up, name="set_up"),
]
