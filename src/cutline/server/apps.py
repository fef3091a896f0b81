"""The Django application."""

from __future__ import annotations

from django.apps import AppConfig


class ServerConfig(AppConfig):
    """The evaluation server."""

    name = "cutline.server"
    label = "server"
