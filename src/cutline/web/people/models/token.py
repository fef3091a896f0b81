"""Tokens by which programs act for a person."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime

from django.conf import settings
from django.db import models
from django.utils import timezone

from cutline.web.people.models.person import Person

#: Tells a token from other secrets, for people and for programs that look for leaked ones.
PREFIX = "cutline_"


def hash_of(token: str) -> str:
    """What is kept of a token: it is random and long, so that a plain hash cannot be guessed."""
    return hashlib.sha256(token.encode()).hexdigest()


class ApiToken(models.Model):
    """A token. It is shown once, when it is made; only its hash is kept."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens"
    )
    name = models.CharField(max_length=60)
    #: The first characters, by which a person tells tokens apart.
    start = models.CharField(max_length=16)
    hash = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(auto_now_add=True)
    expires = models.DateTimeField()
    revoked = models.DateTimeField(null=True, blank=True)
    last_used = models.DateTimeField(null=True, blank=True)

    @classmethod
    def make(cls, person: Person, name: str, expires: datetime) -> tuple[ApiToken, str]:
        """A new token, and the text that is shown once."""
        text = PREFIX + secrets.token_urlsafe(32)
        token = cls.objects.create(
            person=person, name=name, start=text[:14], hash=hash_of(text), expires=expires
        )
        return token, text

    @classmethod
    def find(cls, text: str) -> ApiToken | None:
        """The token that this text is, if it still holds."""
        found = cls.objects.select_related("person").filter(hash=hash_of(text)).first()
        return found if found is not None and found.holds else None

    @property
    def holds(self) -> bool:
        """Whether it is neither revoked nor expired, nor its person gone."""
        return self.revoked is None and self.expires > timezone.now() and self.person.is_active
