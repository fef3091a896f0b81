"""What can be wrong with captions, said so that it can be put right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from cutline.core.types import ImageId
from cutline.datasets.wording import short

Severity = Literal["error", "warning"]

#: Every kind of problem: how bad it is, and what it is called when counted.
KINDS: dict[str, tuple[Severity, str]] = {
    "missing-id": ("error", "images without a caption"),
    "unknown-id": ("error", "captions for images that the references do not have"),
    "duplicate-id": ("error", "images with a second record"),
    "wrong-type": ("error", "values of the wrong type"),
    "missing-field": ("error", "records without a field they need"),
    "duplicate-key": ("error", "keys that a record has twice"),
    "two-captions": ("error", "records with two fields of captions"),
    "line-end": ("error", "captions with a line end inside"),
    "lone-surrogate": ("error", "captions with half a surrogate pair"),
    "too-long": ("error", "captions that are too long"),
    "no-reference": ("error", "images without a reference"),
    "empty-caption": ("warning", "empty captions"),
    "control-character": ("warning", "captions with a control character"),
    "byte-order-mark": ("warning", "byte order marks"),
    "other-ids": ("warning", "ids that match only after a change"),
    "broken-mark": ("error", "sentences with a mark that cannot be read"),
    "unknown-box": ("error", "words that point to a box that the image does not have"),
    "duplicate-box": ("error", "boxes with the id of another"),
    "bad-box": ("error", "boxes that are no boxes"),
    "box-outside": ("warning", "boxes that reach out of their image"),
    "unlabelled-box": ("warning", "boxes that no phrase names"),
    "unplaced-phrase": ("warning", "phrases that point to nothing"),
    "no-boxes": ("warning", "images without boxes"),
    "no-description": ("warning", "images without descriptions"),
}


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is: a file, and as much more as is known."""

    file: str
    line: int | None = None
    record: int | None = None
    image_id: ImageId | None = None

    def __str__(self) -> str:
        text = self.file
        if self.line is not None:
            text += f", line {self.line}"
        if self.record is not None:
            text += f", record {self.record}"
        if self.image_id is not None:
            text += f", image {short(repr(self.image_id))}"
        return text


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: its kind, where it is, and what was found and expected."""

    kind: str
    place: Place
    message: str

    @property
    def severity(self) -> Severity:
        """Whether scoring stops here."""
        return KINDS[self.kind][0]

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


def summary(problems: Iterable[Problem]) -> list[str]:
    """A line for each kind with its count, errors first, most frequent first."""
    counts = Counter(problem.kind for problem in problems)
    order = sorted(counts, key=lambda kind: (KINDS[kind][0] != "error", -counts[kind], kind))
    return [f"{counts[k]} {KINDS[k][1]} ({KINDS[k][0]}: {k})" for k in order]


def listing(problems: Sequence[Problem], most: int = 20) -> str:
    """The first problems and how many more there are, errors first, then the summary."""
    ordered = sorted(problems, key=lambda problem: problem.severity != "error")
    lines = [f"{problem.severity}: {problem}" for problem in ordered[:most]]
    if len(problems) > most:
        lines.append(f"... and {len(problems) - most} more")
    return "\n".join([*lines, *(f"  {line}" for line in summary(problems))])
