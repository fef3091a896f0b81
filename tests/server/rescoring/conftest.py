"""A folder of their own, and a database that threads share."""

from __future__ import annotations

from tests.server.jobs.conftest import data, shared

__all__ = ["data", "shared"]
