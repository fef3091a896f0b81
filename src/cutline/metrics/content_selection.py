"""Content selection: whether a caption speaks of the objects that people speak of."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from cutline.core.errors import ContentError, UsageError
from cutline.core.metric import Batch, Floats, Metric, f_measure
from cutline.core.registry import metric
from cutline.core.types import ImageId
from cutline.metrics.selections import (
    EmptyDescription,
    EmptySelection,
    SelectionScores,
    check_settings,
    selection_scores,
)

_EXAMPLE = "A [girl|2] feeds a [pony|3]."


@metric("content-selection")
@dataclass(frozen=True)
class ContentSelection(Metric):
    """F of the boxes that a caption mentions and those that references mention.

    (Wang and Gaizauskas 2015.) Captions and references say which boxes their words mean:
    `A [girl|2] in a red [scarf|0]`. Precision and recall of an image are means over its
    references, F is their harmonic mean, and the corpus value is the mean of F over images. A box
    counts once, however often it is mentioned; words do not count at all. Where no reference of an
    image mentions a box, its values are 0.

    Args:
        empty_selection: the precision of a caption that mentions no box: `zero`, because nothing
            right was chosen, or `one`, because nothing wrong was. F is 0 either way wherever a
            reference mentions a box.
        empty_description: a reference that mentions no box has no recall. `skip` leaves it out, of
            precision too; `zero` and `one` let it count, with that recall.

    >>> import cutline
    >>> references = [["a [dog|1] and a [ball|2]", "the [dog|1] runs on [grass|3] to its [ball|2]"]]
    >>> score = cutline.score(["a [dog|1] on [grass|3]"], references, "content-selection")
    >>> score["content-selection"].statistics.round(4).tolist(), float(score["content-selection"])
    ([[0.75, 0.5833, 1.0]], 0.65625)
    """

    empty_selection: EmptySelection = "zero"
    empty_description: EmptyDescription = "skip"

    columns: ClassVar[tuple[str, ...]] = ("precision", "recall", "described")
    summary: ClassVar[str] = "objects that references mention too, by their boxes"
    needs_boxes: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_settings(self.empty_selection, self.empty_description)

    def statistics(self, batch: Batch, prepared: Any) -> Floats:
        """Precision and recall of each image, and 1 if any of its references mentions a box.

        Raises:
            UsageError: when no reference of the benchmark has any mark.
            ContentError: for a mark that cannot be read, with its image.
        """
        _require_marks(batch.benchmark.references)
        gold = _gold(batch)
        ids = batch.benchmark.image_ids
        selected = [
            _mentioned([caption], ids[place], "candidate")[0]
            for caption, place in zip(batch.captions, batch.places.tolist(), strict=True)
        ]
        if not any(selected):
            warnings.warn(
                f"content-selection: no candidate mentions a box, so nothing is found; "
                f"expected text like this: {_EXAMPLE}",
                stacklevel=2,
            )
        found = selection_scores(
            selected,
            gold,
            empty_selection=self.empty_selection,
            empty_description=self.empty_description,
        )
        described = [float(any(descriptions)) for descriptions in gold]
        return np.column_stack([found.precision, found.recall, described])

    def values(self, statistics: Floats) -> Floats:
        """F of each image."""
        return f_measure(statistics[:, :2], beta=1.0)

    def parts(self, statistics: Floats) -> dict[str, float]:
        """Mean precision and recall, deviations over images, and the share of images described.

        Deviations are those of these images (divided by their number).
        """
        if not len(statistics):
            return {}
        precision, recall, described = statistics.T
        spreads = SelectionScores(precision, recall, self.values(statistics)).spreads
        return {
            "precision": spreads["precision"].mean,
            "recall": spreads["recall"].mean,
            **{f"{name}_deviation": spread.deviation for name, spread in spreads.items()},
            "described": float(np.mean(described)),
        }


def _gold(batch: Batch) -> list[list[tuple[str, ...]]]:
    """What each candidate's references mention; an image is read once, however many it has."""
    benchmark = batch.benchmark
    of_place = {
        place: _mentioned(benchmark.references[place], benchmark.image_ids[place], "reference")
        for place in dict.fromkeys(batch.places.tolist())
    }
    return [of_place[place] for place in batch.places.tolist()]


def _mentioned(texts: Sequence[str], image_id: ImageId, kind: str) -> list[tuple[str, ...]]:
    # Every command loads this file, and few of them read marks.
    from cutline.text.box_markup import MarkupError
    from cutline.text.box_mentions import mentioned_boxes

    found = []
    for number, text in enumerate(texts, start=1):
        try:
            found.append(mentioned_boxes(text))
        except MarkupError as error:
            which = f"{kind} {number}" if len(texts) > 1 else kind
            raise ContentError(f"image {image_id!r}, {which}, {error}") from None
    return found


def _require_marks(references: Sequence[Sequence[str]]) -> None:
    from cutline.text.box_markup import has_markup

    if not any(has_markup(text) for texts in references for text in texts):
        raise UsageError(
            f"content-selection needs captions that say which boxes their words mean, and no "
            f"reference does; expected text like this: {_EXAMPLE}"
        )
