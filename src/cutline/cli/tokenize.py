"""`cutline tokenize`: a caption a line in, its words out."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated, Literal

import typer

from cutline.cli import options
from cutline.cli.caption_lines import caption_lines, name_of
from cutline.core.errors import ContentError
from cutline.datasets.caption_text import faults
from cutline.text.tokenizer import Tokenizer

_LINES_AT_A_TIME = 4096


def tokenize(
    file: Annotated[str, typer.Argument(help="Captions, one a line; - is standard input.")] = "-",
    context: Annotated[
        Literal["official", "none"],
        typer.Option(help="official: all lines are one text; none: each line by itself."),
    ] = "official",
    jobs: options.Jobs = None,
) -> None:
    """Tokenize captions as the COCO evaluation does, one a line.

    Example: echo "A dog's t-shirt, isn't it?" | cutline tokenize
    """
    tokenizer = Tokenizer(context=context)
    lines = caption_lines(file)
    # The official way needs all lines at once: a caption's tokens can depend on the next line.
    batches = [list(_whole(lines, file))] if context == "official" else _batches(lines)
    # Captions come in as UTF-8 and go out as UTF-8, whatever encoding a terminal would like.
    output = sys.stdout.buffer
    for batch in batches:
        for words in tokenizer.tokenize(batch, jobs):
            output.write(words.encode() + b"\n")
        output.flush()


def _whole(lines: Iterator[str], file: str) -> Iterator[str]:
    """The lines, none of which the official program would take for two."""
    for number, line in enumerate(lines, 1):
        message = next((m for kind, m in faults(line, "") if kind == "line-end"), None)
        if message is not None:
            raise ContentError(
                f"{name_of(file)}, line {number}: {message} (--context none takes each line by "
                f"itself)"
            )
        yield line


def _batches(lines: Iterator[str]) -> Iterator[list[str]]:
    # A terminal or a slow pipe should see each answer as soon as its line is in.
    size = 1 if sys.stdin is not None and sys.stdin.isatty() else _LINES_AT_A_TIME
    batch: list[str] = []
    for line in lines:
        batch.append(line)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch
