"""Items whose answer is known: whether somebody has answered them right.

What is expected of a caption is `{"all_of": [["dog", "puppy"], ["ball"]]}`: of each group one has
to be named, in the singular or the plural. Of a rating it is `{"value": ...}`, the answer itself;
with `"within": 1` the next number on a scale is right too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cutline.collect.models import Item, Mode, Role
from cutline.core.errors import UsageError
from cutline.text.caption_checks.reading import Reading, words_of
from cutline.text.object_labels import label_noun, object_singular


def is_right(item: Item, answer: Any) -> bool | None:
    """Whether an answer is right: a text, or the value of a rating; None where nothing is known.

    Raises:
        UsageError: when nobody can tell what is expected.
    """
    if item.role == Role.COLLECT or not item.expected:
        return None
    check_expected(item.expected, Mode(item.project.mode))
    if item.project.mode == Mode.RATINGS:
        return _is_value(item.expected, answer)
    return names_all(str(answer or ""), item.expected["all_of"], item.project.language)


def check_expected(expected: Any, mode: Mode) -> None:
    """See that an item says what is right.

    Raises:
        UsageError: when it does not.
    """
    name = "value" if mode == Mode.RATINGS else "all_of"
    if not isinstance(expected, Mapping) or name not in expected:
        raise UsageError(f"found {expected!r}, expected an object with {name!r}")
    if mode == Mode.RATINGS:
        return
    groups = expected["all_of"]
    is_fine = isinstance(groups, list) and all(
        isinstance(group, list) and group and all(isinstance(w, str) and w.strip() for w in group)
        for group in groups
    )
    if not groups or not is_fine:
        raise UsageError(f"found {groups!r} as all_of, expected lists of words, none of them empty")


def names_all(text: str, groups: Sequence[Sequence[str]], language: str = "en") -> bool:
    """Whether a text names one of each group.

    >>> names_all("Two puppies chase a ball.", [["dog", "puppy"], ["ball"]])
    True
    >>> names_all("A ball lies on the grass.", [["dog", "puppy"], ["ball"]])
    False
    """
    reading = Reading(text, language)
    return all(any(_is_named(_wanted(one, reading), reading) for one in group) for group in groups)


def _wanted(label: str, reading: Reading) -> tuple[str, ...]:
    return words_of(label_noun(label) if reading.is_english else label, reading.has_spaces)


def _is_named(wanted: tuple[str, ...], reading: Reading) -> bool:
    if not wanted:
        return False
    words, is_english = reading.words, reading.is_english
    starts = range(len(words) - len(wanted) + 1)
    return any(
        words[at : at + len(wanted) - 1] == wanted[:-1]
        and _is_form(words[at + len(wanted) - 1], wanted[-1], is_english)
        for at in starts
    )


def _is_form(word: str, wanted: str, is_english: bool) -> bool:
    return word == wanted or (is_english and object_singular(word) == wanted)


def _is_value(expected: Mapping[str, Any], answer: Any) -> bool:
    value, within = expected["value"], expected.get("within", 0)
    if isinstance(value, Mapping) and isinstance(answer, Mapping):
        # Of some aspects nothing may be known.
        return all(_is_near(value[name], answer.get(name), within) for name in value)
    return _is_near(value, answer, within)


def _is_near(value: Any, answer: Any, within: Any) -> bool:
    if _is_number(value) and _is_number(answer) and _is_number(within):
        return bool(abs(value - answer) <= within)
    return type(value) is type(answer) and bool(value == answer)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
