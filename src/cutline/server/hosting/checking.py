"""The process that checks a bundle: `python -P -m cutline.server.hosting.checking`.

It runs in the folder of the upload, limits itself before it reads what somebody sent, and writes
what it found beside it. It knows nothing of the database and does not import Django.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from cutline.core.errors import CutlineError
from cutline.datasets.bundle import check_bundle
from cutline.datasets.bundle.findings import finding_lines
from cutline.server.scoring.limits import Limits, apply_limits, end_with_parent
from cutline.server.scoring.no_network import deny_network

#: Names that nobody else chose.
BUNDLE, FINDINGS = "bundle.zip", "findings.json"
LIMITS = Limits(memory_megabytes=4096, seconds=300.0, cpu_seconds=240, file_megabytes=1)
_MOST_LISTED = 20


def problems_of(path: Path) -> list[str]:
    """What keeps a bundle from being hosted, in lines; none where nothing does.

    Raises:
        FileError: when it is no bundle at all.
    """
    found = check_bundle(path)
    if not found.passes():
        return finding_lines(found.findings, _MOST_LISTED)
    if found.state != "whole":
        return [
            f"{path.name}: is the {found.state} of a bundle, expected the whole; "
            f"`cutline bundle join` puts parts together"
        ]
    return []


def main(parent: int) -> None:
    """Check the bundle of this folder."""
    end_with_parent(parent)
    apply_limits(LIMITS)
    deny_network()
    try:
        problems = problems_of(Path(BUNDLE))
    except CutlineError as error:
        problems = str(error).splitlines()
    except MemoryError:
        problems = [f"it takes more than {LIMITS.memory_megabytes:,} MB of memory to read"]
    Path(FINDINGS).write_text(json.dumps(problems), encoding="utf-8")


if __name__ == "__main__":
    main(int(sys.argv[1]))
