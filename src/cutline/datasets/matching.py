"""A run beside references: which images are missing, unknown, or named in another way."""

from __future__ import annotations

from collections.abc import Sequence

from cutline.core.types import Benchmark, ImageId, Run
from cutline.datasets.policy import Checked
from cutline.datasets.problems import Place
from cutline.datasets.wording import short


def match_run(run: Run, benchmark: Benchmark, file: str, checked: Checked) -> Run:
    """Compare a run's images with the references', adding what is missing or unknown to `checked`.

    Returns the run with unknown images left out.
    """
    if checked.records is not None:
        file = checked.records.file
    known = set(benchmark.image_ids)
    if run.captions.keys() == known:
        return run
    run = _with_matching_ids(run, known, file, checked)
    for image_id in run.captions:
        if image_id not in known:
            message = f"the references have no such image{_other_type(image_id, known)}"
            checked.add("unknown-id", checked.place_of(image_id, file), message)
    for image_id in benchmark.image_ids:
        if image_id not in run.captions:
            message = "no caption for this image of the references"
            checked.add("missing-id", Place(file, image_id=image_id), message)
    if not known.issuperset(run.captions):
        run = Run(run.system, {i: c for i, c in run.captions.items() if i in known})
    return run


def _with_matching_ids(run: Run, known: set[ImageId], file: str, checked: Checked) -> Run:
    """A run whose ids are the references' but for type or a file's ending, changed to match.

    That is done only where no id matches as it stands: a run that mixes both has a mistake.
    """
    if not known or any(image_id in known for image_id in run.captions):
        return run
    by_stem: dict[str, ImageId] = {_stem(image_id): image_id for image_id in known}
    if len(by_stem) < len(known):
        return run
    changed: dict[ImageId, Sequence[str]] = {}
    renamed: list[tuple[ImageId, ImageId]] = []
    for image_id, captions in run.captions.items():
        match = by_stem.get(_stem(image_id))
        if match is None or match in changed:
            changed[image_id] = captions
        else:
            changed[match] = captions
            renamed.append((image_id, match))
    if not renamed:
        return run
    is_type_only = all(str(before) == str(after) for before, after in renamed)
    if not (is_type_only and checked.records is not None and checked.records.ids_are_text):
        before, after = (short(repr(image_id)) for image_id in renamed[0])
        images = "all" if len(renamed) == len(run.captions) else f"{len(renamed)} of"
        message = (
            f"ids such as {before} are taken for the references' {after}, "
            f"for {images} {len(run.captions)} images"
        )
        checked.add("other-ids", checked.place_of(renamed[0][0], file), message)
    return Run(run.system, changed)


def _stem(image_id: ImageId) -> str:
    text = str(image_id)
    stem, dot, ending = text.rpartition(".")
    return stem if dot and ending.lower() in ("jpg", "jpeg", "png") else text


def _other_type(image_id: ImageId, known: set[ImageId]) -> str:
    other: ImageId | None = None
    if isinstance(image_id, int):
        other = str(image_id)
    elif image_id.isascii() and image_id.isdigit():
        other = int(image_id)
    return f" (it has {other!r})" if other is not None and other in known else ""
