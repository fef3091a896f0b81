"""What the server and its checking process tell each other, by files in the upload's folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from cutline.core.types import ImageId
from cutline.server.scoring.limits import Limits
from cutline.server.uploads.refused import Found

#: The names of those files. None of them is one that a stranger chose.
UPLOAD, TASK, UNPACKED, RUN, REPORT = "received", "task", "unpacked", "run", "report"

#: How the checking process ends when the disk is full; it may not even be able to say so.
NO_SPACE = 28

MOST_MEGABYTES = 200
#: Of a processor: for any file, and one more for so many images. A file of 5,000 takes a tenth of a
#: second to check.
_SECONDS, _IMAGES_A_SECOND = 2, 5000
#: Problems that are listed one by one; of all others there is the count.
MOST_LISTED = 50


@dataclass(frozen=True)
class Task:
    """What the checking process has to know of a phase. References are not among it."""

    image_ids: Sequence[ImageId]
    most_unpacked_bytes: int

    @property
    def seconds(self) -> int:
        """How long a processor may work on it."""
        return _SECONDS + len(self.image_ids) // _IMAGES_A_SECOND

    def limits(self) -> Limits:
        """What that process may use."""
        return Limits(
            memory_megabytes=MOST_MEGABYTES,
            # By the clock it may take longer on a machine that is busy.
            seconds=20.0 + 3 * self.seconds,
            # The system's own end of it. The process ends a second earlier, and says why.
            cpu_seconds=self.seconds + 1,
            # A run as it is kept may be a little larger than the file that it was made from.
            file_megabytes=2 * (self.most_unpacked_bytes >> 20) + 16,
            open_files=32,
        )


@dataclass
class Report:
    """What came of it: problems, or only warnings and a run beside it."""

    format: str = ""
    problems: list[Found] = field(default_factory=list)
    warnings: list[Found] = field(default_factory=list)
    #: How many problems and warnings of each kind there are, those that are not listed too.
    counts: dict[str, int] = field(default_factory=dict)
    #: The errors in words.
    summary: list[str] = field(default_factory=list)
    #: Why the network could not be taken away from the process; empty where it was.
    has_network: str = ""

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        return asdict(self)


def beyond_limits(task: Task) -> Report:
    """That a file takes too much to be read."""
    return whole_file(
        f"the file could not be read within {task.seconds} seconds and {MOST_MEGABYTES} MB of "
        f"memory, expected captions for {len(task.image_ids):,} images"
    )


def whole_file(message: str, line: int | None = None) -> Report:
    """That a file cannot be used at all."""
    found = Found(
        severity="error", kind="file", line=line, record=None, image_id=None, message=message
    )
    return Report(problems=[found], counts={"file": 1}, summary=[message])
