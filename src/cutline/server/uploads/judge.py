"""Whether a file of captions can be scored: read, checked, and compared with the images."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from cutline.core.errors import FileError
from cutline.core.types import Benchmark, ImageId, Run
from cutline.datasets.checks import match_run, run_of
from cutline.datasets.detect import read_records
from cutline.datasets.policy import Checked
from cutline.datasets.problems import KINDS, Problem
from cutline.datasets.records import Records
from cutline.datasets.wording import short
from cutline.server.uploads.archives import Bounds, unpacked
from cutline.server.uploads.bulk import most_records, too_much
from cutline.server.uploads.exchange import MOST_LISTED, Report, whole_file
from cutline.server.uploads.refused import Found

#: In characters. The longest caption of COCO has 250; metrics take long over much longer ones.
MOST_CHARACTERS = 2000
#: Of one image, from best to worst.
MOST_CAPTIONS = 100
#: A message is a sentence; what it quotes of a file may be anything.
_MOST_MESSAGE = 400


def judged(
    upload: Path, target: Path, image_ids: Sequence[ImageId], bounds: Bounds
) -> tuple[Run | None, Report]:
    """The run that an upload holds, and what is to be said of it; no run where that is too much.

    Args:
        upload: the file, in the folder that this process is in.
        target: where it may be unpacked to.
        image_ids: the images that need a caption.
        bounds: what it may unpack to.
    """
    name = upload.name
    try:
        path = unpacked(upload, target, bounds)
        name = path.name
        if said := too_much(path, len(image_ids)):
            return None, whole_file(said)
        records = read_records(name)
    except FileError as error:
        return None, _unreadable(str(error), name)
    many = len(records.image_ids)
    if many > most_records(len(image_ids)):
        # Millions of records would be millions of problems.
        return None, whole_file(
            f"the file has {many:,} records, expected one for each of the {len(image_ids):,} images"
        )
    listed = sum(len(said) for said in records.captions if type(said) is list)
    if listed > MOST_CAPTIONS * most_records(len(image_ids)):
        return None, whole_file(
            f"the file has {listed:,} captions, expected at most {MOST_CAPTIONS} for each of the "
            f"{len(image_ids):,} images"
        )
    run, checked = run_of(records)
    _check_captions(run, checked)
    run = match_run(run, Benchmark("", tuple(image_ids), ((),) * len(image_ids)), name, checked)
    report = _report(records, checked)
    return (None if report.problems or not len(run) else run), report


def _check_captions(run: Run, checked: Checked) -> None:
    file = checked.records.file if checked.records else ""
    for image_id, captions in run.captions.items():
        if len(captions) > MOST_CAPTIONS:
            message = f"{len(captions):,} captions, expected at most {MOST_CAPTIONS} for an image"
            checked.add("too-long", checked.place_of(image_id, file), message)
        longest = max(map(len, captions), default=0)
        if longest > MOST_CHARACTERS:
            message = f"a caption of {longest:,} characters, expected at most {MOST_CHARACTERS:,}"
            checked.add("too-long", checked.place_of(image_id, file), message)


def _report(records: Records, checked: Checked) -> Report:
    return Report(
        format=records.format,
        problems=_listed(p for p in checked.problems if p.severity == "error"),
        warnings=_listed(p for p in checked.problems if p.severity == "warning"),
        counts=dict(Counter(problem.kind for problem in checked.problems)),
        summary=_in_words(checked.problems),
    )


def _in_words(problems: Iterable[Problem]) -> list[str]:
    """How many errors of each kind there are, the most frequent first."""
    counts = Counter(problem.kind for problem in problems if problem.severity == "error")
    return [f"{count:,} {KINDS[kind][1]}" for kind, count in counts.most_common()]


def _listed(problems: Iterable[Problem]) -> list[Found]:
    return [_found(problem) for problem, _ in zip(problems, range(MOST_LISTED), strict=False)]


def _found(problem: Problem) -> Found:
    place = problem.place
    image_id = place.image_id
    return Found(
        severity=problem.severity,
        kind=problem.kind,
        line=place.line,
        record=place.record,
        image_id=short(image_id) if isinstance(image_id, str) else image_id,
        message=short(problem.message, _MOST_MESSAGE),
    )


def _unreadable(message: str, name: str) -> Report:
    """What is said of a file that cannot be read: without the name that it has here."""
    said = message.removeprefix(name).lstrip(",: ")
    line = re.match(r"line (\d+)", said)
    return whole_file(short(said, _MOST_MESSAGE), int(line[1]) if line else None)
