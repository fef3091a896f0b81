"""Teams: who submits. A person alone is a team of one."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models


def new_secret() -> str:
    """What stands in a link that only those have to whom it was given."""
    return secrets.token_urlsafe(24)


class Team(models.Model):
    """People who submit together. Its name is public, its members are not."""

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=60, unique=True)
    affiliation = models.CharField(max_length=120, blank=True)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="owned_teams"
    )
    members: models.ManyToManyField[models.Model, Membership] = models.ManyToManyField(
        settings.AUTH_USER_MODEL, through="people.Membership", related_name="teams"
    )
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """That a person is in a team."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="memberships")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships"
    )
    joined = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["team", "person"], name="once_in_a_team"),)


class Invitation(models.Model):
    """A link by which people join a team, until it expires or is taken back."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="invitations")
    secret = models.CharField(max_length=40, unique=True, default=new_secret)
    created = models.DateTimeField(auto_now_add=True)
    expires = models.DateTimeField()
