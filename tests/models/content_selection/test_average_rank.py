from __future__ import annotations

from dataclasses import dataclass

from cutline.datasets.gold_boxes import BoxedImage
from cutline.models.content_selection.by_average_rank import ByAverageRank, ranks
from cutline.models.content_selection.selector import Selector
from tests.models.content_selection.pictures import labelled

NINE = labelled("nine", "a b c d e f g h i")


@dataclass(frozen=True)
class Fixed(Selector):
    order: str

    def ranked(self, image: BoxedImage) -> tuple[str, ...]:
        return tuple(self.order)


def test_boxes_left_out_share_a_rank_as_in_the_paper() -> None:
    # Section 5.1: if 3 of 9 are selected, the remaining 6 all have rank 6.5.
    found = ranks(NINE, ("4", "2", "7"))
    assert (found["4"], found["2"], found["7"]) == (1, 2, 3)
    assert {found[box] for box in "013568"} == {6.5}


def test_ranks_add_up_whatever_is_left_out() -> None:
    for selected in range(10):
        assert sum(ranks(NINE, tuple("012345678"[:selected])).values()) == 45


def test_the_lowest_average_comes_first() -> None:
    three = labelled("three", "a b c")
    # Averages: 0 has 2, 1 has 1.5, 2 has 2.5.
    assert ByAverageRank((Fixed("012"), Fixed("120"))).ranked(three) == ("1", "0", "2")


def test_equal_averages_go_by_the_part_named_first() -> None:
    two = labelled("two", "a b")
    assert ByAverageRank((Fixed("01"), Fixed("10"))).ranked(two) == ("0", "1")
    assert ByAverageRank((Fixed("10"), Fixed("01"))).ranked(two) == ("1", "0")


def test_a_part_that_stops_leaves_the_rest_to_the_other() -> None:
    four = labelled("four", "a b c d")
    # The first part gives "3" rank 1, and 3 to all others; "3" and "1" are equal on average.
    assert ByAverageRank((Fixed("3"), Fixed("0123"))).ranked(four) == ("0", "3", "1", "2")


def test_what_no_part_mentions_is_left_out() -> None:
    four = labelled("four", "a b c d")
    assert set(ByAverageRank((Fixed("3"), Fixed("1"))).ranked(four)) == {"1", "3"}
