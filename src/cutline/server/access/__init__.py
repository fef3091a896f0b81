"""Who may do what. This folder alone decides; everything that answers a request asks it."""

from cutline.server.access.ask import allowed, may, require
from cutline.server.access.visible import visible_benchmarks, visible_submissions

__all__ = ["allowed", "may", "require", "visible_benchmarks", "visible_submissions"]
