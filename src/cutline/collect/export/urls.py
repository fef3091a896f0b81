"""Addresses of downloads, below `collect/`."""

from __future__ import annotations

from django.urls import path

from cutline.collect.export import views

_OF = "<slug:slug>/export/"

urlpatterns = [
    path(_OF, views.export, name="manage_export"),
    path(f"{_OF}captions/", views.captions, name="export_captions"),
    path(f"{_OF}bundle/", views.bundle, name="export_bundle"),
    path(f"{_OF}people.<slug:kind>", views.workers, name="export_workers"),
]
