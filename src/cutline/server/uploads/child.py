"""The checking process: reads one upload, and says what it holds or what is wrong with it.

It is started as `python -P -m cutline.server.uploads.child` in the upload's own folder, is told of
the phase by a file there, and answers with two more files. It knows nothing of the database or of
references, limits itself before it reads what a stranger wrote, and does not import Django.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from pathlib import Path

from cutline.datasets.bundle.lines import run_lines
from cutline.server.scoring.limits import apply_limits, end_with_parent
from cutline.server.scoring.no_network import deny_network
from cutline.server.uploads.archives import Bounds
from cutline.server.uploads.exchange import (
    NO_SPACE,
    REPORT,
    RUN,
    TASK,
    UNPACKED,
    UPLOAD,
    Report,
    Task,
    beyond_limits,
)
from cutline.server.uploads.judge import judged
from cutline.server.uploads.no_space import is_out_of_space


def main(parent: int) -> int:
    """Check the upload of the folder that this was started in."""
    end_with_parent(parent)
    task = Task(**json.loads(Path(TASK).read_bytes()))
    apply_limits(task.limits())
    # Told by a signal that its time is over, and not ended by one that could mean anything.
    resource.setrlimit(
        resource.RLIMIT_CPU, (task.seconds, resource.getrlimit(resource.RLIMIT_CPU)[1])
    )
    has_network = deny_network()
    try:
        # Said in advance: a process without memory may not be able to say anything.
        _write(REPORT, _packed(beyond_limits(task)))
        report = _checked(task)
        report.has_network = has_network
        _write(REPORT, _packed(report))
    except (MemoryError, SystemError):
        # The second is how a compiled part says that it had no memory.
        return 0
    except OSError as error:
        if is_out_of_space(error):
            return NO_SPACE
        raise
    return 0


def _checked(task: Task) -> Report:
    bounds = Bounds(task.most_unpacked_bytes)
    run, report = judged(Path(UPLOAD), Path(UNPACKED), task.image_ids, bounds)
    if run is not None:
        with Path(RUN).open("xb") as file:
            file.writelines(run_lines(run, task.image_ids))
    return report


def _packed(report: Report) -> bytes:
    # ASCII, so that half a surrogate pair in a message does no harm.
    return json.dumps(report.to_dict()).encode()


def _write(name: str, data: bytes) -> None:
    handle = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        if os.write(handle, data) < len(data):
            os._exit(NO_SPACE)
    finally:
        os.close(handle)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
