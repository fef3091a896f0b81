"""Constrained beam search against trying all captions."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache

import pytest

pytest.importorskip("torch", reason="PyTorch is not installed")

import torch
from hypothesis import given, settings
from hypothesis import strategies as some

from cutline.core.errors import ContentError, UsageError
from cutline.models.decoding.beam_search import beam_search
from cutline.models.decoding.constrained import (
    Constrained,
    Constraint,
    constrained_beam_search,
    mention,
    mentions,
)
from cutline.models.decoding.constrained.machine import machine_of
from cutline.models.images import Images
from cutline.models.up_down import UpDown, UpDownConfig
from cutline.models.vocabulary import SPECIAL, UNKNOWN, Vocabulary
from tests.models.decoding.toys import Markov, Slotted, all_captions, images, padded, rescored

WIDE = 400  # as many captions as the toys can say, and more


class Naming(Slotted):
    """Its regions are called, by their number, by one word, by two words, or by an unknown one."""

    names = ("w0", "w1 w2", "w1", "zebra")

    def text(self, tokens: Sequence[int], images: Images, row: int) -> str:
        """Words, and the names of regions."""
        words = len(self.vocabulary)
        said = [
            self.vocabulary.words[token] if token < words else self.names[token - words]
            for token in tokens
            if token >= len(SPECIAL)
        ]
        return " ".join(said)


def number_met(text: str, constraints: Sequence[Constraint]) -> int:
    return sum(mentions(text.split(), constraint, constraints) for constraint in constraints)


@cache
def markov(seed: int) -> tuple[Markov, Images]:
    captioner = Markov.random(2, 3, seed)
    return captioner, captioner.images()


@cache
def naming(seed: int) -> tuple[Markov, Images]:
    batch = images(2, [2, 4], seed=seed)
    batch.features[:, 0, 0] = torch.arange(2.0)
    return Naming.random(2, 2, seed), batch


@cache
def all_texts(
    of: Callable[[int], tuple[Markov, Images]], seed: int, row: int, most: int
) -> list[tuple[float, str]]:
    """Every caption of a toy with its score; trying all takes long, and is done once."""
    captioner, batch = of(seed)
    return [
        (score, captioner.text(tokens, batch, row))
        for score, tokens in all_captions(captioner, batch, row, most)
    ]


def best_of_all(
    texts: Sequence[tuple[float, str]], constraints: Sequence[Constraint], wanted: int
) -> tuple[float, int]:
    """The score of the likeliest caption that meets enough, or else the most, and how many."""
    found = [(score, number_met(text, constraints)) for score, text in texts]
    needed = min(wanted, max(met for _, met in found))
    return max((score, met) for score, met in found if met >= needed)


PHRASES = some.lists(some.sampled_from(["w0", "w1", "w2", "zebra"]), min_size=1, max_size=3)
GIVEN = some.lists(
    some.builds(
        Constraint,
        some.sampled_from(["one", "another"]),
        some.lists(PHRASES.map(tuple), min_size=1, max_size=2).map(tuple),
    ),
    max_size=3,
)


@settings(max_examples=30, deadline=None)
@given(some.lists(GIVEN, min_size=2, max_size=2), some.integers(0, 3), some.sampled_from([None, 1]))
def test_wide_beams_find_the_best_of_all(
    several: list[list[Constraint]], seed: int, at_least: int | None
) -> None:
    (captioner, batch), most = markov(seed), 4
    found = constrained_beam_search(captioner, batch, several, at_least, WIDE, None, most)
    for row, constraints in enumerate(several):
        wanted = len(constraints) if at_least is None else min(at_least, len(constraints))
        score, met = best_of_all(all_texts(markov, seed, row, most), constraints, wanted)
        (caption,) = found[row]
        assert caption.score == pytest.approx(score, abs=1e-5)
        assert caption.is_satisfied == (met >= wanted)
        text = captioner.text(caption.tokens, batch, row)
        assert len(caption.met) == number_met(text, constraints)
        assert len(caption.met) + len(caption.missed) == len(constraints)
        assert rescored(captioner, batch, row, caption.tokens) == pytest.approx(caption.score)


@settings(max_examples=30, deadline=None)
@given(some.lists(GIVEN, min_size=2, max_size=2), some.integers(0, 2))
def test_slots_say_words_too(several: list[list[Constraint]], seed: int) -> None:
    (captioner, batch), most = naming(seed), 3
    found = constrained_beam_search(captioner, batch, several, None, WIDE, None, most)
    for row, constraints in enumerate(several):
        score, met = best_of_all(all_texts(naming, seed, row, most), constraints, len(constraints))
        assert found[row][0].score == pytest.approx(score, abs=1e-5)
        assert len(found[row][0].met) == met


@settings(max_examples=40, deadline=None)
@given(GIVEN, some.integers(0, 99), some.integers(1, 3), some.sampled_from([1, None]))
def test_narrow_beams_meet_what_can_be_met(
    constraints: list[Constraint], seed: int, beam: int, per_node: int | None
) -> None:
    """Any word may follow any other here, so length alone can be in the way."""
    captioner = Markov.random(1, 4, seed, spread=5.0)
    captioner.vocabulary = Vocabulary((*SPECIAL, "w0", "w1", "w2", "zebra"))
    batch = captioner.images()
    for most in (2, 4, 9):
        ((caption,),) = constrained_beam_search(
            captioner, batch, [constraints], None, beam, per_node, most
        )
        assert caption.is_satisfied == (most >= fewest_words(constraints, captioner.vocabulary))
        text = captioner.text(caption.tokens, batch, 0)
        assert len(caption.met) == number_met(text, constraints)


def fewest_words(constraints: Sequence[Constraint], vocabulary: Vocabulary) -> float:
    """How many words a caption needs to meet all constraints."""
    machine = machine_of(constraints)
    reached, count = {0}, 0
    while not any(machine.number_met(state) == len(constraints) for state in reached):
        words = vocabulary.words[len(SPECIAL) :]
        more = reached | {machine.read([word], state) for state in reached for word in words}
        if more == reached:
            return math.inf
        reached, count = more, count + 1
    return count


@pytest.mark.parametrize("seed", range(5))
def test_without_constraints_it_is_beam_search(seed: int) -> None:
    captioner = Markov.random(4, 5, seed)
    batch = captioner.images()
    plain = beam_search(captioner, batch, 3, most=6, keep=3)
    found = constrained_beam_search(
        captioner, batch, [()] * 4, beam=3, per_node=None, most=6, keep=3
    )
    for row in range(4):
        assert [caption.tokens for caption in found[row]] == [one.tokens for one in plain[row]]
        for caption, one in zip(found[row], plain[row], strict=True):
            assert caption.score == pytest.approx(one.score)
            assert caption.attention is not None
            assert one.attention is not None
            assert torch.equal(caption.attention, one.attention)


def test_batched_is_one_by_one() -> None:
    names = [["w0"], ["w1 w2", "w3"], [], ["w0", "w1", "w3 w3 w3"], ["zebra"]]
    given = [[mention(name) for name in several] for several in names]
    captioner = Markov.random(5, 6, 3)
    batch = captioner.images()
    together = constrained_beam_search(captioner, batch, given, most=8, keep=2)
    for row in range(5):
        alone = constrained_beam_search(captioner, batch.rows([row]), [given[row]], most=8, keep=2)
        assert alone[0] == together[row]


def test_filling_up_regions_changes_nothing() -> None:
    captioner = Naming.random(1, 3, 1)
    batch, given = images(1, [4]), [[mention("zebra"), mention("w2")]]
    batch.features[:, 0, 0] = 0
    (found,) = constrained_beam_search(captioner, batch, given, most=6)
    (more,) = constrained_beam_search(captioner, padded(batch, 3), given, most=6)
    assert found[0].tokens == more[0].tokens
    assert found[0].score == pytest.approx(more[0].score)
    assert found[0].met == ("zebra", "w2")


def trained_like(words: Sequence[str]) -> tuple[UpDown, Images]:
    torch.manual_seed(0)
    captioner = UpDown(Vocabulary((*SPECIAL, *words)), 3, UpDownConfig.presets["tiny"])
    return captioner, images(3)


def test_a_network_says_what_it_has_to() -> None:
    captioner, batch = trained_like(["a", "hot", "dog", "dogs", "bus", "sits"])
    given = [mention("hot dog"), mention("bus")]
    for (caption,) in constrained_beam_search(captioner, batch, [given] * 3, most=7):
        text = captioner.text(caption.tokens, batch, 0)
        assert "hot dog" in text
        assert "bus" in text.split()
        assert caption.is_satisfied
        assert caption.met == ("hot dog", "bus")


def test_at_least_so_many_are_met_and_the_likeliest_of_these() -> None:
    captioner, batch = trained_like(["a", "hot", "dog", "bus", "cat"])
    given = [[mention("dog"), mention("bus"), mention("cat")]] * 3
    scores = []
    for wanted in (0, 1, 2, 3, 4):
        (one, *_) = constrained_beam_search(
            captioner, batch, given, at_least=wanted, beam=50, per_node=None, most=5
        )
        assert len(one[0].met) >= min(wanted, 3)
        assert one[0].wanted == min(wanted, 3)
        scores.append(one[0].score)
    assert scores == sorted(scores, reverse=True)
    assert scores[3] == scores[4] < scores[0]


@pytest.mark.parametrize(("per_node", "count"), [(1, 1), (2, 2), (None, 3)])
def test_so_many_words_lead_from_a_caption_to_a_state(per_node: int | None, count: int) -> None:
    captioner = Markov.random(1, 5, 0)
    any_of_three = Constraint("any", (("w0",), ("w1",), ("w2",)))
    (found,) = constrained_beam_search(
        captioner, captioner.images(), [[any_of_three]], per_node=per_node, most=1, keep=9
    )
    assert len(found) == count
    best = max(float(captioner.tables[0, 1, token]) for token in (4, 5, 6))
    assert found[0].score == pytest.approx(best)


def test_what_cannot_be_met_is_said() -> None:
    captioner, batch = trained_like(["a", "hot", "dog"])
    given = [[mention("zebra"), mention("dog")], [mention("hot dog")], []]
    no_word, too_short, nothing = (
        found[0] for found in constrained_beam_search(captioner, batch, given, most=1)
    )
    assert (no_word.met, no_word.missed, no_word.wanted) == (("dog",), ("zebra",), 2)
    assert not no_word.is_satisfied
    assert (too_short.met, too_short.missed) == ((), ("hot dog",))
    assert not too_short.is_satisfied
    assert nothing == Constrained(nothing.tokens, nothing.score)
    assert nothing.is_satisfied


def test_no_unknown_word_stands_between() -> None:
    tables = torch.full((1, 7, 7), -50.0)
    hot, dog = 4, 5
    tables[0, 1, hot], tables[0, hot, UNKNOWN], tables[0, UNKNOWN, dog] = -1.0, -1.0, -1.0
    tables[0, dog, 2] = -1.0
    captioner = Markov(tables)
    captioner.vocabulary = Vocabulary((*SPECIAL, "hot", "dog", "x"))
    given = [[mention("hot dog")]]
    ((caption,),) = constrained_beam_search(captioner, captioner.images(), given)
    assert caption.tokens == (hot, dog, 2)
    assert caption.is_satisfied


class InPieces(Markov):
    """Its tokens are pieces of words; a blank stands before those that begin one."""

    def pieces(self, text: str) -> tuple[str, ...]:
        """The tokens of a text."""
        known = {"zebras": (" zebra", "s"), "zebra": (" zebra",), "hot dog": (" hot", " dog")}
        return known.get(text, (" nothing",))

    def text(self, tokens: Sequence[int], images: Images, row: int) -> str:
        """Pieces put together."""
        said = [self.vocabulary.words[token] for token in tokens if token >= len(SPECIAL)]
        return "".join(said).strip()


@pytest.mark.parametrize("seed", range(3))
def test_tokens_may_be_pieces_of_words(seed: int) -> None:
    captioner = InPieces.random(1, 5, seed)
    captioner.vocabulary = Vocabulary((*SPECIAL, " zebra", "s", " hot", " dog", "gy"))
    given = [[mention("zebra"), mention("hot dog")]]
    ((caption,),) = constrained_beam_search(captioner, captioner.images(), given, most=8)
    said = captioner.text(caption.tokens, captioner.images(), 0).split()
    # A piece may go on to become another word: "hot doggy". Then it is told that it is missing.
    assert caption.met == tuple(one.name for one in given[0] if mentions(said, one, given[0]))
    assert "zebra" in " ".join(said)
    assert "hot dog" in " ".join(said)


def test_attention_follows_its_caption() -> None:
    captioner = Markov.random(1, 5, 2)
    given = [[mention("w1 w2"), mention("w4")]]
    ((caption,),) = constrained_beam_search(captioner, captioner.images(), given, most=8)
    assert caption.attention is not None
    before = (1, *caption.tokens[:-1])
    wanted = [token + 100.0 * place for place, token in enumerate(before, 1)]
    assert caption.attention[:, 0].tolist() == wanted


def test_no_images_no_captions() -> None:
    captioner = Markov.random(2, 3, 0)
    assert constrained_beam_search(captioner, captioner.images().rows([]), []) == []


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"beam": 0}, "beam is 0, expected at least 1"),
        ({"per_node": 0}, "per_node is 0"),
        ({"most": 0}, "most is 0"),
        ({"keep": -1}, "keep is -1"),
        ({"at_least": -1}, "at_least is -1, expected 0 or more"),
    ],
)
def test_wrong_counts_are_refused(wrong: dict[str, int], said: str) -> None:
    captioner = Markov.random(1, 3, 0)
    with pytest.raises(UsageError, match=said):
        constrained_beam_search(captioner, captioner.images(), [()], **wrong)


def test_constraints_of_other_images_are_refused() -> None:
    captioner = Markov.random(2, 3, 0)
    with pytest.raises(UsageError, match="constraints of 1 images, expected 2"):
        constrained_beam_search(captioner, captioner.images(), [()])


def test_what_is_no_number_is_refused() -> None:
    captioner = Markov(torch.full((1, 7, 7), torch.nan))
    with pytest.raises(ContentError, match="no numbers"):
        constrained_beam_search(captioner, captioner.images(), [()])
