"""What a site does when its disk is full: refuses uploads, keeps nothing of them, and recovers.

`python bench/server_full_disk.py` as root, who may mount a filesystem of 24 MB in memory.

Starts a site on SQLite whose folder is on that filesystem, then leaves ever more of it free, and
uploads each time: a file of captions, and one of 4 MB that is none. Says what was answered. Fails
if an upload on a full disk is answered with anything but 507 or a proper refusal, if something is
left of it, or if the site does not take an upload once there is space again.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from measure import machine
from running_site import RunningSite, clients, running_site
from server_limits import posted

MEGABYTE = 1 << 20
#: Kilobytes that are left free, from nothing to enough.
LEFT = (0, 4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 512)


def main() -> int:
    if os.geteuid() != 0:
        raise SystemExit("only root may mount a filesystem")
    for name, value in machine().items():
        print(f"{name:<14} {value}")
    with _small_disk(24) as disk, running_site(disk, workers=0, people=2) as site:
        from tests.server.submissions.sending import results

        small, large = (client.server.token for client in clients(site))
        is_fine = _answer(site, small, results()) == "accepted"
        counted: Counter[str] = Counter()
        before = _kept()
        for left in LEFT:
            _fill(disk, left << 10)
            answers = (
                _answer(site, small, results(caption=f"with {left} kB left")),
                _answer(site, large, bytes(4 * MEGABYTE)),
            )
            counted.update(answers)
            accepted = answers.count("accepted")
            now = _kept()
            is_fine &= now == before + accepted
            is_fine &= set(answers) <= {"no_space", "accepted"} and answers[1] == "no_space"
            print(f"{left:>4} kB free   captions: {answers[0]}, 4 MB: {answers[1]}, kept {now}")
            before = now
        _fill(disk, None)
        last = _answer(site, small, results(caption="with space again"))
        remains = sorted(path.name for path in (site.folder / "uploading").iterdir())
    print(f"space again    {last}")
    print(f"left on disk   {', '.join(remains) or 'nothing'}")
    print(f"answers        {dict(counted)}")
    is_fine &= last == "accepted" and not remains and counted["no_space"] > len(LEFT)
    return 0 if is_fine else 1


@contextmanager
def _small_disk(megabytes: int) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="cutline-disk-") as folder:
        options = f"size={megabytes}m,mode=700"
        subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], check=True)
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", "--lazy", folder], check=True)


def _fill(disk: Path, left: int | None) -> None:
    """Leave so many bytes free; None for all that there are."""
    filler = disk / "filler"
    filler.write_bytes(b"")
    if left is None:
        return
    free = shutil.disk_usage(disk).free
    filler.write_bytes(bytes(max(0, free - left)))


def _answer(site: RunningSite, token: str, file: bytes) -> str:
    status, body = posted(site.port, token, "test", file)
    if status in (200, 201):
        return "accepted"
    try:
        code = str(json.loads(body)["error"]["code"])
    except (ValueError, KeyError):
        return f"{status} {body[:80]!r}"
    return code if status == 507 else f"{status} {code}"


def _kept() -> int:
    """How many submissions there are, each with its captions and a job."""
    from django.db import connection

    from cutline.server.models import Submission

    connection.close()  # so that nothing of this process is in the way
    whole = Submission.objects.filter(
        run__isnull=False, jobs__isnull=False, team__isnull=False
    ).count()
    every = Submission.objects.filter(team__isnull=False).count()
    connection.close()
    if whole != every:
        raise SystemExit(f"{every - whole} submissions are half-written")
    return every


if __name__ == "__main__":
    sys.exit(main())
