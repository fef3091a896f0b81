"""The Django application."""

from __future__ import annotations

from django.apps import AppConfig


class CollectConfig(AppConfig):
    """The collection site."""

    name = "cutline.collect"
    label = "collect"
