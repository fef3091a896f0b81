"""Which tables a backup holds, and which pass: sessions, the queue, who is at work.

A site that is restored goes on by itself without those that pass. People sign in again; what
waited to be scored is given to the queue anew.
"""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Field, Model

#: Applications whose tables Django fills by itself, or that pass.
_NOT_KEPT = frozenset({"auth", "contenttypes"})
_PASSING_APPS = frozenset({"django_tasks_database", "sessions"})
_PASSING = frozenset({"people.setuplink", "server.worker"})


def kept_tables() -> dict[str, type[Model]]:
    """The tables of a backup by name, in an order that is always the same."""
    left_out = _NOT_KEPT | _PASSING_APPS
    return {
        model._meta.label_lower: model
        for model in _models()
        if model._meta.app_label not in left_out and model._meta.label_lower not in _PASSING
    }


def passing_tables() -> list[type[Model]]:
    """Tables that are emptied when a site is restored."""
    return [
        model
        for model in _models()
        if model._meta.app_label in _PASSING_APPS or model._meta.label_lower in _PASSING
    ]


def columns_of(model: type[Model]) -> dict[str, Field[Any, Any]]:
    """The columns of a table by name, in their order."""
    return {field.attname: field for field in model._meta.concrete_fields}


def applied_migrations() -> list[str]:
    """What has made the kept tables what they are."""
    kept = {model._meta.app_label for model in kept_tables().values()}
    applied = MigrationRecorder(connection).applied_migrations()
    return sorted(f"{app}.{name}" for app, name in applied if app in kept)


def _models() -> list[type[Model]]:
    found = apps.get_models(include_auto_created=True)
    return [model for model in found if model._meta.managed and not model._meta.proxy]
