"""How many threads work uses when nobody says."""

from __future__ import annotations

import os

from cutline.core.errors import UsageError


def default_jobs() -> int:
    """`CUTLINE_JOBS` if it is set, else the cores this process may use.

    Raises:
        UsageError: when the variable is not a whole number from 1 on.
    """
    wanted = os.environ.get("CUTLINE_JOBS")
    if not wanted:
        if hasattr(os, "sched_getaffinity"):
            return len(os.sched_getaffinity(0))
        return os.cpu_count() or 1
    if not wanted.isdigit() or int(wanted) < 1:
        raise UsageError(f"CUTLINE_JOBS is a whole number from 1 on, not {wanted!r}")
    return int(wanted)
