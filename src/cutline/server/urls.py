"""Addresses of the evaluation server: its pages, its console, its interface, its health."""

from __future__ import annotations

from django.urls import include, path

urlpatterns = [
    path("", include("cutline.server.operation.urls")),
    path("", include("cutline.server.api.urls")),
    path("host/", include("cutline.server.console.urls")),
    path("", include("cutline.server.pages.urls")),
]
