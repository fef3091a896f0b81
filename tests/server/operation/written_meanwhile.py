"""Fills a site, and backs it up while a submission is written; run as a program of its own.

The database of tests is in memory, where writers wait for readers. This is about a real one.
"""

from __future__ import annotations

import json
import sys
import threading
from pathlib import Path
from typing import Any
from unittest.mock import patch

from cutline.cli.serving.site import open_site


def main(path: str) -> None:
    open_site()
    from django.db import connections, transaction

    from cutline.server.operation.backup import write
    from cutline.server.operation.database import bring_up_to_date

    bring_up_to_date()
    from cutline.server.models import Submission
    from cutline.web.people.models import Team
    from tests.server import made, scored
    from tests.server.operation.made_site import all_rows, fill

    fill()
    before = all_rows()
    written = []

    def write_one() -> None:
        try:
            team = Team.objects.get()
            phase = Submission.objects.filter(team=team)[0].phase
            with transaction.atomic():
                made_meanwhile = scored.submission(phase, team, made.run(good=1), "meanwhile")
            written.append(str(made_meanwhile.pk))
        finally:
            connections.close_all()

    table_written = write._write_table

    def interrupted(*arguments: Any) -> Any:
        # A submission comes in after the first table was read and before the others are.
        part = table_written(*arguments)
        if not written:
            thread = threading.Thread(target=write_one)
            thread.start()
            thread.join(20)
        return part

    with patch.object(write, "_write_table", interrupted):
        manifest = write.write_backup(Path(path))
    counts = {part.table: part.rows for part in manifest.parts}
    expected = {name: len(rows) for name, rows in before.items()}
    print(json.dumps({"written": written, "counts": counts, "expected": expected}))


if __name__ == "__main__":
    main(sys.argv[1])
