from __future__ import annotations

import pytest

from cutline.core.errors import UsageError
from cutline.models.content_selection import COMBINATIONS, CUES, SINGLE_CUES, Priors, parse_selector
from cutline.models.content_selection.by_bigram import ByBigram
from cutline.models.content_selection.by_random import ByRandom
from cutline.models.content_selection.by_size import BySize
from tests.models.content_selection.pictures import labelled, playground


@pytest.mark.parametrize("name", [*CUES, *COMBINATIONS, "size+learnt+random"])
def test_what_is_printed_can_be_typed_back_in(name: str) -> None:
    choice = parse_selector(name)
    assert str(choice) == name
    assert parse_selector(str(choice)) == choice
    selector = choice.fit(playground())
    assert set(selector.ranked(labelled("new", "dog ball tree"))) <= {"0", "1", "2"}


def test_spaces_around_a_cue_do_no_harm() -> None:
    assert str(parse_selector(" bigram + size ")) == "bigram+size"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("sise", r"'sise' is no way to choose boxes \(did you mean size\?\); there are: random, "),
        ("bigram+sise", r"'sise' in 'bigram\+sise' is no way .*did you mean size"),
        ("", "'' is no way to choose boxes"),
        ("size+", r"'' in 'size\+' is no way"),
        ("Size", r"did you mean size\?"),
    ],
)
def test_an_unknown_cue_is_refused_with_near_names(name: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        parse_selector(name)


def test_only_cues_that_learn_need_priors() -> None:
    needing = {name for name in CUES if parse_selector(name).needs_priors}
    assert needing == {"unigram", "bigram", "learnt"}
    assert parse_selector("size+bigram").needs_priors
    assert {name for name in CUES if parse_selector(name).needs_learning} == {"learnt"}
    assert set(SINGLE_CUES) <= set(CUES)


def test_cues_without_priors_are_built_without_any() -> None:
    assert parse_selector("size").build() == BySize()
    assert parse_selector("random").build(seed=4) == ByRandom(4)
    assert parse_selector("size").fit([]) == BySize()


def test_priors_that_are_missing_are_asked_for() -> None:
    with pytest.raises(UsageError, match=r"size\+bigram: bigram learns from described images"):
        parse_selector("size+bigram").build()
    counts_only = Priors.fit(playground(), learnt=False)
    assert isinstance(parse_selector("bigram").build(counts_only), ByBigram)
    with pytest.raises(UsageError, match="counts only, and no weights for learnt"):
        parse_selector("learnt").build(counts_only)
