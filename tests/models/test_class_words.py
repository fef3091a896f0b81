"""What classes are called, and where captions name them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from cutline.core.errors import UsageError
from cutline.models.class_words import ClassWords, Mention

CLASSES = ClassWords.of(["dog", "hot dog", "sheep", "bat"], {"dog": ["puppy"]})


def found(text: str, present: Sequence[int] = range(4)) -> list[Mention]:
    return CLASSES.mentions(text.split(), present)


def test_finds_names_in_the_singular_and_the_plural() -> None:
    assert found("two puppies and a dog") == [Mention(1, 2, 0, 1, True), Mention(4, 5, 0, 0, False)]


def test_takes_the_longer_name() -> None:
    assert found("a hot dog") == [Mention(1, 3, 1, 0, False)]
    assert found("two hot dogs") == [Mention(1, 3, 1, 0, True)]


def test_looks_for_present_classes_only() -> None:
    assert found("a hot dog", [0]) == [Mention(2, 3, 0, 0, False)]
    assert found("a hot dog", [3]) == []


def test_a_name_without_a_plural_is_singular() -> None:
    assert found("many sheep") == [Mention(1, 2, 2, 0, False)]


def test_of_classes_with_one_name_the_present_one_is_meant() -> None:
    classes = ClassWords.of(["bat", "baseball bat"], {"baseball bat": ["bat"]})
    assert classes.mentions(["bat"], {1}) == [Mention(0, 1, 1, 1, False)]
    assert classes.mentions(["bat"], {0, 1}) == [Mention(0, 1, 0, 0, False)]


def test_words_are_those_of_all_forms() -> None:
    assert CLASSES.words == {"dog", "dogs", "puppy", "puppies", "hot", "sheep", "bat", "bats"}


def test_plain_data_gives_the_same_classes() -> None:
    classes = ClassWords.of(["horse", "zebra"], {}, {"zebra": "horse"})
    assert ClassWords.from_plain(classes.plain()) == classes
    assert classes.stand_ins == [0, 0]


@pytest.mark.parametrize("plain", [{}, {"names": 3, "neighbours": []}, {"names": [[["a"]]]}])
def test_refuses_other_data(plain: dict[str, object]) -> None:
    with pytest.raises(UsageError, match="classes have `names` and `neighbours`"):
        ClassWords.from_plain(plain)


def test_refuses_what_cannot_be() -> None:
    with pytest.raises(UsageError, match=r"no class 'hors' \(did you mean horse\?\)"):
        ClassWords.of(["horse", "zebra"], {}, {"zebra": "hors"})
    with pytest.raises(UsageError, match="novel too"):
        ClassWords.of(["horse", "zebra"], {}, {"zebra": "horse", "horse": "zebra"})
    with pytest.raises(UsageError, match="no classes"):
        ClassWords.of([])
    with pytest.raises(UsageError, match="number 1 has none"):
        ClassWords(((("dog", "dogs"),), ()))
    with pytest.raises(UsageError, match="there are 1 classes"):
        ClassWords(((("dog", "dogs"),),), ((0, 1),))


class Directions:
    """Vectors of which horse and zebra have nearly the same."""

    digest, alike, size = "directions", 0.5, 2

    def vectors(self, phrases: Sequence[str]) -> NDArray[np.float64]:
        known = {"horse": (1.0, 0.1), "zebra": (1.0, 0.0), "cup": (0.0, 1.0), "bottle": (0.2, 1.0)}
        return np.array([known[phrase] for phrase in phrases])


def test_nearest_names_make_neighbours() -> None:
    classes = ClassWords.of(["cup", "horse", "zebra", "bottle"])
    assert classes.with_nearest([2, 3], Directions()).neighbours == ((2, 1), (3, 0))
    with pytest.raises(UsageError, match="all classes are novel"):
        classes.with_nearest(range(4), Directions())
