"""Tying processes to the one that started them."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Callable

_PR_SET_PDEATHSIG = 1


def ended_with_parent() -> Callable[[], None]:
    """What a new process does first, so that it ends when the one that started it is gone.

    A process that is killed cannot end its children; the kernel does it. Elsewhere than on Linux
    they are left behind in that one case.
    """
    parent = os.getpid()
    # Loaded before the fork: a child of a process with threads had better not load anything.
    prctl = ctypes.CDLL(None).prctl if sys.platform == "linux" else None

    def tie() -> None:
        if prctl is not None:
            prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
            if os.getppid() != parent:  # it ended before the kernel was told
                os._exit(1)

    return tie
