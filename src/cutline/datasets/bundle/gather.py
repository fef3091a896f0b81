"""From files of any known format to the content of a bundle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from cutline.core.errors import ContentError, FileError, UsageError, near_names
from cutline.core.types import Benchmark, ImageId, LabelledBox, Run
from cutline.datasets.bundle.content import BundleContent, SplitContent
from cutline.datasets.bundle.image_lists import read_image_list
from cutline.datasets.bundle.names import SPLIT_TAG
from cutline.datasets.bundle.parts import BundleImage, SeenObject, read_objects
from cutline.datasets.bundle.spec import BundleSpec, SliceSpec, SplitSpec
from cutline.datasets.checks import match_run
from cutline.datasets.object_annotations import LeftOut, read_object_annotations
from cutline.datasets.object_lists import is_json_lines
from cutline.datasets.policy import Policy
from cutline.datasets.problems import listing
from cutline.datasets.read import read_references, read_run
from cutline.datasets.source import Source, open_source
from cutline.datasets.tags import read_tags
from cutline.datasets.wording import other_ids, short

#: Of one image. More are no objects that anybody has counted.
MOST_OBJECTS = 10_000

#: Told of what was found and can be lived with.
Note = Callable[[str], None]


def gather(spec: BundleSpec, policy: Policy = "default", note: Note = print) -> BundleContent:
    """Read all that a spec names.

    Raises:
        UsageError: when the spec makes no sense.
        FileError, ContentError: when a file cannot be read or used.
    """
    splits = tuple(_split(split, policy, note) for split in spec.splits)
    tags = {tag for split in splits for tag in split.labels} - {one.name for one in spec.slices}
    chosen = (*spec.slices, *map(SliceSpec, sorted(tags)))
    return BundleContent(
        name=spec.name,
        benchmark_version=spec.version,
        licence=spec.licence,
        splits=_with_slices(splits, chosen),
        title=spec.title,
        citation=spec.citation,
        description=spec.description,
        language=spec.language,
        metrics=spec.metrics,
        tokenizer=spec.tokenizer,
        slices={one.name: one.description for one in chosen},
    )


def _split(spec: SplitSpec, policy: Policy, note: Note) -> SplitContent:
    listed = None if spec.images is None else read_image_list(spec.images)
    if spec.references is None:
        if listed is None:
            raise UsageError(f"split {spec.name!r}: needs references, or at least images")
        content = SplitContent(spec.name, tuple(listed), visibility=spec.visibility)
    else:
        benchmark = _references(spec, spec.references, policy, note)
        content = SplitContent.from_benchmark(
            spec.name,
            benchmark,
            visibility=spec.visibility,
            images=None if listed is None else _matched(listed, benchmark, spec),
        )
        # Which split an image is in is said by the split that it is in.
        labels = {tag: of for tag, of in content.labels.items() if tag != SPLIT_TAG}
        content = replace(content, labels=labels)
    if spec.human is not None:
        content = replace(content, human=_human(spec, spec.human, content, policy, note))
    if spec.objects is not None:
        content = replace(content, objects=_objects(spec.objects, content.image_ids, policy, note))
    return content


def _references(spec: SplitSpec, path: str, policy: Policy, note: Note) -> Benchmark:
    benchmark, checked = read_references(path, policy)
    if checked.problems:
        note(f"cutline: in {path}:\n{listing(checked.problems, most=5)}")
    if spec.only is None:
        return benchmark
    tag, equals, value = spec.only.partition("=")
    labels = benchmark.tags.get(tag, {})
    kept = [image_id for image_id in benchmark.image_ids if labels.get(image_id) == value]
    if not equals or not kept:
        known = ", ".join(
            sorted({f"{t}={v}" for t, of in benchmark.tags.items() for v in of.values()})
        )
        raise UsageError(
            f"split {spec.name!r}: no image of {path} has {short(spec.only)!r}; there are: "
            f"{short(known, 200) or 'no tags'}"
        )
    return benchmark.only(kept)


def _matched(
    listed: Iterable[BundleImage], benchmark: Benchmark, spec: SplitSpec
) -> list[BundleImage]:
    """The listed images that have references, with the ids of the references."""
    by_text = {str(image_id): image_id for image_id in benchmark.image_ids}
    found = [
        replace(image, image_id=by_text[str(image.image_id)])
        for image in listed
        if str(image.image_id) in by_text
    ]
    if len(found) < len(benchmark):
        seen = {str(image.image_id) for image in listed}
        lacking = next(text for text in by_text if text not in seen)
        raise ContentError(
            f"{spec.images}: lists {len(found):,} of the {len(benchmark):,} images of split "
            f"{spec.name!r}; {short(lacking)!r} is not among them"
        )
    return found


def _human(spec: SplitSpec, path: str, content: SplitContent, policy: Policy, note: Note) -> Run:
    run, checked = read_run(path)
    ids = content.image_ids
    run = match_run(run, Benchmark(spec.name, ids, ((),) * len(ids)), path, checked)
    checked.raise_if_stopped(policy, f"{path} has problems", way_out="--lenient")
    if checked.problems:
        note(f"cutline: in {path}:\n{listing(checked.problems, most=5)}")
    return Run("human", run.captions)


def _objects(
    path: str, image_ids: Sequence[ImageId], policy: Policy, note: Note
) -> dict[ImageId, tuple[SeenObject, ...]]:
    """Objects with their boxes where the file has them in lines, as a bundle has; else labels."""
    source = open_source(path)
    has_boxes = any(source.data.find(key) >= 0 for key in (b'"box"', b'"bbox"'))
    try:
        read = read_objects(source)
    except FileError:
        # Another of the forms, whose reader takes labels alone: no wrong box may get lost by that.
        if has_boxes and is_json_lines(source.data):
            raise
        read = _labels_alone(source, policy, note)
    by_text = {str(image_id): image_id for image_id in image_ids}
    found = {by_text[str(i)]: seen for i, seen in read.items() if str(i) in by_text}
    if not found:
        first = str(next(iter(read)))
        raise ContentError(f"{source.name}: lists none of the {other_ids(first, by_text)}")
    if has_boxes and not any(isinstance(o, LabelledBox) for seen in found.values() for o in seen):
        note(
            f'cutline: {path}: boxes are left out: only JSON lines with a "label" and a "box" of '
            f"each object keep them"
        )
    return found


def _labels_alone(
    source: Source, policy: Policy, note: Note
) -> dict[ImageId, tuple[SeenObject, ...]]:
    """The labels of each image's objects, as often as there are such objects."""
    left_out = LeftOut()
    found: dict[ImageId, tuple[SeenObject, ...]] = {}
    for image in read_object_annotations(source, policy=policy, left_out=left_out):
        if (total := sum(image.counts.values())) > MOST_OBJECTS:
            raise ContentError(
                f"{source.name}, image {short(repr(image.image_id))}: {total:,} objects, expected "
                f"at most {MOST_OBJECTS:,}"
            )
        found[image.image_id] = tuple(
            label for label, count in image.counts.items() for _ in range(count)
        )
    for line in left_out.lines():
        note(f"cutline: in {source.name}, left out: {line}")
    return found


def _with_slices(
    splits: tuple[SplitContent, ...], slices: Sequence[SliceSpec]
) -> tuple[SplitContent, ...]:
    """The splits with the labels of these slices, and of no others."""
    labels: list[dict[str, dict[ImageId, str]]] = [{} for _ in splits]
    tags = {tag for split in splits for tag in split.labels}
    for one in slices:
        if one.file is None:
            if one.name not in tags:
                known = ", ".join(sorted(tags)) or "none"
                raise UsageError(
                    f"slice {one.name!r}: no file is given, and the references have no such tag"
                    f"{near_names(one.name, tags)}: they have {known}"
                )
            for of, split in zip(labels, splits, strict=True):
                of |= {one.name: dict(split.labels[one.name])} if one.name in split.labels else {}
            continue
        found = _single_labels(one.file, splits)
        for of, split in zip(labels, splits, strict=True):
            kept = {i: found[i] for i in split.image_ids if i in found}
            of |= {one.name: kept} if kept else {}
    return tuple(replace(split, labels=of) for split, of in zip(splits, labels, strict=True))


def _single_labels(path: str, splits: tuple[SplitContent, ...]) -> dict[ImageId, str]:
    ids = dict.fromkeys(image_id for split in splits for image_id in split.image_ids)
    found = read_tags(path, ids)
    for image_id, labels in found.items():
        if len(labels) > 1:
            raise ContentError(
                f"{path}, image {short(repr(image_id))}: has the labels {', '.join(labels)}; in a "
                f"bundle an image has one label for each slice: make two slices of them"
            )
    return {image_id: labels[0] for image_id, labels in found.items()}
