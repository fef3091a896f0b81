"""Addresses of health, readiness and figures."""

from __future__ import annotations

from django.urls import path

from cutline.server.operation.health import health, ready
from cutline.server.operation.metrics import metrics

urlpatterns = [
    path("healthz", health, name="health"),
    path("readyz", ready, name="ready"),
    path("metrics", metrics, name="metrics"),
]
