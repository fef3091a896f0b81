"""The two questions asked of a caption file: what are the references, what did the system say."""

from __future__ import annotations

import os

from cutline.core.types import Benchmark, Run
from cutline.datasets.checks import Checked, Policy, benchmark_of, run_of
from cutline.datasets.detect import read_records


def read_references(
    path: str | os.PathLike[str], policy: Policy = "default"
) -> tuple[Benchmark, Checked]:
    """References from a file of any known format; `-` is standard input.

    Returns the benchmark, and what was found that it could live with.

    Raises:
        FileError: when the file cannot be read or is of no known format.
        ContentError: when the policy does not allow what was found in it.
    """
    return benchmark_of(read_records(os.fspath(path), "references"), policy)


def read_run(path: str | os.PathLike[str]) -> tuple[Run, Checked]:
    """A system's captions from a file of any known format; `-` is standard input.

    Problems are returned and not raised: they are judged together with those that comparing with
    references brings up.

    Raises:
        FileError: when the file cannot be read or is of no known format.
    """
    return run_of(read_records(os.fspath(path), "run"))
