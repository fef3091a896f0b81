"""Diverse beam search against the plain algorithm."""

from __future__ import annotations

import pytest

from tests.models.torch_part import needs_torch

needs_torch()

from hypothesis import given  # noqa: E402
from hypothesis import settings as hypothesis_settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from cutline.core.errors import UsageError  # noqa: E402
from cutline.models.decoding import beam_search, diverse_beam_search  # noqa: E402
from tests.models.decoding import plain  # noqa: E402
from tests.models.decoding.test_beam_search import tied  # noqa: E402
from tests.models.decoding.toys import Markov  # noqa: E402


@hypothesis_settings(max_examples=40)
@given(
    st.integers(0, 10_000),
    st.integers(1, 3),
    st.integers(1, 3),
    st.sampled_from([0.0, 0.5, 2.0]),
    st.integers(1, 4),
)
def test_it_is_the_plain_algorithm(
    seed: int, groups: int, of_each: int, penalty: float, most: int
) -> None:
    captioner = tied(seed)
    batch = captioner.images()
    beam = groups * of_each
    found = diverse_beam_search(captioner, batch, beam, groups, penalty, most)
    for row, ours in enumerate(found):
        expected = plain.diverse_beam_search(
            captioner, batch.rows([row]), beam, groups, penalty, most
        )
        assert [(one.tokens, one.score) for one in ours] == expected


def test_one_group_is_a_beam_search() -> None:
    captioner = Markov.random(4, 4, seed=1)
    batch = captioner.images()
    assert diverse_beam_search(captioner, batch, 4, 1, keep=3) == beam_search(
        captioner, batch, 4, keep=3
    )


def test_groups_begin_with_words_of_their_own() -> None:
    captioner = Markov.random(4, 8, seed=1, spread=3.0)
    batch = captioner.images()
    for ours in diverse_beam_search(captioner, batch, 3, 3, penalty=100.0):
        assert len({one.tokens[0] for one in ours}) == 3
        assert [one.score for one in ours] == sorted((one.score for one in ours), reverse=True)
    assert diverse_beam_search(captioner, batch.rows([])) == []


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"beam": 5, "groups": 2}, "a beam of 5 does not fall into 2 groups"),
        ({"penalty": -1.0}, "penalty is -1.0"),
        ({"groups": 0}, "groups is 0"),
    ],
)
def test_what_cannot_be_asked_for(values: dict[str, float], said: str) -> None:
    captioner = Markov.random(1, 2, seed=0)
    with pytest.raises(UsageError, match=said):
        diverse_beam_search(captioner, captioner.images(), **values)  # type: ignore[arg-type]
