"""Which of a noun's senses people mean when they speak of what a picture shows.

WordNet lists a noun's senses by how often they were met, and METEOR's list has lost that order.
What it has kept tells more of things in pictures: a sense in common use has many kinds below
it, and a rare one has none.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from cutline.text.noun_files import file_name, is_named_person
from cutline.text.noun_links import steps_down
from cutline.text.noun_lists import Links

PHYSICAL_ENTITY = 1930
PERSON = 7846

#: At most so many senses of a noun count,
_MOST = 2
#: and only those with no fewer than a twelfth of the kinds of the first one (e to the 2.5th).
_LESS = 2.5
#: What is taken off for each sense of the same file that comes before.
_LATER = 0.5


class SenseOrder:
    """Puts the senses of nouns in the order of how usual they are.

    Args:
        above: for each synset those directly above it, the root first.

    Raises:
        ValueError: when a synset is not below the root, or is above itself.
    """

    def __init__(self, above: Links) -> None:
        self._kinds = dict.fromkeys(above, 0)
        self._physical = set()
        for synset in steps_down(above):
            for other in _all_above(above, synset):
                self._kinds[other] += 1
                if other == PHYSICAL_ENTITY:
                    self._physical.add(synset)

    def ordered(self, senses: Sequence[int]) -> tuple[list[int], int]:
        """The senses, the most usual first, and how many of them count.

        Args:
            senses: in the order of METEOR's list.
        """
        if len(senses) == 1:
            return list(senses), 1
        weights = self._weights(senses)
        likely = sorted(self._likely(senses, weights), key=lambda sense: -weights[sense])
        least = weights[likely[0]] - _LESS
        usual = [sense for sense in likely[:_MOST] if weights[sense] >= least]
        rest = sorted(set(senses) - set(usual), key=lambda sense: (-weights[sense], sense))
        return usual + rest, len(usual)

    def _weights(self, senses: Sequence[int]) -> dict[int, float]:
        seen: dict[str, int] = {}
        weights = {}
        for sense in senses:
            earlier = seen.setdefault(file_name(sense), 0)
            seen[file_name(sense)] += 1
            weights[sense] = math.log(self._kinds[sense] + 1) - _LATER * earlier
        return weights

    def _likely(self, senses: Sequence[int], weights: dict[int, float]) -> list[int]:
        """Without what a caption hardly ever means."""
        # Pictures show things: a match is a stick, and a glass no amount of wine.
        seen = [sense for sense in senses if sense in self._physical] or list(senses)
        # Chesterfield was an earl; a chesterfield is a sofa.
        seen = [sense for sense in seen if not is_named_person(sense)] or seen
        persons = [sense for sense in seen if file_name(sense) == "person"]
        if any(file_name(sense) == "body" for sense in seen):
            # Heads of schools and hired hands are named by a part of theirs.
            doubtful = persons
        else:
            # Most persons that are called as things or animals are called names: goose, pig, snake.
            rivals = [
                weights[sense] for sense in senses if sense not in persons and sense != PERSON
            ]
            strongest = max(rivals, default=-math.inf)
            doubtful = [sense for sense in persons if weights[sense] <= strongest]
        return (
            [sense for sense in seen if sense not in doubtful]
            or [sense for sense in senses if sense not in persons]
            or seen
        )


def _all_above(above: Links, synset: int) -> Iterable[int]:
    found: dict[int, None] = {}
    waiting = list(above[synset])
    while waiting:
        other = waiting.pop()
        if other == synset:
            raise ValueError(f"relations: {synset:08} is above itself")
        if other not in found:
            found[other] = None
            waiting.extend(above[other])
    return found
