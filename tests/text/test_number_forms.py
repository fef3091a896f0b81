"""Singulars and plurals."""

from __future__ import annotations

import pytest

from cutline.text.number_forms import number_forms


@pytest.mark.parametrize(
    ("singular", "plural"),
    [
        ("duck", "ducks"),
        ("bus", "buses"),
        ("glass", "glasses"),
        ("box", "boxes"),
        ("bench", "benches"),
        ("toothbrush", "toothbrushes"),
        ("puppy", "puppies"),
        ("toy", "toys"),
        ("knife", "knives"),
        ("giraffe", "giraffes"),
        ("calf", "calves"),
        ("potato", "potatoes"),
        ("kangaroo", "kangaroos"),
        ("man", "men"),
        ("policewoman", "policewomen"),
        ("human", "humans"),
        ("grandchild", "grandchildren"),
        ("person", "people"),
        ("person", "persons"),
        ("mouse", "mice"),
    ],
)
def test_plurals_are_among_the_forms(singular: str, plural: str) -> None:
    assert plural in number_forms(singular)


@pytest.mark.parametrize(
    ("plural", "singular"),
    [("books", "book"), ("skis", "ski"), ("boxes", "box"), ("berries", "berry"), ("uses", "use")],
)
def test_regular_singulars_are_among_the_forms(plural: str, singular: str) -> None:
    assert singular in number_forms(plural)


@pytest.mark.parametrize("word", ["glass", "s", "", "y", "鴨"])
def test_odd_words_do_no_harm(word: str) -> None:
    assert "" not in number_forms(word)
    assert word not in number_forms(word)
    assert word[:-1] not in number_forms(word)
