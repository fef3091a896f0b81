r"""Sentences whose words point to boxes: `A [woman|2] in a white [dress|0].`

A mark has words, a bar and the ids of one or several boxes: `[people|1,3]`. All words of a mark
point to its boxes. Words are what stands between white space; what touches a mark belongs to its
word, so `[dress|0].` is the word "dress." and it points to box 0. A backslash takes its meaning
from a bracket, a bar, a comma or a backslash: `\[` is a bracket and no mark.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from operator import itemgetter

from cutline.core.errors import ContentError, UsageError

# Nothing is given back, so that an open bracket costs no more than the text is long.
_PLAIN = r"((?:[^\[\]\\]++|\\.?)++)"
_WORDS = r"((?:[^\[\]|\\]++|\\.)*+)"
_IDS = r"((?:[^\[\]|\\]++|\\.)*+)"
_PIECE = re.compile(rf"{_PLAIN}|\[{_WORDS}\|{_IDS}\]|([\[\]])", re.DOTALL)
_ESCAPED = re.compile(r"\\([\[\]|,\\])")
_COMMA = re.compile(r"(?<!\\)(?:\\\\)*+(,)")
_TO_ESCAPE_IN_WORD = re.compile(r"[\[\]|\\]")
_TO_ESCAPE_IN_ID = re.compile(r"[\[\]|,\\]")
_PUNCTUATION_AT_END = re.compile(r"(?<=[^.,;:!?\s])[.,;:!?]++\Z")


class MarkupError(ContentError):
    """A mark that cannot be read; `column` is where it begins, counted from one."""

    def __init__(self, message: str, column: int) -> None:
        super().__init__(f"column {column}: {message}")
        self.column = column


@dataclass(frozen=True, slots=True)
class MarkedText:
    """Words, and for each the ids of the boxes that it points to: mostly none.

    >>> MarkedText(("a", "red", "kite"), ((), (), ("4",))).mentioned
    ('4',)
    """

    words: tuple[str, ...]
    boxes: tuple[tuple[str, ...], ...]

    @property
    def plain(self) -> str:
        """The words without marks."""
        return " ".join(self.words)

    @property
    def mentioned(self) -> tuple[str, ...]:
        """The boxes that words point to, each once, in the order of first mention."""
        return tuple(dict.fromkeys(box for boxes in self.boxes if boxes for box in boxes))


def parse_marked(text: str) -> MarkedText:
    r"""Read a sentence with marks.

    >>> parse_marked("Two [police officers|1,3] push a [car|0].").mentioned
    ('1', '3', '0')
    >>> parse_marked(r"a sign \[in red\]").plain
    'a sign [in red]'

    Raises:
        MarkupError: for a bracket that is not closed or not opened, and for a mark without words,
            without ids or with one id twice.
    """
    if "[" not in text and "]" not in text and "\\" not in text:
        plain = tuple(text.split())
        return MarkedText(plain, ((),) * len(plain))
    has_escapes = "\\" in text
    words: list[str] = []
    boxes: list[tuple[str, ...]] = []
    touches = False
    for plain, inside, listed, stray in _PIECE.findall(text):
        raw = plain or inside
        found = (_ESCAPED.sub(r"\1", raw) if has_escapes else raw).split()
        ids = () if plain else _ids(listed)
        if stray or not (plain or (found and ids)):
            raise _error(text)
        if touches and found and not raw[0].isspace():
            words[-1] += found.pop(0)
            boxes[-1] += tuple([box for box in ids if box not in boxes[-1]])
        words += found
        boxes += [ids] * len(found)
        touches = not raw[-1].isspace()
    return MarkedText(tuple(words), tuple(boxes))


def format_marked(marked: MarkedText) -> str:
    r"""Write a sentence with marks; `parse_marked` gives back the same.

    >>> format_marked(MarkedText(("a", "police", "car."), ((), ("3",), ("3",))))
    'a [police car|3].'

    Raises:
        UsageError: for words and ids that no sentence with marks can have.
    """
    _check(marked)
    parts = []
    for ids, group in groupby(zip(marked.words, marked.boxes, strict=True), itemgetter(1)):
        words = _TO_ESCAPE_IN_WORD.sub(r"\\\g<0>", " ".join(word for word, _ in group))
        if not ids:
            parts.append(words)
            continue
        ending = _PUNCTUATION_AT_END.search(words)
        end = ending.start() if ending else len(words)
        listed = ",".join(_TO_ESCAPE_IN_ID.sub(r"\\\g<0>", box) for box in ids)
        parts.append(f"[{words[:end]}|{listed}]{words[end:]}")
    return " ".join(parts)


def has_markup(text: str) -> bool:
    r"""Whether a sentence has a mark, or a bracket that looks like a broken one.

    >>> has_markup("a [dog|1]"), has_markup("a dog"), has_markup(r"a dog \[1\]")
    (True, False, False)
    """
    if "[" not in text and "]" not in text:
        return False
    return any(piece[1] is None for piece in _PIECE.finditer(text))


@lru_cache(maxsize=4096)
def _ids(listed: str) -> tuple[str, ...]:
    """The ids of a mark; none where one is empty or stands twice."""
    if "\\" in listed:
        cuts = [comma.start(1) for comma in _COMMA.finditer(listed)]
        bounds = zip([0, *(cut + 1 for cut in cuts)], [*cuts, len(listed)], strict=True)
        ids = tuple(_ESCAPED.sub(r"\1", listed[left:right]).strip() for left, right in bounds)
    else:
        ids = tuple(box.strip() for box in listed.split(","))
    return ids if all(ids) and len(set(ids)) == len(ids) else ()


def _error(text: str) -> MarkupError:
    """What to raise for the first piece of a text that is wrong."""
    for piece in _PIECE.finditer(text):
        plain, inside, listed, stray = piece.groups("")
        column = piece.start() + 1
        if stray == "]":
            return MarkupError(r"a ] closes no mark; one of the text is written \]", column)
        if stray:
            found = text[piece.start() : piece.start() + 20]
            return MarkupError(
                rf"{found!r} begins no mark, expected [words|ids]; a bracket of the text is "
                r"written \[",
                column,
            )
        if not plain and not inside.split():
            return MarkupError(f"the mark {piece[0]!r} has no words", column)
        if not plain and not _ids(listed):
            return MarkupError(
                f"the mark {piece[0]!r} has the ids {listed!r}, expected one or several with "
                f"commas between, each once",
                column,
            )
    raise AssertionError("a text without errors")


def _check(marked: MarkedText) -> None:
    if len(marked.words) != len(marked.boxes):
        raise UsageError(
            f"{len(marked.words)} words and {len(marked.boxes)} lists of boxes, expected as many"
        )
    if " ".join(marked.words).split() != list(marked.words):
        word = next(word for word in marked.words if word.split() != [word])
        raise UsageError(f"{word!r} is no word: expected text without white space")
    for ids in filter(None, marked.boxes):
        if len(set(ids)) < len(ids) or any(not box or box != box.strip() for box in ids):
            raise UsageError(
                f"the ids {', '.join(map(repr, ids))} cannot be written, expected each once, and "
                f"no white space around any"
            )
