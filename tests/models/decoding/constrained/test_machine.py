"""The machine against plain search for phrases in a caption."""

from __future__ import annotations

import pytest

pytest.importorskip("torch", reason="PyTorch is not installed")

from hypothesis import given, settings
from hypothesis import strategies as some

from cutline.core.errors import UsageError
from cutline.models.decoding.constrained.constraint import (
    Constraint,
    mention,
    mentions,
    words_of,
)
from cutline.models.decoding.constrained.machine import machine_of

WORDS = some.sampled_from("abc")
PHRASES = some.lists(WORDS, min_size=1, max_size=4).map(tuple)
CONSTRAINTS = some.lists(
    some.builds(Constraint, some.just("x"), some.lists(PHRASES, min_size=1, max_size=3).map(tuple)),
    max_size=3,
)


def met_by(machine_words: list[str], constraints: list[Constraint]) -> int:
    """The constraints that words meet, as bits, found by looking everywhere."""
    return sum(
        mentions(machine_words, constraint, constraints) << number
        for number, constraint in enumerate(constraints)
    )


@settings(max_examples=300, deadline=None)
@given(CONSTRAINTS, some.lists(some.sampled_from("abcd"), max_size=12))
def test_machine_knows_what_is_mentioned(constraints: list[Constraint], words: list[str]) -> None:
    machine = machine_of(constraints)
    for length in range(len(words) + 1):
        state = machine.read(words[:length])
        assert machine.met[state] == met_by(words[:length], constraints)


@settings(max_examples=100, deadline=None)
@given(CONSTRAINTS)
def test_nothing_that_is_met_is_lost(constraints: list[Constraint]) -> None:
    machine = machine_of(constraints)
    for state, leads in enumerate(machine.after):
        assert all(machine.met[lead] & machine.met[state] == machine.met[state] for lead in leads)


@pytest.mark.parametrize(
    ("names", "states"),
    [
        ([], 1),
        (["dog"], 2),
        (["dog", "cat"], 4),
        (["dog", "cat", "bus"], 8),
        # "hot" alone is a state beside each of the two sets without the hot dog.
        (["hot dog", "cat"], 4 + 2),
        (["bow and arrow"], 2 + 2),
        # A dog after "hot" is none, so "hot" still counts where the hot dog is met.
        (["hot dog", "dog"], 4 + 3),
    ],
)
def test_machine_is_as_small_as_can_be(names: list[str], states: int) -> None:
    assert len(machine_of([mention(name) for name in names])) == states


@pytest.mark.parametrize(
    ("text", "met"),
    [
        ("a hot dog", 0b001),
        ("two hot dogs", 0b001),
        ("a hot and a dog", 0b010),  # not in a row
        ("hot hot dog", 0b001),  # the phrase starts once more
        ("a fire hot dog", 0b001),  # another phrase starts within one
        ("a dog and a hot dog", 0b011),
        ("fire fire hydrants", 0b100),
        ("hydrant fire", 0),
        ("a fire hydrant, then hot", 0),  # "hydrant," is another word
        ("hot dog fire hydrant dog hot", 0b111),
    ],
)
def test_phrases(text: str, met: int) -> None:
    constraints = [mention("hot dog"), mention("dog"), mention("fire hydrant")]
    machine = machine_of(constraints)
    assert machine.met[machine.read(text.split())] == met
    assert met_by(text.split(), constraints) == met


def test_every_form_counts() -> None:
    machine = machine_of([mention("knives")])
    for word in ("knife", "knives"):
        assert machine.met[machine.read(["a", word])] == 1
    assert "knife" in words_of([mention("knives")])
    assert ("sheep",) in mention("sheep").phrases


def test_two_constraints_may_share_a_phrase() -> None:
    machine = machine_of([mention("cell phone", ["phone"]), mention("phone")])
    assert machine.met[machine.read(["phone"])] == 0b11
    assert machine.met[machine.read(["cell", "phones"])] == 0b01


def test_too_many_and_empty_constraints_are_refused() -> None:
    with pytest.raises(UsageError, match="6 constraints for one caption, expected at most 5"):
        machine_of([mention(name) for name in "abcdef"])
    with pytest.raises(UsageError, match=r"nothing to say for the constraint '\.\.\.'"):
        mention("...")
