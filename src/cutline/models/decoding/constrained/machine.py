"""A finite state machine that reads a caption word by word and knows what it has mentioned.

A state stands for a set of constraints that are met, and for how far the last words have got into
phrases of several words. With n constraints there are 2^n sets; a phrase of several words adds
states between them. A set only grows: nothing that is met is lost by any later word.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from cutline.core.errors import UsageError
from cutline.models.decoding.constrained.constraint import Constraint, Phrase

#: More would be a beam for each of too many sets.
MOST_CONSTRAINTS = 5

#: A state while the machine is built: the met constraints as bits, and the words that may yet
#: become a phrase.
_Place = tuple[int, Phrase]


@dataclass(frozen=True)
class Machine:
    """States by number; 0 is the first.

    Args:
        count: how many constraints there are.
        met: for each state the constraints that are met, as bits.
        words: the words that phrases have.
        after: for each state the state that each of the words leads to; the last one is that of
            all other words.
    """

    count: int
    met: tuple[int, ...]
    words: tuple[str, ...]
    after: tuple[tuple[int, ...], ...]

    def __len__(self) -> int:
        return len(self.met)

    def read(self, words: Iterable[str], state: int = 0) -> int:
        """The state after more words.

        >>> from cutline.models.decoding.constrained.constraint import mention
        >>> machine = machine_of([mention("hot dog"), mention("cat")])
        >>> texts = ("a hot dog", "hot cats and dogs", "a hot hot dog eats a cat", "a hot")
        >>> [bin(machine.met[machine.read(text.split())]) for text in texts]
        ['0b1', '0b10', '0b11', '0b0']
        """
        for word in words:
            state = self.after[state][self._columns.get(word, -1)]
        return state

    @cached_property
    def _columns(self) -> dict[str, int]:
        return {word: column for column, word in enumerate(self.words)}

    def number_met(self, state: int) -> int:
        """How many constraints are met in a state."""
        return self.met[state].bit_count()


def machine_of(constraints: Sequence[Constraint]) -> Machine:
    """The smallest machine that tells which constraints the words so far meet.

    Words of a phrase have to stand in a row. A word that does not go on with the phrase may be the
    start of it once more, or of another one: in "hot hot dog" the second "hot" is.

    Raises:
        UsageError: when there are more constraints than `MOST_CONSTRAINTS`.
    """
    if len(constraints) > MOST_CONSTRAINTS:
        raise UsageError(
            f"{len(constraints)} constraints for one caption, expected at most {MOST_CONSTRAINTS}"
        )
    met_by = _met_by(constraints)
    starts = {phrase[:size] for phrase in met_by for size in range(len(phrase))} | {()}
    words = tuple(sorted({word for phrase in met_by for word in phrase}))
    places: dict[_Place, int] = {(0, ()): 0}
    after: list[list[int]] = []
    for place in _as_found(places):
        row = [_step(place, word, met_by, starts) for word in words] + [(place[0], ())]
        after.append([places.setdefault(found, len(places)) for found in row])
    return _smallest(len(constraints), [met for met, _ in places], words, after)


def _as_found(places: dict[_Place, int]) -> Iterable[_Place]:
    """All places, those too that are added on the way."""
    done = 0
    while done < len(places):
        for place in list(places)[done:]:
            yield place
            done += 1


def _met_by(constraints: Sequence[Constraint]) -> dict[Phrase, int]:
    """The constraints that a phrase meets, as bits; one may be a phrase of several."""
    met_by: dict[Phrase, int] = {}
    for number, constraint in enumerate(constraints):
        for phrase in constraint.phrases:
            met_by[phrase] = met_by.get(phrase, 0) | 1 << number
    return met_by


def _step(place: _Place, word: str, met_by: dict[Phrase, int], starts: set[Phrase]) -> _Place:
    met, begun = place
    said = (*begun, word)
    endings = [said[first:] for first in range(len(said))]  # the longest first
    # Only the longest phrase counts that ends here: a hot dog is no dog.
    met |= next((met_by[ending] for ending in endings if ending in met_by), 0)
    return met, next((ending for ending in endings if ending in starts), ())


def _smallest(
    count: int, met: Sequence[int], words: tuple[str, ...], after: Sequence[Sequence[int]]
) -> Machine:
    """The same machine with states put together that no further words can tell apart."""
    kinds, known = list(met), 0
    while len(set(kinds)) > known:
        known = len(set(kinds))
        full = [(kind, *(kinds[to] for to in row)) for kind, row in zip(kinds, after, strict=True)]
        numbers: dict[tuple[int, ...], int] = {}
        kinds = [numbers.setdefault(signs, len(numbers)) for signs in full]
    # The first of each kind speaks for it, so that the first state stays the first.
    first = {kind: state for state, kind in reversed(list(enumerate(kinds)))}
    order = sorted(first, key=lambda kind: first[kind])
    number = {kind: new for new, kind in enumerate(order)}
    return Machine(
        count,
        tuple(met[first[kind]] for kind in order),
        words,
        tuple(tuple(number[kinds[to]] for to in after[first[kind]]) for kind in order),
    )
