"""A worker from its folder to its last job."""

from __future__ import annotations

import sys

from cutline.cli.serving.log import open_log
from cutline.cli.serving.site import open_site
from cutline.cli.terminal import note
from cutline.server.scoring.limits import Limits


def run_worker_process(data: str | None, log: str | None) -> None:
    """Join a site and score until told to stop.

    Raises:
        CutlineError: when something stands in the way; the text says what to do.
    """
    Limits.from_environment()  # what makes no sense there is told now, not in every job
    configuration = open_site(data, makes=False)
    open_log(log, configuration.data, "worker.log")
    from cutline.server.operation.database import reach_database, require_up_to_date

    reach_database()
    require_up_to_date()
    is_watched = sys.stderr.isatty()
    if is_watched:
        note(f"This worker scores for {configuration.address}. Ctrl-C stops it.")
    from cutline.server.jobs.worker import run_worker

    run_worker()
    if is_watched:
        note("Stopped.")
