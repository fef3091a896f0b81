"""What a scoring process may use. It limits itself before it reads anything that others wrote."""

from __future__ import annotations

import os
import resource
import signal
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from cutline.core.errors import UsageError

_MEGABYTE = 1 << 20
_PR_SET_PDEATHSIG = 1


@dataclass(frozen=True)
class Limits:
    """How much of each thing a scoring process may use.

    Args:
        memory_megabytes: of address space. Libraries reserve more than they use.
        seconds: by the clock; the parent ends a process that takes longer.
        cpu_seconds: over all cores.
        file_megabytes: the largest file it may write.
        open_files: at once.
    """

    memory_megabytes: int = 8192
    seconds: float = 900.0
    cpu_seconds: int = 3600
    file_megabytes: int = 512
    open_files: int = 256

    @classmethod
    def from_environment(cls) -> Limits:
        """The usual ones, or what `CUTLINE_SCORING_MEMORY` and `CUTLINE_SCORING_SECONDS` say.

        Raises:
            UsageError: when a variable makes no sense.
        """
        return cls(
            memory_megabytes=_whole("CUTLINE_SCORING_MEMORY", cls.memory_megabytes, least=512),
            seconds=float(_whole("CUTLINE_SCORING_SECONDS", int(cls.seconds), least=10)),
        )

    def to_dict(self) -> dict[str, float]:
        """As JSON has it."""
        return asdict(self)


def apply_limits(limits: Limits) -> None:
    """Limit this process and all that it starts."""
    _limit(resource.RLIMIT_AS, limits.memory_megabytes * _MEGABYTE)
    _limit(resource.RLIMIT_CPU, limits.cpu_seconds)
    _limit(resource.RLIMIT_FSIZE, limits.file_megabytes * _MEGABYTE)
    _limit(resource.RLIMIT_NOFILE, limits.open_files)
    # A picture of the memory would have references in it.
    _limit(resource.RLIMIT_CORE, 0)


def end_with_parent(parent: int) -> None:
    """Have the kernel end this process when its parent is gone: nobody would take its result.

    On systems other than Linux it ends when it next tells how far it is, as nobody listens.
    """
    try:
        from ctypes import CDLL

        CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    except (OSError, AttributeError):
        return
    if os.getppid() != parent:  # it was gone before it could be asked for
        os._exit(1)


def clean_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """What a scoring process is told of its surroundings: no address, password or key among it."""
    return {
        name: value
        for name, value in environment.items()
        if name in _PASSED or name.startswith(("LC_", "XDG_"))
    }


_PASSED = frozenset(
    {
        *("HOME", "LANG", "LD_LIBRARY_PATH", "PATH", "PYTHONPATH", "TMPDIR", "VIRTUAL_ENV"),
        *("CUTLINE_CACHE_DIR", "CUTLINE_JOBS", "CUTLINE_METEOR_DIR", "CUTLINE_SPICE_DIR"),
        *("CUTLINE_PARSE_CACHE_MB", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"),
    }
)


def _limit(kind: int, wanted: int) -> None:
    _, most = resource.getrlimit(kind)
    if most != resource.RLIM_INFINITY:
        wanted = min(wanted, most)
    resource.setrlimit(kind, (wanted, wanted))


def _whole(variable: str, usual: int, least: int) -> int:
    text = os.environ.get(variable, "")
    if not text:
        return usual
    if not text.isdigit() or int(text) < least:
        raise UsageError(f"{variable} is {text!r}, expected a whole number from {least} on")
    return int(text)
