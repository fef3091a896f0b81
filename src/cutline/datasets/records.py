"""Captions as a file has them, before anything is checked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from cutline.core.types import ImageId
from cutline.datasets.problems import Place, Problem

#: What a file is read for: a system's captions, or what people said.
Purpose = Literal["run", "references"]


def _nowhere(index: int) -> int | None:
    return None


@dataclass
class Records:
    """Columns of image ids and captions, as found: of any type, in file order.

    A caption may be a text, or a list of texts. `line_of` finds a record's line when a message
    needs it, so that reading a good file does not pay for line numbers.
    """

    file: str
    format: str
    image_ids: list[Any]
    captions: list[Any]
    caption_field: str = "caption"
    id_field: str = "image_id"
    line_of: Callable[[int], int | None] = _nowhere
    #: The images in official order, where the file lists them apart from the captions.
    order: list[Any] | None = None
    tags: dict[str, dict[ImageId, str]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    system: str = ""
    #: Places of what is no record at all; `problems` says so already.
    strays: frozenset[int] = frozenset()
    #: The record that each of these came from, where one record of the file became several.
    origin: list[int] | None = None
    #: Whether the format writes every id as text, so that text says nothing about its type.
    ids_are_text: bool = False

    def is_stray(self, index: int) -> bool:
        """Whether record `index` is no record at all."""
        return (index if self.origin is None else self.origin[index]) in self.strays

    def place(self, index: int) -> Place:
        """Where record `index` is."""
        image_id = self.image_ids[index]
        known = image_id if type(image_id) in (int, str) else None
        record = index if self.origin is None else self.origin[index]
        return Place(self.file, self.line_of(record), record + 1, known)

    def add_problem(self, kind: str, index: int, message: str) -> None:
        """Note what is wrong with record `index`."""
        self.problems.append(Problem(kind, self.place(index), message))
