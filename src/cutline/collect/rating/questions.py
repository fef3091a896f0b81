"""What is asked in a project of ratings, and the answers that there are to it.

A project keeps its question as JSON, with its `kind` and its `text`:

- `likert`: one caption on a scale; the answer is a whole number from 1 to `points`.
- `yes_no`: one caption, or two of which the second is what the first is held against; the answer
  is true or false.
- `pair`: two captions; the answer is `first`, `second` or `tie`, by the order in which the item
  has them, whatever the order in which somebody saw them.
- `graded`: one caption on several scales at once; the answer is a whole number for each aspect's
  name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Protocol

from cutline.core.errors import UsageError

_MOST_POINTS = 10
_MOST_ASPECTS = 10
_MOST_TEXT = 500
_MOST_NAME = 40

Choice = Literal["first", "second", "tie"]
CHOICES: tuple[Choice, ...] = ("first", "second", "tie")


class Question(Protocol):
    """What every question knows."""

    kind: ClassVar[str]
    #: The fewest and the most captions that it can be asked about.
    captions: ClassVar[tuple[int, int]]

    @property
    def text(self) -> str:
        """The question, as people read it."""

    def value_of(self, given: Any) -> Any:
        """An answer as it is kept.

        Raises:
            UsageError: when it is no answer to this question.
        """

    def to_dict(self) -> dict[str, Any]:
        """As a project keeps it; `question_of` reads it again."""


@dataclass(frozen=True)
class Scale:
    """Whole numbers from 1 to `points`, and what the first and the last of them mean."""

    points: int = 5
    low: str = ""
    high: str = ""

    def value_of(self, given: Any) -> int:
        """A number of the scale.

        >>> Scale(5).value_of("4")
        4
        """
        if isinstance(given, str) and given.isascii() and given.isdigit() and len(given) < 3:
            given = int(given)
        if not _is_whole(given) or not 1 <= given <= self.points:
            raise UsageError(f"found {_shown(given)}, expected a number from 1 to {self.points}")
        return int(given)

    def to_dict(self) -> dict[str, Any]:
        """The machine's form."""
        return {"points": self.points, "low": self.low, "high": self.high}


@dataclass(frozen=True)
class Likert:
    """How well one caption does, on a scale."""

    text: str
    scale: Scale = Scale()

    kind: ClassVar[str] = "likert"
    captions: ClassVar[tuple[int, int]] = (1, 1)

    def value_of(self, given: Any) -> int:
        """A number of the scale."""
        return self.scale.value_of(given)

    def to_dict(self) -> dict[str, Any]:
        """The machine's form."""
        return {"kind": self.kind, "text": self.text, **self.scale.to_dict()}


@dataclass(frozen=True)
class YesNo:
    """Whether something is so of a caption, by itself or held against a second one."""

    text: str

    kind: ClassVar[str] = "yes_no"
    captions: ClassVar[tuple[int, int]] = (1, 2)

    def value_of(self, given: Any) -> bool:
        """True for yes."""
        if isinstance(given, bool):
            return given
        if given not in ("yes", "no"):
            raise UsageError(f"found {_shown(given)}, expected yes or no")
        return bool(given == "yes")

    def to_dict(self) -> dict[str, Any]:
        """The machine's form."""
        return {"kind": self.kind, "text": self.text}


@dataclass(frozen=True)
class Pair:
    """Which of two captions is better; `ties` where neither may be."""

    text: str
    ties: bool = True

    kind: ClassVar[str] = "pair"
    captions: ClassVar[tuple[int, int]] = (2, 2)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What can be answered."""
        return CHOICES if self.ties else CHOICES[:2]

    def value_of(self, given: Any) -> Choice:
        """One of the choices."""
        for choice in self.choices:
            if given == choice:
                return choice
        raise UsageError(f"found {_shown(given)}, expected one of {', '.join(self.choices)}")

    def to_dict(self) -> dict[str, Any]:
        """The machine's form."""
        return {"kind": self.kind, "text": self.text, "ties": self.ties}


@dataclass(frozen=True)
class Aspect:
    """One of several things that a caption is graded by."""

    name: str
    text: str
    scale: Scale = Scale()

    def to_dict(self) -> dict[str, Any]:
        """The machine's form."""
        return {"name": self.name, "text": self.text, **self.scale.to_dict()}


@dataclass(frozen=True)
class Graded:
    """How well one caption does in several ways at once."""

    text: str
    aspects: tuple[Aspect, ...]

    kind: ClassVar[str] = "graded"
    captions: ClassVar[tuple[int, int]] = (1, 2)

    def value_of(self, given: Any) -> dict[str, int]:
        """A number for each aspect."""
        if not isinstance(given, Mapping):
            raise UsageError(f"found {_shown(given)}, expected a number for each aspect")
        unknown = set(given) - {aspect.name for aspect in self.aspects}
        if unknown:
            raise UsageError(f"there is no aspect {_shown(min(map(str, unknown)))}")
        return {aspect.name: _grade(aspect, given) for aspect in self.aspects}

    def to_dict(self) -> dict[str, Any]:
        """The machine's form."""
        aspects = [aspect.to_dict() for aspect in self.aspects]
        return {"kind": self.kind, "text": self.text, "aspects": aspects}


#: Five ways to ask, after the five by which people judged captions of COCO in 2015.
COCO_QUESTIONS: dict[str, Question] = {
    "M1": YesNo("Is the first caption as good as the second, or better?"),
    "M2": YesNo("Could a person have written this caption?"),
    "M3": Likert("How correct is the caption?", Scale(5, "not correct", "correct")),
    "M4": Likert("How detailed is the caption?", Scale(5, "no details", "very detailed")),
    "M5": YesNo("Does the first caption say much the same as the second?"),
    "M3-M5": Graded(
        "How good is the first caption?",
        (
            Aspect("correctness", "How correct is it?", Scale(5, "not correct", "correct")),
            Aspect("detail", "How detailed is it?", Scale(5, "no details", "very detailed")),
            Aspect(
                "similarity",
                "How similar is it to the second caption?",
                Scale(5, "not similar", "very similar"),
            ),
        ),
    ),
}


def question_of(given: Any) -> Question:
    """A question, as a project keeps it.

    Raises:
        UsageError: when it is none; the message names what is wrong.

    >>> question_of({"kind": "likert", "text": "How good is it?", "points": 7})
    Likert(text='How good is it?', scale=Scale(points=7, low='', high=''))
    """
    if not isinstance(given, Mapping):
        raise UsageError(f"the question is {_shown(given)}, expected an object with a kind")
    kind = given.get("kind")
    if not isinstance(kind, str) or kind not in _FIELDS:
        raise UsageError(
            f"the question's kind is {_shown(kind)}, expected one of {', '.join(sorted(_FIELDS))}"
        )
    unknown = set(given) - _FIELDS[kind] - {"kind", "text"}
    if unknown:
        raise UsageError(f"a question of the kind {kind} has no {_shown(min(map(str, unknown)))}")
    text = _text(given, "text", "the question's text")
    if kind == "likert":
        return Likert(text, _scale(given))
    if kind == "yes_no":
        return YesNo(text)
    if kind == "pair":
        return Pair(text, _ties(given))
    return Graded(text, _aspects(given))


def check_content(question: Question, content: Any) -> None:
    """See that an item has what a question is about: `{"system", "caption"}` for each caption.

    Raises:
        UsageError: when it has not.
    """
    fewest, most = question.captions
    expected = str(most) if fewest == most else f"{fewest} to {most}"
    is_list = isinstance(content, Sequence) and not isinstance(content, str)
    if not is_list or not fewest <= len(content) <= most:
        found = f"{len(content)} captions" if is_list else _shown(content)
        raise UsageError(f"found {found}, expected {expected} for a question {question.kind}")
    for one in content:
        if not isinstance(one, Mapping) or not isinstance(one.get("caption"), str):
            raise UsageError(f"found {_shown(one)}, expected an object with a system and a caption")


_FIELDS: dict[str, frozenset[str]] = {
    "likert": frozenset({"points", "low", "high"}),
    "yes_no": frozenset(),
    "pair": frozenset({"ties"}),
    "graded": frozenset({"aspects"}),
}


def _text(given: Mapping[str, Any], name: str, called: str, most: int = _MOST_TEXT) -> str:
    text = given.get(name)
    if not isinstance(text, str) or not 0 < len(text.strip()) <= most:
        raise UsageError(f"{called} is {_shown(text)}, expected 1 to {most} characters")
    return text.strip()


def _scale(given: Mapping[str, Any]) -> Scale:
    points = given.get("points", 5)
    if not _is_whole(points) or not 2 <= points <= _MOST_POINTS:
        raise UsageError(
            f"a scale has {_shown(points)} points, expected a whole number from 2 to {_MOST_POINTS}"
        )
    ends = [given.get(name, "") for name in ("low", "high")]
    for end in ends:
        if not isinstance(end, str) or len(end) > _MOST_NAME:
            raise UsageError(f"an end of a scale is called {_shown(end)}, expected a short text")
    return Scale(points, ends[0].strip(), ends[1].strip())


def _ties(given: Mapping[str, Any]) -> bool:
    ties = given.get("ties", True)
    if not isinstance(ties, bool):
        raise UsageError(f"ties is {_shown(ties)}, expected true or false")
    return ties


def _aspects(given: Mapping[str, Any]) -> tuple[Aspect, ...]:
    found = given.get("aspects")
    if not isinstance(found, list) or not 0 < len(found) <= _MOST_ASPECTS:
        raise UsageError(f"the aspects are {_shown(found)}, expected a list of 1 to 10")
    aspects = tuple(map(_aspect, found))
    names = [aspect.name for aspect in aspects]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"two aspects are called {_shown(name)}")
    return aspects


def _aspect(given: Any) -> Aspect:
    if not isinstance(given, Mapping):
        raise UsageError(f"an aspect is {_shown(given)}, expected an object with a name and a text")
    name = _text(given, "name", "an aspect's name", _MOST_NAME)
    return Aspect(name, _text(given, "text", f"the text of {name}"), _scale(given))


def _grade(aspect: Aspect, given: Mapping[str, Any]) -> int:
    try:
        return aspect.scale.value_of(given.get(aspect.name))
    except UsageError as error:
        raise UsageError(f"{aspect.name}: {error}") from None


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _shown(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else f"{shown[:57]}..."
