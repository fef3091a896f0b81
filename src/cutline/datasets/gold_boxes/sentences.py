"""A description as Cutline's own form has it: text with marks, or words and lists of ids."""

from __future__ import annotations

from typing import Any

from cutline.datasets.caption_text import faults, repaired, unusual
from cutline.datasets.gold_boxes.values import box_id_text, has_lone_surrogate
from cutline.datasets.policy import Checked
from cutline.datasets.problems import Place
from cutline.datasets.wording import MISSING, described, short
from cutline.text.box_markup import MarkedText, MarkupError, parse_marked


def description_of(raw: Any, number: int, place: Place, checked: Checked) -> MarkedText | None:
    """The description, or None where it cannot be used; `number` tells which it is."""
    if type(raw) is dict:
        return _from_lists(raw, number, place, checked)
    text = sentence_text(raw, number, place, checked)
    if text is None:
        return None
    try:
        return parse_marked(text)
    except MarkupError as error:
        checked.add("broken-mark", place, f"sentence {number}, {error}")
        return None


def sentence_text(raw: Any, number: int, place: Place, checked: Checked) -> str | None:
    """The text of a sentence, repaired where it can be, or None."""
    if not unusual([raw]):
        return str(raw)
    is_usable = type(raw) is str
    for kind, message in faults(raw, f"sentence {number}"):
        # A line end is white space here, as any other.
        if kind != "line-end":
            where = f"sentence {number}: " if is_usable else ""
            checked.add(kind, place, where + message)
        is_usable = is_usable and kind != "too-long"
    return repaired(raw) if is_usable else None


def _from_lists(
    raw: dict[str, Any], number: int, place: Place, checked: Checked
) -> MarkedText | None:
    words, boxes = raw.get("words", MISSING), raw.get("boxes", MISSING)
    if type(words) is not list or type(boxes) is not list or len(words) != len(boxes):
        message = (
            f'sentence {number}: "words" is {described(words)} and "boxes" {described(boxes)}, '
            f"expected two lists of one length"
        )
        checked.add("wrong-type", place, message)
        return None
    ids = []
    for place_of_word, (word, of_word) in enumerate(zip(words, boxes, strict=True), 1):
        where = f"sentence {number}, word {place_of_word}"
        if type(word) is not str or word.split() != [word] or has_lone_surrogate(word):
            message = f"{where}: found {described(word)}, expected text without white space"
            checked.add("wrong-type", place, message)
            return None
        texts = _ids(of_word)
        if texts is None:
            message = (
                f"{where} {short(repr(word))}: points to {described(of_word)}, expected a list of "
                f"ids of boxes, each once"
            )
            checked.add("broken-mark", place, message)
            return None
        ids.append(texts)
    return MarkedText(tuple(words), tuple(ids))


def _ids(value: Any) -> tuple[str, ...] | None:
    if type(value) is not list:
        return None
    texts = [text for text in map(box_id_text, value) if text is not None]
    return tuple(texts) if len(set(texts)) == len(value) else None
