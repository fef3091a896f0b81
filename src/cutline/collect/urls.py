"""Addresses of the collection site: the pages of those who take part, and of those who manage."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("c/", include("cutline.collect.taking_part.urls")),
    path("collect/", include("cutline.collect.console.urls")),
    path("collect/", include("cutline.collect.export.urls")),
    path("collect/", include("cutline.collect.rating.urls")),
]
