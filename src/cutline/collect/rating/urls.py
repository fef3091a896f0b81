"""Addresses of results, below `collect/`."""

from __future__ import annotations

from django.urls import path

from cutline.collect.rating import views

urlpatterns = [
    path("<slug:slug>/results/", views.results, name="manage_results"),
    path("<slug:slug>/results.<slug:kind>", views.results_file, name="results_file"),
]
