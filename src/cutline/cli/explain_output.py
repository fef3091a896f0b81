"""Explanations for people (words over words) and for programs (JSON)."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.text import Text

from cutline.cli.explain_layout import Block, Column, Words, blocks_of, segments_of
from cutline.core.signature import Signature
from cutline.datasets.wording import printable
from cutline.metrics.explained.meteor_alignment import Alignment, MatchedPair
from cutline.metrics.meteor import Meteor
from cutline.scoring.explanation import ImageExplanation

FORMAT_VERSION = 1

# Unlike a table, an explanation can be wrapped anywhere: a file is easier to read that way.
_WIDTH_WHEN_PIPED = 80
_LABELS = ("candidate", "", "reference")
_LABEL_WIDTH = max(map(len, _LABELS)) + 2
_NARROWEST = 24

_EMPTY = Block((("", Column((), "", ())),), "")

_LEGEND = ("=  exact match", "|  a chunk begins or ends", "¹  out of order: equal numbers match")


@dataclass(frozen=True)
class Explained:
    """What was asked for, and what all its numbers carry."""

    metric: Meteor
    signature: Signature
    images: Sequence[ImageExplanation]
    are_files: bool = True  # else the captions were typed, and there are no images to name


def show(explained: Explained, console: Console, *, all_references: bool = False) -> None:
    """Each image's best reference, or all of them, the best one first."""
    width = console.width if console.file.isatty() else _WIDTH_WHEN_PIPED
    for image in explained.images:
        places = [image.best]
        if all_references:
            places += [place for place in range(len(image.alignments)) if place != image.best]
        for place in places:
            if heading := _heading(explained, image, place):
                _print(console, Text(heading, style="bold"))
            for row in _rows(image.alignments[place], width - _LABEL_WIDTH):
                _print(console, row)
            for line in _wrapped(_numbers(image.alignments[place]), width):
                _print(console, Text(line))
            console.print()
    for line in _wrapped(_LEGEND, width):
        _print(console, Text(line, style="dim"))
    console.out(str(explained.signature), style="dim", highlight=False)


def as_json(explained: Explained) -> str:
    """Every reference of every image, with all statistics."""
    content = {
        "cutline": "explanation",
        "version": FORMAT_VERSION,
        "metric": str(explained.metric),
        "signature": str(explained.signature),
        "images": [
            {
                "image_id": image.image_id,
                "candidate": image.alignments[0].candidate,
                "references": [
                    _alignment_dict(alignment, is_best=place == image.best)
                    for place, alignment in enumerate(image.alignments)
                ],
            }
            for image in explained.images
        ],
    }
    return json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _alignment_dict(alignment: Alignment, *, is_best: bool) -> dict[str, Any]:
    return {
        "reference": alignment.reference,
        "is_best": is_best,
        **{
            name: None if math.isnan(value) else value
            for name, value in (
                ("score", alignment.score),
                ("precision", alignment.precision),
                ("recall", alignment.recall),
                ("f", alignment.f),
                ("fragmentation", alignment.fragmentation),
            )
        },
        "chunks": len(alignment.chunks),
        "statistics": dict(zip(Meteor.columns, alignment.statistics, strict=True)),
        "matches": [_match_dict(alignment, pair) for pair in alignment.pairs],
    }


def _match_dict(alignment: Alignment, pair: MatchedPair) -> dict[str, Any]:
    return {
        "stage": pair.stage,
        "candidate": [pair.candidate.start, len(pair.candidate)],
        "reference": [pair.reference.start, len(pair.reference)],
        "candidate_words": [alignment.candidate[place] for place in pair.candidate],
        "reference_words": [alignment.reference[place] for place in pair.reference],
    }


def _heading(explained: Explained, image: ImageExplanation, place: int) -> str:
    parts = [f"image {printable(str(image.image_id))}"] if explained.are_files else []
    count = len(image.alignments)
    if count > 1:
        best = " (best)" if place == image.best else ""
        parts.append(f"reference {place + 1} of {count}{best}")
    return ", ".join(parts)


def _rows(alignment: Alignment, width: int) -> Iterator[Text]:
    """The table, line by line, with an empty line after each block."""
    blocks = list(blocks_of(segments_of(alignment), max(width, _NARROWEST)))
    for block in blocks or [_EMPTY]:
        cells = [
            [_words(column.candidate, column, alignment) for _, column in block.columns],
            [Text(column.link, style="green") for _, column in block.columns],
            [_words(column.reference, column, alignment) for _, column in block.columns],
        ]
        if not alignment.candidate:
            cells[0] = [Text("(no words)", style="dim")]
        if not alignment.reference:
            cells[2] = [Text("(no words)", style="dim")]
        for label, row in zip(_LABELS, cells, strict=True):
            line = _row(label, row, block)
            if label or line.plain.strip():
                yield line
        yield Text()


def _row(label: str, cells: list[Text], block: Block) -> Text:
    line = Text()
    line.append(label.ljust(_LABEL_WIDTH), style="dim")
    for cell, (separator, column) in zip(cells, block.columns, strict=False):
        line.append(separator, style="dim")
        line.append_text(cell)
        line.append(" " * (column.width - cell.cell_len))
    line.append(block.ending, style="dim")
    line.rstrip()
    return line


def _words(words: Words, column: Column, alignment: Alignment) -> Text:
    """Words as they are shown: function words, which count for less, faintly."""
    text = Text()
    for word in words:
        is_function = word in alignment.function_words
        style = f"{'dim' if is_function else ''} {'' if column.is_matched else 'red'}"
        text.append(" " if text else "")
        text.append(word, style=style.strip())
    return text


def _numbers(alignment: Alignment) -> list[str]:
    fragmentation = _shown(alignment.fragmentation)
    if alignment.fragmentation > 0:  # 0 where all words are matched in one chunk
        fragmentation = f"{len(alignment.chunks)}/{alignment.matched:g} = {fragmentation}"
    return [
        f"precision {_shown(alignment.precision)}",
        f"recall {_shown(alignment.recall)}",
        f"F {_shown(alignment.f)}",
        f"fragmentation {fragmentation}",
        f"score {_shown(alignment.score)}",
    ]


def _shown(value: float) -> str:
    return "undefined" if math.isnan(value) else f"{value:.3f}"


def _wrapped(items: Sequence[str], width: int) -> Iterator[str]:
    """Items side by side, as many in a line as fit."""
    line = ""
    for item in items:
        if line and len(line) + 2 + len(item) > width:
            yield line
            line = ""
        line = f"{line}  {item}" if line else item
    yield line


def _print(console: Console, line: Text) -> None:
    # Lines are as wide as they may be: rich must neither wrap nor cut them.
    console.print(line, soft_wrap=True)
