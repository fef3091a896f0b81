"""A browser to look at the page of domains."""

from __future__ import annotations

from tests.browser import browser, open_page

__all__ = ["browser", "open_page"]
