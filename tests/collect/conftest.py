"""What all tests of the collection site share."""

from __future__ import annotations

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    """What one test had the process remember is of a project with the same number in another."""
    cache.clear()
