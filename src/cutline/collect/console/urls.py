"""Addresses of those who run projects, below `collect/`."""

from __future__ import annotations

from django.urls import path

from cutline.collect.console.look import add_files
from cutline.collect.console.views import (
    audit,
    create,
    dashboard,
    home,
    images,
    people,
    review,
    settings,
)

add_files()

_OF = "<slug:slug>/"
_PERSON = f"{_OF}people/<int:annotator>/"

urlpatterns = [
    path("", home.home, name="manage_home"),
    path("create/", create.create, name="manage_create"),
    path(_OF, dashboard.dashboard, name="manage_project"),
    path(f"{_OF}state/", settings.state, name="manage_state"),
    path(f"{_OF}settings/", settings.settings, name="manage_settings"),
    path(f"{_OF}managers/", settings.managers, name="manage_managers"),
    path(f"{_OF}delete/", settings.delete, name="manage_delete"),
    path(f"{_OF}images/", images.images, name="manage_images"),
    path(f"{_OF}people/", people.people, name="manage_people"),
    path(_PERSON, people.person, name="manage_person"),
    path(f"{_PERSON}block/", people.block_person, name="manage_block"),
    path(f"{_PERSON}unblock/", people.unblock_person, name="manage_unblock"),
    path(f"{_OF}review/", review.review, name="manage_review"),
    path(f"{_OF}review/<int:task>/", review.judge, name="manage_judge"),
    path(f"{_OF}audit/", audit.audit, name="manage_audit"),
]
