"""Which of several captions is best, and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cutline.core.types import Detection
from cutline.datasets.annotated_images import AnnotatedCaption
from cutline.reports.wording import value_text

#: So many labels are listed in a sentence; the others are counted.
_MOST_LABELS = 6


def best_caption(captions: Sequence[AnnotatedCaption]) -> int | None:
    """The place of the best caption: the highest value of the first metric.

    Where values are equal the next metric decides, at last the order of captioners. What is
    undefined is below all that is defined. None where there is no caption at all.
    """
    there = [place for place, caption in enumerate(captions) if caption.text is not None]
    return max(there, key=lambda place: (_rank(captions[place]), -place), default=None)


def why_best(
    captions: Sequence[AnnotatedCaption],
    best: int | None,
    objects: Sequence[Detection],
    missed: Sequence[int] = (),
) -> str:
    """A sentence that says why a caption is the best.

    Args:
        captions: all captions of an image.
        best: the place of the best one.
        objects: what is seen in the image.
        missed: the places of objects that the best caption does not name.

    >>> values = ("semantic-fidelity", 0.62), ("semantic-fidelity", 0.41)
    >>> said = [AnnotatedCaption(name, "a dog", (), (value,))
    ...         for name, value in zip(["noc", "sat"], values)]
    >>> why_best(said, 0, [Detection("dog"), Detection("ball")], [1])
    'semantic-fidelity 0.620, next 0.410 (sat); names dog; misses ball'
    """
    if best is None:
        return "there is no caption"
    parts = [_by_values(captions, best)]
    gone = set(missed)
    named = _labels(one.label for place, one in enumerate(objects) if place not in gone)
    missing = _labels(objects[place].label for place in sorted(gone))
    if named:
        parts.append(f"names {named}")
    if missing:
        parts.append(f"misses {missing}")
    return "; ".join(parts)


def _rank(caption: AnnotatedCaption) -> tuple[float, ...]:
    return tuple(float("-inf") if value is None else value for _, value in caption.values)


def _by_values(captions: Sequence[AnnotatedCaption], best: int) -> str:
    chosen = captions[best]
    rivals = [c for place, c in enumerate(captions) if place != best and c.text is not None]
    if all(value is None for _, value in chosen.values):
        reason = f" ({chosen.undefined})" if chosen.undefined else ""
        first = "the first caption" if rivals else "the only caption"
        return f"{first}, as no metric has a value{reason}"
    said: list[str] = []
    for place, (spec, value) in enumerate(chosen.values):
        if value is None:  # and so it is for all that are level up to here
            continue
        others = {rival.captioner: rival.values[place][1] for rival in rivals}
        level = [name for name, other in others.items() if other == value]
        if not level:
            return "; ".join([*said, f"{spec} {_beside(value, others)}"])
        said.append(f"{spec} {value_text(value)}, level with {', '.join(level)}")
        rivals = [rival for rival in rivals if rival.captioner in level]
    return "; ".join([*said, "the first of them"])


def _beside(value: float, others: dict[str, float | None]) -> str:
    defined = {name: other for name, other in others.items() if other is not None}
    if not defined:
        return f"{value_text(value)}{', undefined for all others' if others else ''}"
    name, following = max(defined.items(), key=lambda pair: pair[1])
    texts = value_text(value), value_text(following)
    if texts[0] == texts[1]:  # a difference that nobody sees is none
        texts = f"{value:.12g}", f"{following:.12g}"
    return f"{texts[0]}, next {texts[1]} ({name})"


def _labels(labels: Iterable[str]) -> str:
    unique = list(dict.fromkeys(labels))
    more = len(unique) - _MOST_LABELS
    listed = ", ".join(unique[:_MOST_LABELS])
    return f"{listed} and {more} more" if more > 0 else listed
