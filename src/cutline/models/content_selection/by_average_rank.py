"""Several cues at once, by their average rank (Wang and Gaizauskas 2015, section 5.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cutline.datasets.gold_boxes import Box, BoxedImage
from cutline.models.content_selection.ordering import lowest_first
from cutline.models.content_selection.selector import Selector


def ranks(image: BoxedImage, ranked: Sequence[str]) -> dict[str, float]:
    """The rank of each box, from 1 on, given those that a selector would mention.

    The others share the mean of the ranks left over: with s of N mentioned,
    0.5 x ((N + 1) - s) + s as the paper has it. That is 6.5 for 3 of 9.
    """
    of_the_rest = 0.5 * ((len(image.boxes) + 1) - len(ranked)) + len(ranked)
    known = {box: float(rank) for rank, box in enumerate(ranked, start=1)}
    return {box.id: known.get(box.id, of_the_rest) for box in image.boxes}


@dataclass(frozen=True)
class ByAverageRank(Selector):
    """Boxes by the average of their ranks in several selectors.

    Equal averages go by the rank in the first part, then in the second, and so on. A box that no
    part would mention is left out.
    """

    parts: tuple[Selector, ...]

    def ranked(self, image: BoxedImage) -> tuple[str, ...]:
        """The boxes that any part would mention, the best on average first."""
        orders = [part.ranked(image) for part in self.parts]
        rank_tables = [ranks(image, order) for order in orders]
        mentioned = {box for order in orders for box in order}

        def sum_then_each(box: Box) -> tuple[float, ...]:
            # Sums order as averages do, and sums of halves are exact.
            each = [table[box.id] for table in rank_tables]
            return sum(each), *each

        ordered = lowest_first(image, sum_then_each)
        return tuple(box for box in ordered if box in mentioned)
