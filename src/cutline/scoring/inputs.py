"""References and candidates in whatever form they come."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from numbers import Integral
from typing import Any

from cutline.core.errors import ContentError, UsageError
from cutline.core.types import Benchmark, ImageId, Run
from cutline.datasets.checks import Checked, Policy, benchmark_of, match_run, run_of
from cutline.datasets.read import read_references, read_run
from cutline.datasets.records import Records

#: A path, `{image id: [captions]}`, `{image id: caption}`, a list of lists of captions, or a
#: `Benchmark`.
ReferencesLike = str | os.PathLike[str] | Mapping[Any, Any] | Sequence[Any] | Benchmark

#: A path, `{image id: caption}`, `{image id: [captions, best first]}`, a list of captions in the
#: references' order, a list of `{"image_id", "caption"}`, or a `Run`.
CandidatesLike = str | os.PathLike[str] | Mapping[Any, Any] | Sequence[Any] | Run


_CAPTION_FIELDS = {
    "references": ("references", "refs", "captions", "caption"),
    "candidates": ("caption", "captions"),
}


def as_benchmark(references: ReferencesLike, policy: Policy = "default") -> Benchmark:
    """References as a benchmark.

    Raises:
        UsageError: when they are of none of the forms above.
        ContentError, FileError: when what they hold cannot be used.
    """
    if isinstance(references, Benchmark):
        return references
    if isinstance(references, str | os.PathLike):
        return read_references(references, policy)[0]
    return benchmark_of(_records(references, "references", grouped=True), policy)[0]


def as_run(candidates: CandidatesLike, benchmark: Benchmark, policy: Policy = "default") -> Run:
    """Candidates as a run that covers the benchmark; with `lenient` it may cover less.

    Raises:
        UsageError: when they are of none of the forms above.
        ContentError, FileError: when what they hold cannot be used.
    """
    run, checked, name = load_run(candidates, benchmark)
    run = match_run(run, benchmark, name, checked)
    checked.raise_if_stopped(policy, "the captions have problems")
    if not run.captions:
        raise ContentError(f"{name}: holds no caption for any image of the references")
    return run


def load_run(candidates: CandidatesLike, benchmark: Benchmark) -> tuple[Run, Checked, str]:
    """A run, what is wrong with it, and what to call it in messages."""
    if isinstance(candidates, Run):
        return candidates, Checked(), candidates.system
    if isinstance(candidates, str | os.PathLike):
        return *read_run(candidates), os.fspath(candidates)
    if not isinstance(candidates, Mapping | Sequence):
        raise UsageError(_no_form("candidates", candidates))
    is_plain = not isinstance(candidates, Mapping) and not _is_record_list(candidates)
    if is_plain and len(candidates) != len(benchmark):
        raise UsageError(
            f"{len(candidates)} candidates for {len(benchmark)} images: a list has one for each; "
            f"use a dictionary by image id otherwise"
        )
    ids = list(benchmark.image_ids) if is_plain else None
    return *run_of(_records(candidates, "candidates", ids=ids)), "candidates"


def _is_record_list(items: Sequence[Any]) -> bool:
    return bool(items) and isinstance(items[0], Mapping)


def _records(
    given: Any, name: str, *, ids: list[ImageId] | None = None, grouped: bool = False
) -> Records:
    if isinstance(given, Mapping):
        ids = [_plain(image_id) for image_id in given]
        return Records(name, "dictionary", ids, [_listed(v) for v in given.values()])
    if isinstance(given, Sequence) and not isinstance(given, str | bytes):
        if _is_record_list(given):
            image_ids = [_plain(_field(item, "image_id")) for item in given]
            captions = [_listed(_field(item, *_CAPTION_FIELDS[name])) for item in given]
            return Records(name, "list of records", image_ids, captions)
        if grouped and any(isinstance(item, str) for item in given):
            raise UsageError("references as a list: expected a list of captions for each image")
        image_ids = list(range(len(given))) if ids is None else ids
        return Records(name, "list", image_ids, [_listed(item) for item in given])
    raise UsageError(_no_form(name, given))


def _no_form(name: str, given: Any) -> str:
    return f"{name}: found {type(given).__name__}, expected a path, dictionary or list"


def _plain(image_id: Any) -> Any:
    """Numbers of numpy and the like as Python's own."""
    is_other = isinstance(image_id, Integral) and not isinstance(image_id, int)
    return int(image_id) if is_other else image_id


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _field(item: Any, *names: str) -> Any:
    return next((item[name] for name in names if isinstance(item, Mapping) and name in item), ...)
