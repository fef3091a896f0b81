"""The process that scores: `python -m cutline.server.scoring.child`, started by `separate`.

It is told what to do on standard input, says how far it is on standard output, and leaves what came
of it in a private folder. Private references are read here and nowhere else, so whatever goes wrong
is told by its kind and place alone: an error's text may quote what was read.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cutline.core.errors import ContentError, FileError, MissingPartError
from cutline.server.scoring.limits import Limits, apply_limits, end_with_parent
from cutline.server.scoring.no_network import deny_network
from cutline.server.scoring.task import RESULT_FILE, RUN_FILE, STATISTICS_FILE

#: What is told of a run's problems fits into a page.
_MOST_CHARACTERS = 500


class _Progress:
    """Says how far it is, in a channel that no stray print reaches."""

    def __init__(self) -> None:
        self._channel = os.dup(1)
        os.dup2(2, 1)
        self.stage = "starting"

    def __call__(self, done: float) -> None:
        os.write(self._channel, f"{done:.3f}\n".encode())

    @contextmanager
    def at(self, stage: str) -> Iterator[None]:
        """What is being done, for whoever has to tell of a fault."""
        self.stage = stage
        yield


def main() -> None:
    """Do the one task, and write what came of it."""
    task = json.loads(sys.stdin.buffer.read())
    end_with_parent(task["parent"])
    apply_limits(Limits(**task["limits"]))
    unconfined = deny_network()
    progress = _Progress()
    folder = Path(task["folder"])
    answer: dict[str, Any]
    try:
        answer = {"outcome": _outcome(task, folder, progress)}
    except _RunProblemError as problem:
        answer = {"content": str(problem)[:_MOST_CHARACTERS]}
    except BaseException as error:
        answer = {"fault": described(error, progress.stage)}
    answer["unconfined"] = unconfined
    # Written beside, then named: what has its name is whole.
    new = folder / f"{RESULT_FILE}.new"
    new.write_text(json.dumps(answer, allow_nan=False), encoding="utf-8")
    new.replace(folder / RESULT_FILE)


class _RunProblemError(Exception):
    """A problem of the captions, found before any reference was read."""


def _outcome(task: dict[str, Any], folder: Path, progress: _Progress) -> dict[str, Any]:
    with progress.at("loading the program"):
        from cutline.datasets.bundle import open_bundle
        from cutline.datasets.read import read_run
        from cutline.server.scoring.compute import check_images, score_run
    with progress.at("reading the bundle"):
        bundle = open_bundle(task["bundle"])
    progress(0.05)
    with progress.at("reading the captions"):
        try:
            read, checked = read_run(folder / RUN_FILE)
            run = check_images(bundle, task["split"], read, checked, "the captions")
        except (ContentError, FileError) as error:
            raise _RunProblemError(str(error).replace(f"{folder}{os.sep}", "")) from None
    progress(0.1)
    with progress.at("scoring"):
        outcome = score_run(
            bundle,
            task["split"],
            run,
            task["metrics"],
            task["slice_name"],
            task["reserve_share"],
            task["reserve_salt"],
            lambda done: progress(0.1 + 0.85 * done),
        )
    with progress.at("writing the result"):
        (folder / STATISTICS_FILE).write_bytes(outcome.statistics)
    return outcome.to_dict()


def described(error: BaseException, stage: str) -> str:
    """What went wrong, in words that quote nothing that was read."""
    if isinstance(error, MissingPartError):
        # These texts are ours, and say which command helps.
        return f"{stage}: {error}"
    if isinstance(error, MemoryError):
        return f"{stage}: out of the memory that scoring may use (CUTLINE_SCORING_MEMORY)"
    reason = f" ({error.strerror})" if isinstance(error, OSError) and error.strerror else ""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{stage}: {type(error).__name__}{reason}{place}"


if __name__ == "__main__":
    main()
