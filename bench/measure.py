"""Running a program in its own process and measuring it from outside."""

from __future__ import annotations

import json
import os
import platform
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from importlib.metadata import PackageNotFoundError, version
from typing import Any

MEGABYTE = 1024 * 1024
# Linux counts ru_maxrss in kilobytes, macOS in bytes.
MAXRSS_UNIT = 1 if sys.platform == "darwin" else 1024

PACKAGES = ("cutline", "numpy", "pycocoevalcap", "pycocotools", "sacrebleu", "rouge-score")
HEAVY_PACKAGES = ("torch", "torchmetrics")


@dataclass(frozen=True)
class Sample:
    """One run of one program."""

    wall_seconds: float
    #: User and system time, child processes (Java) included.
    cpu_seconds: float
    #: Peak resident memory of the program's own process.
    peak_megabytes: float
    #: What the program says about itself: scores, import time, peak of its child processes.
    said: dict[str, Any] = field(default_factory=dict)


def run(command: Sequence[str]) -> Sample:
    """Run a command to its end; the last line it prints may be a JSON object about itself.

    Raises:
        RuntimeError: when it fails, with the end of what it wrote to standard error.
    """
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        started = time.perf_counter()
        process = subprocess.Popen(command, stdout=output, stderr=errors, env=_environment())
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            errors.seek(0)
            tail = errors.read()[-2000:].decode(errors="replace")
            raise RuntimeError(f"{' '.join(command[:3])} ... failed:\n{tail}")
        output.seek(0)
        said = _last_object(output.read().decode(errors="replace"))
    # wait4 gives the greater of the process and its largest child; only the process itself can
    # tell the two apart, so its own word counts where it has given one.
    peak = said.get("own_peak_megabytes", usage.ru_maxrss * MAXRSS_UNIT / MEGABYTE)
    return Sample(wall, usage.ru_utime + usage.ru_stime, peak, said)


def _environment() -> dict[str, str]:
    # Asked for at every run, because benches point it at folders of their own. An installed package
    # has its bytecode beside it; a source tree gets it at the first run, unless this variable
    # forbids it and every run compiles everything again.
    return {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}


def own_peaks() -> dict[str, float]:
    """Peak memory of this process, and of the largest of its children that have ended.

    A process starts with its parent's peak on its own account (Linux keeps it across exec), so
    the first is right as long as the parent is small, and the second is never below what this
    process held when it started the child.
    """
    peaks = {"own": resource.RUSAGE_SELF, "child": resource.RUSAGE_CHILDREN}
    return {
        f"{name}_peak_megabytes": resource.getrusage(who).ru_maxrss * MAXRSS_UNIT / MEGABYTE
        for name, who in peaks.items()
    }


def interleaved(
    runs: dict[str, Callable[[], Sample]], repeat: int, progress: Callable[[str], None]
) -> dict[str, list[Sample]]:
    """Run A B A B ..., so that whatever else the machine does falls on all alike."""
    samples: dict[str, list[Sample]] = {name: [] for name in runs}
    for number in range(1, repeat + 1):
        for name, start in runs.items():
            progress(f"{name}, run {number} of {repeat}")
            samples[name].append(start())
    return samples


def median(samples: Sequence[Sample], measure: str) -> float:
    """The median of one measure over runs."""
    return statistics.median(getattr(sample, measure) for sample in samples)


def plain(samples: dict[str, list[Sample]]) -> dict[str, list[dict[str, Any]]]:
    """Samples as JSON has them."""
    return {name: [asdict(sample) for sample in of] for name, of in samples.items()}


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return {
        "system": f"{platform.system()} {platform.machine()}",
        "cores": usable,
        # Anything near the number of cores means that others were at work too.
        "load before": round(os.getloadavg()[0], 2),
        "python": platform.python_version(),
        **{name: _package_version(name) for name in (*PACKAGES, *HEAVY_PACKAGES)},
        "java": _java_version(),
    }


def _package_version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def _java_version() -> str:
    if shutil.which("java") is None:
        return "not installed"
    answer = subprocess.run(["java", "-version"], capture_output=True, text=True, check=False)
    return (answer.stderr or answer.stdout).partition("\n")[0]


def _last_object(text: str) -> dict[str, Any]:
    lines = text.strip().splitlines()
    if not lines or not lines[-1].startswith("{"):
        return {}
    try:
        return dict(json.loads(lines[-1]))
    except json.JSONDecodeError:
        # The last line was not meant for us, such as the end of an indented answer.
        return {}
