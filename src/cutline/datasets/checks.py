"""From records to nouns: every record is checked, every problem named."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from cutline import native
from cutline.core.errors import ContentError
from cutline.core.garbage import no_garbage_collection
from cutline.core.types import Benchmark, ImageId, Run
from cutline.datasets.caption_text import unusual
from cutline.datasets.matching import match_run
from cutline.datasets.policy import Checked, Policy
from cutline.datasets.problems import Place
from cutline.datasets.record_checks import check_caption, check_id, check_ranked, unusable_ids
from cutline.datasets.records import Records
from cutline.datasets.wording import described

__all__ = ["Checked", "Policy", "benchmark_of", "match_run", "run_of"]


@no_garbage_collection()
def benchmark_of(records: Records, policy: Policy = "default") -> tuple[Benchmark, Checked]:
    """The references that records hold, grouped by image.

    Raises:
        ContentError: when nothing usable is left, or the policy does not allow what was found.
    """
    checked = Checked(list(records.problems))
    single = _usable(_flattened(records, checked), checked)
    ids, captions = single.image_ids, single.captions
    order = _image_order(records, ids, checked)
    number_of = {image_id: number for number, image_id in enumerate(order)}
    references, strangers = native.grouped(number_of, len(number_of), ids, captions)
    for index in strangers:
        message = 'a caption for an image that "images" does not list'
        checked.add("unknown-id", single.place(index), message)
    checked.raise_if_stopped(policy, "the references have problems")
    image_ids = tuple(number_of)
    if not all(references):
        # Test images without public captions are listed in some files: they cannot be scored.
        image_ids = tuple(i for i, said in zip(image_ids, references, strict=True) if said)
        references = [said for said in references if said]
    if not references:
        raise ContentError(f"{records.file}: holds no usable reference")
    benchmark = Benchmark(
        name=records.system,
        image_ids=image_ids,
        references=tuple(references),
        tags=records.tags,
    )
    return benchmark, checked


@no_garbage_collection()
def run_of(records: Records) -> tuple[Run, Checked]:
    """The captions that records hold, by image; problems are listed, nothing is raised."""
    checked = Checked(list(records.problems), records)
    captions: dict[ImageId, Sequence[str]] = {}
    odd = set(unusual(records.captions))
    bad_ids = set(unusable_ids(records.image_ids))
    if not odd and not bad_ids and len(set(records.image_ids)) == len(records.image_ids):
        # Nothing to say of any record: the usual case, and by far the fastest.
        ranked_ones = zip(records.captions, strict=True)
        return Run(records.system, dict(zip(records.image_ids, ranked_ones, strict=True))), checked
    for index, (image_id, caption) in enumerate(
        zip(records.image_ids, records.captions, strict=True)
    ):
        if index in bad_ids:
            check_id(records, index, checked)
            continue
        ranked = check_ranked(records, index, checked) if index in odd else (caption,)
        if ranked is None:
            continue
        if image_id in captions:
            message = 'the image has a caption already; several belong in one "captions" list'
            checked.add("duplicate-id", records.place(index), message)
            continue
        captions[image_id] = ranked
    return Run(records.system, captions), checked


def _flattened(records: Records, checked: Checked) -> Records:
    """Records with one caption each: a list of captions becomes as many records."""
    if list not in set(map(type, records.captions)):
        return records
    ids: list[Any] = []
    captions: list[Any] = []
    origin: list[int] = []
    for index, (image_id, caption) in enumerate(
        zip(records.image_ids, records.captions, strict=True)
    ):
        several = caption if type(caption) is list else [caption]
        if not several:
            checked.add("no-reference", records.place(index), "an empty list of references")
        ids += [image_id] * len(several)
        captions += several
        origin += [index] * len(several)
    return replace(records, image_ids=ids, captions=captions, origin=origin)


def _usable(records: Records, checked: Checked) -> Records:
    """The records that can be used, their captions repaired where they can be."""
    ids, captions = records.image_ids, records.captions
    dropped: set[int] = set(unusable_ids(ids))
    for index in sorted(dropped):
        check_id(records, index, checked)
    repairs: dict[int, str] = {}
    for index in unusual(captions):
        if index in dropped:
            continue
        repaired = check_caption(records, index, captions[index], checked)
        if repaired is None:
            dropped.add(index)
        elif repaired != captions[index]:
            repairs[index] = repaired
    if not dropped and not repairs:
        return records
    kept = [i for i in range(len(ids)) if i not in dropped]
    return replace(
        records,
        image_ids=[ids[i] for i in kept],
        captions=[repairs.get(i, captions[i]) for i in kept],
        origin=kept if records.origin is None else [records.origin[i] for i in kept],
    )


def _image_order(records: Records, ids: list[ImageId], checked: Checked) -> Iterable[ImageId]:
    if records.order is None:
        return dict.fromkeys(ids)
    bad = set(unusable_ids(records.order))
    unique: dict[ImageId, None] = {} if bad else dict.fromkeys(records.order)
    if len(unique) == len(records.order):
        return unique
    for index in sorted(bad):
        found = described(records.order[index])
        message = f'"id" of an image is {found}, expected a whole number or text'
        checked.add("wrong-type", Place(records.file, None, index + 1), message)
    seen: dict[ImageId, None] = {}
    for index, image_id in enumerate(records.order):
        if index in bad:
            continue
        if image_id in seen:
            message = 'the image stands twice in "images"'
            checked.add("duplicate-id", Place(records.file, None, index + 1, image_id), message)
        seen[image_id] = None
    return seen
