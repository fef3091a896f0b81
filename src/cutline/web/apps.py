"""The Django application of what all pages share."""

from __future__ import annotations

from django.apps import AppConfig


class WebConfig(AppConfig):
    """Templates, tags and static files."""

    name = "cutline.web"
    label = "web"
