"""The link by which the first admin of a site is made."""

from __future__ import annotations

from django.db import models


class SetUpLink(models.Model):
    """A link that was printed when the site started without an admin. Only its hash is kept."""

    hash = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(auto_now_add=True)
    expires = models.DateTimeField()
