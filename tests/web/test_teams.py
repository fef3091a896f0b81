"""Teams: made, joined by a link, left, handed over."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from cutline.web.people import teams as acts
from cutline.web.people.models import AuditEntry, Invitation, Membership, Person, Role, Team
from tests.server import made
from tests.web.flows import client_of, problems, said

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> Person:
    return made.person("olga")


@pytest.fixture
def team(owner: Person) -> Team:
    return made.team("Blue", owner)


def _link(team: Team) -> str:
    made_link = Invitation.objects.create(team=team, expires=timezone.now() + timedelta(days=1))
    return f"/join/{made_link.secret}/"


def _members(team: Team) -> set[str]:
    return {membership.person.username for membership in team.memberships.all()}


def test_a_team_is_made(owner: Person) -> None:
    client = client_of(owner)
    response = client.post("/teams/", {"name": " The  Blue ones ", "affiliation": "Home"})
    assert response.url == "/teams/the-blue-ones/"
    made_team = Team.objects.get()
    assert (made_team.name, made_team.owner, _members(made_team)) == (
        "The Blue ones",
        owner,
        {"olga"},
    )
    assert "The team “The Blue ones” is there." in said(client.get(response.url))


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "required"),
        ("blue", "There is a team called"),
        ("...", "at least one letter or digit"),
        ("Human", "The site itself uses the name"),
        ("ＨＵＭＡＮ", "The site itself uses the name"),
        ("Former team 3", "The site itself uses the name"),
        ("x" * 61, "at most 60"),
        ("Re\u202ed", "cannot be seen (U+202E)"),
        ("Вlue", "mixes Cyrillic and Latin"),
    ],
)
def test_names_that_are_refused(owner: Person, team: Team, name: str, why: str) -> None:
    response = client_of(owner).post("/teams/", {"name": name})
    assert response.status_code == 422
    assert why in problems(response)
    edited = client_of(owner).post("/teams/blue/edit/", {"name": name})
    if name.casefold() != "blue":  # one's own
        assert edited.status_code == 422
        assert why in problems(edited)


def test_there_are_only_so_many_teams_of_one_person(owner: Person) -> None:
    for number in range(acts.MOST_TEAMS):
        acts.create_team(owner, f"Team {number}")
    response = client_of(owner).post("/teams/", {"name": "One more"})
    assert "which is the most" in problems(response)


def test_a_team_of_one_in_a_click_and_only_one(owner: Person) -> None:
    client = client_of(owner)
    assert "Submit on my own" in client.get("/teams/").content.decode()
    assert client.post("/teams/own/").url == "/teams/olga/"
    assert "Submit on my own" not in client.get("/teams/").content.decode()
    assert client.post("/teams/own/").url == "/teams/olga/"
    assert client.get("/teams/own/").status_code == 405
    other = made.person("olga2")
    made.team("olga2", owner)  # the name is taken
    assert client_of(other).post("/teams/own/").url == "/teams/olga2-2/"


def test_teams_whose_names_are_no_addresses_have_one_all_the_same(owner: Person) -> None:
    first, second = acts.create_team(owner, "太郎"), acts.create_team(owner, "own")
    assert client_of(owner).get(f"/teams/{first.slug}/").status_code == 200
    assert second.slug != "own"
    assert client_of(owner).get(f"/teams/{second.slug}/").status_code == 200


def test_the_name_is_public_the_members_are_not(owner: Person, team: Team) -> None:
    shown = {
        "anonymous": Client(),
        "other": client_of(made.person("otto")),
        "owner": client_of(owner),
        "admin": client_of(made.person("ada", Role.ADMIN)),
    }
    pages = {name: said(client.get("/teams/blue/")) for name, client in shown.items()}
    assert all("Blue" in page for page in pages.values())
    assert "Only members see who is in the team" in pages["anonymous"]
    assert {name for name, page in pages.items() if "Members" in page} == {"owner", "admin"}
    assert "olga" not in pages["anonymous"] + pages["other"]


def test_people_join_by_a_link_when_they_say_so(owner: Person, team: Team) -> None:
    client_of(owner).post("/teams/blue/invite/", {"days": 3})
    page = client_of(owner).get("/teams/blue/")
    link = f"/join/{Invitation.objects.get().secret}/"
    assert f"http://localhost:8000{link}" in said(page)
    assert page.headers["Cache-Control"] == "private, no-store"
    mia = client_of(made.person("mia"))
    assert "Join Blue" in said(mia.get(link))
    assert _members(team) == {"olga"}
    assert mia.post(link).url == "/teams/blue/"
    assert mia.post(link).status_code == 302  # again: nothing happens
    assert _members(team) == {"olga", "mia"}
    assert "You are a member already" in said(mia.get(link))
    assert "/account/login/" in Client().get(link).url


@pytest.mark.parametrize("state", ["expired", "taken back", "made up"])
def test_links_that_no_longer_hold(owner: Person, team: Team, state: str) -> None:
    link = _link(team)
    if state == "expired":
        Invitation.objects.update(expires=timezone.now())
    if state == "taken back":
        path = f"/teams/blue/invitations/{Invitation.objects.get().pk}/take-back/"
        assert client_of(owner).post(path).status_code == 302
    if state == "made up":
        link = link[:-4] + "xxx/"
    mia = client_of(made.person("mia"))
    for response in (mia.get(link), mia.post(link)):
        assert response.status_code == 404
        assert "This link does not work" in said(response)
    assert _members(team) == {"olga"}


@pytest.mark.parametrize("days", ["0", "31", "", "x", "-1"])
def test_how_long_a_link_may_hold(owner: Person, team: Team, days: str) -> None:
    client = client_of(owner)
    response = client.post("/teams/blue/invite/", {"days": days}, follow=True)
    assert "Days the link holds" in said(response)
    assert not Invitation.objects.exists()


def test_a_full_team_takes_nobody(
    owner: Person, team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(acts, "MOST_MEMBERS", 1)
    mia = client_of(made.person("mia"))
    assert "which is the most" in said(mia.post(_link(team), follow=True))
    assert _members(team) == {"olga"}


def test_a_team_is_left_and_handed_over(owner: Person, team: Team) -> None:
    mia = made.person("mia")
    joined = Membership.objects.create(team=team, person=mia)
    client = client_of(owner)
    assert "hand it over" in said(client.post("/teams/blue/leave/", follow=True))
    assert client.post(f"/teams/blue/members/{joined.pk}/hand-over/").status_code == 302
    team.refresh_from_db()
    assert (team.owner, _members(team)) == (mia, {"olga", "mia"})
    assert client.post("/teams/blue/leave/").status_code == 302
    assert _members(team) == {"mia"}
    actions = set(AuditEntry.objects.values_list("action", flat=True))
    assert {"team.hand_over", "team.leave"} <= actions


def test_who_is_closed_does_not_inherit_a_team(owner: Person, team: Team) -> None:
    mia = made.person("mia")
    joined = Membership.objects.create(team=team, person=mia)
    mia.is_active = False
    mia.save()
    client = client_of(owner)
    response = client.post(f"/teams/blue/members/{joined.pk}/hand-over/", follow=True)
    assert "is closed" in said(response)
    team.refresh_from_db()
    assert team.owner == owner


def _acts(team: Team, membership: Membership, invitation: Invitation) -> list[tuple[str, Any]]:
    return [
        ("/teams/blue/edit/", {"name": "Mine"}),
        ("/teams/blue/invite/", {"days": 3}),
        (f"/teams/blue/invitations/{invitation.pk}/take-back/", {}),
        (f"/teams/blue/members/{membership.pk}/remove/", {}),
        (f"/teams/blue/members/{membership.pk}/hand-over/", {}),
    ]


def test_only_the_owner_runs_a_team(owner: Person, team: Team) -> None:
    mia, otto = made.person("mia"), made.person("otto", Role.HOST)
    membership = Membership.objects.create(team=team, person=mia)
    invitation = Invitation.objects.create(team=team, expires=timezone.now() + timedelta(days=1))
    for person in (mia, otto):
        for path, fields in _acts(team, membership, invitation):
            assert client_of(person).post(path, fields).status_code == 403, path
    for path, fields in _acts(team, membership, invitation):
        assert "/account/login/" in Client().post(path, fields).url
    assert client_of(otto).post("/teams/blue/leave/").status_code == 403
    team.refresh_from_db()
    assert (team.name, team.owner, _members(team)) == ("Blue", owner, {"olga", "mia"})
    assert Invitation.objects.count() == 1


def test_what_belongs_to_another_team_is_not_reached_through_ones_own(team: Team) -> None:
    otto = made.person("otto")
    made.team("Red", otto)
    membership = team.memberships.get()
    invitation = Invitation.objects.create(team=team, expires=timezone.now() + timedelta(days=1))
    client = client_of(otto)
    for path in (
        f"/teams/red/members/{membership.pk}/remove/",
        f"/teams/red/members/{membership.pk}/hand-over/",
        f"/teams/red/invitations/{invitation.pk}/take-back/",
    ):
        assert client.post(path).status_code == 404
    assert Membership.objects.filter(pk=membership.pk).exists()


def test_the_owner_is_not_removed(owner: Person, team: Team) -> None:
    path = f"/teams/blue/members/{team.memberships.get().pk}/remove/"
    assert "cannot be removed" in said(client_of(owner).post(path, follow=True))
    assert _members(team) == {"olga"}
