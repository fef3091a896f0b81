"""A shell command as a captioner that is run once for each picture."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Sequence

from cutline.annotate.captioners.captioner import NoCaption, Subject, tidy
from cutline.annotate.captioners.command_names import command_name, command_signature
from cutline.annotate.captioners.processes import Process, quoted
from cutline.annotate.threads import side_by_side
from cutline.datasets.pictures import PictureFile

_PLACE = re.compile(r"\{(path|image_id)\}")


class CommandForEach:
    """A command that is run for each picture; what it prints is the caption."""

    def __init__(self, command: str, timeout: float, parallel: int) -> None:
        self.name = command_name(command)
        self.signature = command_signature(command)
        self._command = command
        self._timeout = timeout
        self._parallel = parallel
        self._running: set[Process] = set()
        self._is_closed = False
        self._lock = threading.Lock()

    def prepare(self, files: Sequence[PictureFile]) -> None:
        """Any picture will do."""

    def captions(self, subjects: Sequence[Subject]) -> list[str | NoCaption]:
        """What the command prints, several pictures at once."""
        return side_by_side(self._caption, subjects, self._parallel)

    def close(self) -> None:
        """End what is still running, for whoever does not want to wait for it."""
        with self._lock:
            self._is_closed = True
            running = list(self._running)
        for process in running:
            process.kill()

    def _caption(self, subject: Subject) -> str | NoCaption:
        values = {
            "path": str(subject.file.path.absolute()),
            "image_id": str(subject.file.image_id),
        }
        command = _PLACE.sub(lambda place: quoted(values[place[1]]), self._command)
        with self._lock:
            if self._is_closed:
                return NoCaption("not asked: the work was ended")
            try:
                process = Process(command)
            except (OSError, ValueError) as error:
                return NoCaption(f"the command cannot be started: {error}")
            self._running.add(process)
        try:
            return self._printed(process)
        finally:
            process.kill()
            with self._lock:
                self._running.discard(process)

    def _printed(self, process: Process) -> str | NoCaption:
        deadline = time.monotonic() + self._timeout
        process.close_input()
        lines: list[bytes] = []
        try:
            while (line := process.line(deadline)) is not None:
                lines.append(line)
        except TimeoutError:
            return NoCaption(f"no answer within {self._timeout:g} s{process.said()}")
        how = process.ended()
        if process.exit_code != 0:
            return NoCaption(f"the command {how}")
        return tidy(b"".join(lines).decode("utf-8", "replace"))
