"""A stop of the tour: what it shows, and by which commands."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cutline.cli.tour.commands import answer_of, typed

_LEFT_OUT = "..."


@dataclass(frozen=True)
class Made:
    """A file or folder that a stop leaves, and what it is."""

    path: Path
    what: str


@dataclass(frozen=True)
class Shown:
    """A command as it was typed, and the lines of its output that matter."""

    typed: str
    lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class Stop:
    """A stop. Visiting it runs its commands, and shows each as soon as it is done.

    A visit raises MissingPartError where what it shows is not installed.
    """

    anchor: str
    headline: str
    text: str
    visit: Callable[[], Generator[Shown]]
    makes: tuple[Made, ...] = ()


@dataclass(frozen=True)
class Command:
    """A command and which part of its output to show.

    Args:
        arguments: what stands after `cutline`.
        begin: how the first line begins that is shown; by default it is the first of all.
        most: so many lines are shown.
    """

    arguments: tuple[str, ...]
    begin: str = ""
    most: int = 14


def run_all(commands: Sequence[Command]) -> Generator[Shown]:
    """Run commands one after another."""
    for command in commands:
        answer = answer_of(command.arguments)
        lines = excerpt(answer.text, command.begin, command.most)
        yield Shown(typed(*command.arguments), (*lines, *answer.notes.splitlines()))


def excerpt(text: str, begin: str, most: int) -> list[str]:
    """Some lines of a text; what is left out before or after them is hinted at.

    >>> excerpt("a\\nb\\nc\\nd\\n", "b", 2)
    ['...', 'b', 'c', '...']
    """
    lines = [line.rstrip() for line in text.splitlines()]
    first = next((place for place, line in enumerate(lines) if line.startswith(begin)), 0)
    shown = lines[first : first + most]
    while shown and not shown[-1]:
        shown.pop()
    is_cut = any(lines[first + len(shown) :])
    return [*([_LEFT_OUT] if first else []), *shown, *([_LEFT_OUT] if is_cut else [])]
