"""The two questions asked of a caption file: what are the references, what did the system say."""

from __future__ import annotations

import os

from cutline.core.types import Benchmark, Run
from cutline.datasets.bundle.place import find_bundle
from cutline.datasets.checks import Checked, Policy, benchmark_of, run_of
from cutline.datasets.detect import read_records


def read_references(
    path: str | os.PathLike[str], policy: Policy = "default"
) -> tuple[Benchmark, Checked]:
    """References from a file of any known format; `-` is standard input.

    Of a benchmark bundle, `bundle.zip::val` are those of one split, and `bundle.zip` those of the
    only split that has any.

    Returns the benchmark, and what was found that it could live with.

    Raises:
        FileError: when the file cannot be read or is of no known format.
        ContentError: when the policy does not allow what was found in it.
        UsageError: when a bundle has no such split, or several.
        MissingPartError: when the references of a bundle are private and not here.
    """
    if (found := find_bundle(path)) is not None:
        # Imported here because few references come in bundles.
        from cutline.datasets.bundle.read import open_bundle

        return open_bundle(found[0]).references(found[1], policy)
    return benchmark_of(read_records(os.fspath(path), "references"), policy)


def read_run(path: str | os.PathLike[str]) -> tuple[Run, Checked]:
    """A system's captions from a file of any known format; `-` is standard input.

    Problems are returned and not raised: they are judged together with those that comparing with
    references brings up.

    Raises:
        FileError: when the file cannot be read or is of no known format.
    """
    return run_of(read_records(os.fspath(path), "run"))
