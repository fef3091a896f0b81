"""The Django application."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class PeopleConfig(AppConfig):
    """People."""

    name = "cutline.web.people"
    label = "people"

    def ready(self) -> None:
        """Let each part of the site say what it keeps of people, in its module `people_data`."""
        autodiscover_modules("people_data")
