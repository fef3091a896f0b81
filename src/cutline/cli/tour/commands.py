"""Commands as a person types them, each run as a process that ends with the tour."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import IO

from cutline.cli.serving.ties import ended_with_parent
from cutline.cli.this_command import this_command
from cutline.core.errors import CutlineError, MissingPartError

_MISSING = MissingPartError.exit_code
_PREFIX = "cutline: "
#: Seconds that a command has to tidy up after it was told to end. A server lets its processes end.
_GRACE = 40.0
_LITTLE = 5.0


@dataclass(frozen=True)
class Answer:
    """What a command said: its answer, and what it noted beside it."""

    text: str
    notes: str


class FailedCommandError(CutlineError):
    """A command that should have worked and did not: its own exit code becomes the tour's."""

    def __init__(self, command: str, code: int, said: str) -> None:
        super().__init__(f"the tour ends here: `{command}` ended with {code}\n{said.rstrip()}")
        # A process that a signal ended has a negative code, which no shell knows.
        self.exit_code = code if code > 0 else 1  # type: ignore[misc]


def typed(*arguments: str) -> str:
    """A command as it can be pasted into a shell."""
    return shlex.join([*this_command(), *arguments])


def answer_of(arguments: Sequence[str], variables: Mapping[str, str] | None = None) -> Answer:
    """Run a command to its end.

    Args:
        arguments: what stands after `cutline`.
        variables: its environment; by default that of the tour.

    Raises:
        MissingPartError: when it says that a part of Cutline is not installed.
        FailedCommandError: when it fails otherwise.
    """
    with running(arguments, subprocess.PIPE, subprocess.PIPE, variables) as process:
        written = process.communicate()
    text, notes = (part.decode("utf-8", "replace") for part in written)
    check_end(arguments, process.returncode, notes)
    return Answer(text, notes)


def check_end(arguments: Sequence[str], code: int, notes: str) -> None:
    """Raise what a command's end means, if it did not end well; see `answer_of`."""
    if code == _MISSING:
        raise MissingPartError(notes.strip().removeprefix(_PREFIX))
    if code != 0:
        raise FailedCommandError(typed(*arguments), code, notes)


@contextmanager
def running(
    arguments: Sequence[str],
    answers: int | IO[bytes],
    notes: int | IO[bytes],
    variables: Mapping[str, str] | None = None,
) -> Iterator[subprocess.Popen[bytes]]:
    """A command that runs while the block does, and not after it, however the block ends."""
    process = subprocess.Popen(
        # Not the name that was typed, which may be another installation's by now, and without the
        # working folder among the places that modules are looked for in.
        [sys.executable, "-P", "-m", "cutline", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=answers,
        stderr=notes,
        env=_plain(os.environ if variables is None else variables),
        # Ctrl-C reaches every process of a terminal's group; these are told by the tour.
        start_new_session=True,
        preexec_fn=_begin(),
    )
    try:
        yield process
    finally:
        end(process)


def end(process: subprocess.Popen[bytes], number: int = signal.SIGINT) -> None:
    """Tell a process to end, and see that it does, even if somebody loses patience meanwhile."""
    for told, patience in ((number, _GRACE), (signal.SIGTERM, _LITTLE)):
        if process.poll() is not None:
            break
        with suppress(ProcessLookupError):
            process.send_signal(told)
        with suppress(subprocess.TimeoutExpired, KeyboardInterrupt):
            process.wait(timeout=patience)
    if process.poll() is None:
        process.kill()
        process.wait()
    for pipe in (process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()


def _begin() -> Callable[[], None]:
    tie = ended_with_parent()

    def begin() -> None:
        tie()
        # A shell starts background jobs with interruptions ignored, which they would pass on.
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    return begin


def _plain(variables: Mapping[str, str]) -> dict[str, str]:
    """Answers without colour, in an encoding that can be read here."""
    kept = {name: value for name, value in variables.items() if name != "FORCE_COLOR"}
    return kept | {"NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
