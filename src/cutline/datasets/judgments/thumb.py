"""THumB 1.0: ratings of precision and recall for captions of COCO (Kasai et al., 2022)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cutline.core.errors import ContentError, UsageError, near_names
from cutline.core.types import ImageId
from cutline.datasets.judgments.lines import caption_of, captions_of, json_records, number_of
from cutline.datasets.judgments.types import Protocol, RatedCaptions
from cutline.datasets.read import read_references
from cutline.datasets.source import Source, open_source
from cutline.datasets.wording import MISSING, described

#: What can be asked for: the whole rating, or one of its two main parts.
ASPECTS = ("total", "precision", "recall")

#: A rating each; the references are not among the judged captions.
PUBLISHED = Protocol(own="keep", ratings="flat")

REFERENCES_NAME = "mscoco_references.jsonl"

_FIELDS = {"total": "human_score", "precision": "P", "recall": "R"}


def is_thumb_record(record: Mapping[str, Any]) -> bool:
    """Whether a record has THumB's fields."""
    return "hyp" in record and "human_score" in record


def read_thumb(source: Source, captions: str | None, aspect: str) -> RatedCaptions:
    """Read a file such as mscoco_THumB-1.0.jsonl.

    References are those of a record (`refs`), else those of `captions`: the release's own file,
    which is looked for beside the judgments, or references in any format.

    Raises:
        FileError: where a line is no record.
        ContentError: where one lacks a field, or has no references.
        UsageError: for an unknown aspect, or when references are nowhere.
    """
    if aspect not in ASPECTS:
        raise UsageError(
            f"--aspect is one of {', '.join(ASPECTS)}, not {aspect!r}{near_names(aspect, ASPECTS)}"
        )
    records = list(json_records(source))
    has_references = all("refs" in record for _, record in records)
    known = {} if has_references else _references(source, captions)
    images, texts, references, ratings, systems = [], [], [], [], []
    for place, record in records:
        image_id = _segment(record, place)
        images.append(image_id)
        texts.append(caption_of(record.get("hyp", MISSING), "hyp", place))
        references.append(_references_of(record, image_id, known, place))
        field = _FIELDS[aspect]
        ratings.append((number_of(record.get(field, MISSING), field, place),))
        systems.append(str(record.get("SYS", "")))
    return RatedCaptions(
        f"thumb-{aspect}",
        tuple(images),
        tuple(texts),
        tuple(references),
        tuple(ratings),
        PUBLISHED,
        tuple(systems),
    )


def _segment(record: Mapping[str, Any], place: str) -> int:
    value = record.get("seg_id", MISSING)
    if isinstance(value, int | str) and str(value).isascii() and str(value).isdigit():
        return int(value)
    raise ContentError(f'{place}: "seg_id" is {described(value)}, expected the number of an image')


def _references_of(
    record: Mapping[str, Any],
    image_id: int,
    known: Mapping[ImageId, tuple[str, ...]],
    place: str,
) -> tuple[str, ...]:
    if "refs" in record:
        return captions_of(record["refs"], "refs", place)
    if image_id not in known:
        raise ContentError(f"{place}: there are no references of image {image_id}")
    return known[image_id]


def _references(source: Source, given: str | None) -> Mapping[ImageId, tuple[str, ...]]:
    if given is None:
        beside = Path(source.name).parent / REFERENCES_NAME
        if not beside.is_file():
            raise UsageError(
                f"{source.name}: holds no references, and {REFERENCES_NAME} is not beside it; name "
                f"a file of references with --captions"
            )
        given = str(beside)
    if _is_release(open_source(given)):
        return {
            _segment(record, place): captions_of(record.get("refs", MISSING), "refs", place)
            for place, record in json_records(open_source(given))
        }
    benchmark, _ = read_references(given)
    pairs = zip(benchmark.image_ids, benchmark.references, strict=True)
    return {image_id: tuple(references) for image_id, references in pairs}


def _is_release(source: Source) -> bool:
    first_line = source.data[: max(source.data.find(b"\n"), 0) or None]
    return first_line.lstrip()[:1] == b"{" and b'"seg_id"' in first_line
