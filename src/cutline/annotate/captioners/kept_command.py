"""A shell command as a captioner that is kept running."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Sequence

from cutline.annotate.captioners.answers import caption_in
from cutline.annotate.captioners.captioner import NoCaption, Subject
from cutline.annotate.captioners.command_names import command_name, command_signature
from cutline.annotate.captioners.processes import Process
from cutline.core.types import ImageId
from cutline.datasets.pictures import PictureFile
from cutline.datasets.wording import printable, short

#: A command that ends so often in a row without an answer is not started again.
_MOST_FAILURES = 5

_SECONDS_TO_END = 2.0


class KeptCommand:
    """A command that reads a line of JSON for each picture and answers with a line of JSON.

    It is asked `{"image_id", "path"}` and answers `{"caption": "..."}` or `{"error": "..."}`. Lines
    that are no JSON objects are taken for chatter. An answer may repeat the `image_id`.
    """

    def __init__(self, command: str, timeout: float) -> None:
        self.name = command_name(command)
        self.signature = command_signature(command)
        self._command = command
        self._timeout = timeout
        self._process: Process | None = None
        self._failures = 0
        self._is_closed = False
        self._lock = threading.Lock()

    def prepare(self, files: Sequence[PictureFile]) -> None:
        """Any picture will do."""

    def captions(self, subjects: Sequence[Subject]) -> list[str | NoCaption]:
        """What the command answers, picture for picture."""
        return [self._caption(subject.file) for subject in subjects]

    def close(self) -> None:
        """End the command, even while another thread waits for an answer."""
        with self._lock:
            self._is_closed = True
            process, self._process = self._process, None
        if process is not None:
            process.kill(_SECONDS_TO_END)

    def _caption(self, file: PictureFile) -> str | NoCaption:
        if self._failures >= _MOST_FAILURES:
            return NoCaption(
                f"not asked: the command failed {_MOST_FAILURES} times in a row without an answer"
            )
        deadline = time.monotonic() + self._timeout
        process = self._started()
        if isinstance(process, NoCaption):
            return process
        question = {"image_id": file.image_id, "path": str(file.path.absolute())}
        try:
            process.write(json.dumps(question, ensure_ascii=False))
        except OSError:
            how = process.ended()
            return self._failed(f"the command {how}{_rest(process).heard()}")
        return self._answer(process, deadline, file.image_id)

    def _started(self) -> Process | NoCaption:
        with self._lock:
            if self._is_closed:
                return NoCaption("not asked: the work was ended")
            if self._process is None:
                try:
                    self._process = Process(self._command)
                except (OSError, ValueError) as error:
                    self._failures += 1
                    return NoCaption(f"the command cannot be started: {error}")
            return self._process

    def _answer(self, process: Process, deadline: float, image_id: ImageId) -> str | NoCaption:
        chatter = _Chatter()
        while True:
            try:
                line = process.line(deadline)
            except TimeoutError:
                heard = chatter.heard()
                said = process.said()
                return self._failed(f"no answer within {self._timeout:g} s{heard}{said}")
            if line is None:
                return self._failed(f"the command {process.ended()}{chatter.heard()}")
            answer = _json_object(line)
            if answer is None:
                chatter.add(line)
                continue
            self._failures = 0
            if str(answer.get("image_id", image_id)) != str(image_id):
                # Whatever comes next would be for another picture too.
                found = answer["image_id"]
                return self._failed(f"the command answered for image {found!r} and not for this")
            return caption_in(answer)

    def _failed(self, why: str) -> NoCaption:
        """What the command would still say belongs to this picture: it is started anew."""
        self._failures += 1
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.kill()
        return NoCaption(why)


class _Chatter:
    """What a command said in place of an answer: how many lines, and the last.

    No more is kept: a command may print progress for hours.
    """

    def __init__(self) -> None:
        self._lines = 0
        self._last = b""

    def add(self, line: bytes) -> None:
        """Take note of another line."""
        self._lines += 1
        self._last = line

    def heard(self) -> str:
        """It in words, for a message: who prints captions as they are finds out here."""
        if not self._lines:
            return ""
        last = short(printable(self._last.decode("utf-8", "replace").strip()), 100)
        return (
            f'; expected a line such as {{"caption": "..."}}, found only lines that are no JSON '
            f"objects ({self._lines}), the last: {last} (a command that prints one caption for "
            f"one picture has {{path}} in it)"
        )


def _rest(process: Process) -> _Chatter:
    """What a command that has ended said before, and nobody read."""
    chatter = _Chatter()
    with contextlib.suppress(TimeoutError):
        while (line := process.line(time.monotonic() + 1)) is not None:
            chatter.add(line)
    return chatter


def _json_object(line: bytes) -> dict[str, object] | None:
    try:
        answer = json.loads(line)
    except ValueError:
        return None
    return answer if isinstance(answer, dict) else None
