"""How `cutline explain` lays words out: never wider than asked, and nothing is lost."""

from __future__ import annotations

import io
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

import cutline
from cutline.cli.explain_layout import blocks_of, segments_of
from cutline.cli.explain_output import Explained, show
from cutline.datasets.wording import printable
from cutline.metrics.explained.meteor_alignment import Alignment, MatchedPair
from cutline.metrics.meteor import STAGES, Meteor
from cutline.scoring.explanation import ImageExplanation
from tests.command_line import run_cutline

LABEL = len("candidate  ")
NARROWEST = 36
SIGNATURE = cutline.Corpus({1: ["a"]}, "rouge-l").score({1: "a"})["rouge-l"].signature
SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"

# Of all kinds that a terminal shows in one, two or no cells; bars would look like those of a table.
ODD_LETTERS = st.characters(exclude_categories=("Z", "Cc", "Cs"), exclude_characters="|")
LETTERS = st.sampled_from("abcdefghij漢字犬👍é\u0301\u200d\u202e\x00") | ODD_LETTERS
WORDS = st.text(LETTERS, min_size=1, max_size=8) | st.text("ab漢", min_size=30, max_size=90)


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def alignment_of(candidate: list[str], reference: list[str], *pairs: MatchedPair) -> Alignment:
    numbers = (0.0,) * len(Meteor.columns)
    words = (tuple(candidate), tuple(reference))
    return Alignment(*words, pairs, numbers, 0.5, 0.5, 0.5, 0.5, 0.5)


@st.composite
def alignments(draw: st.DrawFn) -> Alignment:
    """Any captions, with any matches that share no word, in any order."""
    sizes = draw(st.lists(st.tuples(st.integers(1, 3), st.integers(1, 3)), max_size=8))
    order = draw(st.permutations(range(len(sizes))))
    captions: tuple[list[str], list[str]] = ([], [])
    ranges: dict[tuple[int, int], range] = {}
    for side, places in ((0, order), (1, range(len(sizes)))):
        for place in [*places, None]:
            captions[side].extend(draw(st.lists(WORDS, max_size=3)))
            if place is not None:
                size = sizes[place][side]
                start = len(captions[side])
                ranges[side, place] = range(start, start + size)
                captions[side].extend(draw(st.lists(WORDS, min_size=size, max_size=size)))
    return alignment_of(
        *captions,
        *(
            MatchedPair(draw(st.sampled_from(STAGES)), ranges[0, place], ranges[1, place])
            for place in range(len(sizes))
        ),
    )


def shown(alignment: Alignment, width: int, **colours: object) -> list[str]:
    explained = Explained(Meteor(), SIGNATURE, [ImageExplanation(1, (alignment,))], are_files=False)
    screen = Screen()
    options = {"color_system": None, **colours}
    show(explained, Console(file=screen, width=width, highlight=False, **options))  # type: ignore[arg-type]
    *lines, signature = screen.getvalue().splitlines()
    assert signature.replace("\x1b[2m", "").replace("\x1b[0m", "") == str(SIGNATURE)
    return lines


def bars(line: str) -> list[int]:
    return [cell_len(line[:place]) for place, letter in enumerate(line) if letter == "|"]


@settings(deadline=None, max_examples=300)
@given(alignments(), st.integers(NARROWEST, 120))
def test_no_line_is_wider_than_asked_and_bars_stand_over_each_other(
    alignment: Alignment, width: int
) -> None:
    lines = shown(alignment, width)
    assert max(map(cell_len, lines)) <= width
    for upper, lower in pairwise(lines):
        if upper.startswith("candidate") or lower.startswith("reference"):
            assert bars(upper) == bars(lower)


@settings(deadline=None, max_examples=300)
@given(alignments(), st.integers(NARROWEST - LABEL, 120))
def test_every_word_is_shown_in_its_order_and_matches_are_linked(
    alignment: Alignment, width: int
) -> None:
    blocks = list(blocks_of(segments_of(alignment), width))
    columns = [column for block in blocks for _, column in block.columns]
    for caption, rows in (
        (alignment.candidate, [column.candidate for column in columns]),
        (alignment.reference, [column.reference for column in columns]),
    ):
        found = "".join("".join(row) for row in rows).replace(" ", "")
        wanted = (printable(word) for word in caption)
        assert found == "".join(
            text if cell_len(text) else "".join(f"U+{ord(letter):04X}" for letter in word)
            for word, text in zip(caption, wanted, strict=True)
        )
    links = [column.link for column in columns if column.link]
    both = [link for link in links if link[-1] not in SUPERSCRIPTS]
    halves = [link for link in links if link[-1] in SUPERSCRIPTS]
    assert len(both) + len(halves) / 2 == len(alignment.pairs)
    assert all(halves.count(link) % 2 == 0 for link in halves)
    stages = ["=" if pair.stage == "exact" else pair.stage for pair in alignment.pairs]
    assert {link.rstrip(SUPERSCRIPTS) for link in links} == set(stages)


@given(alignments())
def test_only_chunks_that_cross_have_numbers(alignment: Alignment) -> None:
    columns = [column for segment in segments_of(alignment) for column in segment]
    has_numbers = any(column.link[-1:] in (*SUPERSCRIPTS,) for column in columns if column.link)
    starts = [chunk[0].candidate.start for chunk in alignment.chunks]
    assert has_numbers == (starts != sorted(starts))


def test_a_segment_is_broken_only_if_it_is_wider_than_a_line() -> None:
    pairs = [MatchedPair("exact", range(n, n + 1), range(n, n + 1)) for n in range(4)]
    alignment = alignment_of(["otter"] * 4 + ["beaver"] * 9, ["otter"] * 4 + ["marten"] * 9, *pairs)
    lines = shown(alignment, 44)
    assert [line for line in lines if line.startswith("candidate")] == [
        "candidate  otter  otter  otter  otter |",
        "candidate  beaver  beaver  beaver  beaver",
        "candidate  beaver  beaver  beaver  beaver",
        "candidate  beaver",
    ]


def test_long_words_are_cut_and_stay_over_their_counterparts() -> None:
    word = "ha" * 30
    pair = MatchedPair("exact", range(1), range(1))
    lines = shown(alignment_of([word], [word], pair), 50)[:7]
    assert lines == [
        f"candidate  {word[:37]}",
        "           =",
        f"reference  {word[:37]}",
        "",
        f"candidate  {word[37:]}",
        f"reference  {word[37:]}",
        "",
    ]


def test_chinese_takes_two_cells_a_character() -> None:
    done = run_cutline(
        *("explain", "--candidate", "犬 跑 了 a", "--reference", "犬 在 a", "--tokenizer", "none")
    )
    assert done.stdout.splitlines()[:3] == [
        "candidate  犬 | 跑  了 | a",
        "           =  |        | =",
        "reference  犬 | 在     | a",
    ]


def test_marks_that_take_no_room_are_spelt_out() -> None:
    alignment = alignment_of(["\u0301", "\U0001f3fd\ufe0f", "\U0001f44d\U0001f3fd"], ["cafe\u0301"])
    columns = [column for segment in segments_of(alignment) for column in segment]
    assert [column.candidate for column in columns] == [
        ("U+0301",),
        ("U+1F3FD U+FE0F",),
        ("\U0001f44d\U0001f3fd",),
    ]
    assert columns[0].reference == ("cafe\u0301",)
    assert all(column.width > 0 for column in columns)


def test_control_characters_and_directions_do_not_reach_the_terminal() -> None:
    done = run_cutline(
        *("explain", "--candidate", "a \x1b[31mdog\u202e", "--reference", "a [bold]dog[/bold]"),
        *("--tokenizer", "none"),
    )
    assert done.exit_code == 0
    assert not {"\x1b", "\u202e"} & set(done.stdout)
    assert "\ufffd" in done.stdout
    assert "bold" in done.stdout


@pytest.mark.parametrize("width", [NARROWEST, 60])
def test_colour_is_for_screens_only(width: int) -> None:
    word = "ha" * 40
    pair = MatchedPair("stem", range(1), range(1))
    alignment = alignment_of([word, "otter", "a"], [word, "marten"], pair)
    coloured = "\n".join(shown(alignment, width, force_terminal=True, color_system="standard"))
    assert "\x1b[31motter\x1b[0m" in coloured
    assert "\x1b[2;31ma\x1b[0m" in coloured
    assert "\x1b[32mstem\x1b[0m" in coloured
    assert "\x1b[31mha" not in coloured  # a word that is matched is so to its end
    piped = run_cutline("explain", "--candidate", "a dog", "--reference", "an owl")
    assert "\x1b" not in piped.stdout
