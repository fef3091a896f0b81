"""The process that makes a report: `python -m cutline.server.pages.report.child`.

It reads captions that strangers wrote, and takes time and memory by their number: so it has limits
of its own and no network, and the site goes on whatever becomes of it.
"""

from __future__ import annotations

import gzip
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from cutline.server.scoring.limits import Limits, apply_limits, end_with_parent
from cutline.server.scoring.no_network import deny_network


def main() -> None:
    """Make the one report that standard input asks for."""
    task: dict[str, Any] = json.loads(sys.stdin.buffer.read())
    end_with_parent(task["parent"])
    apply_limits(Limits(**task["limits"]))
    deny_network()
    html = made(task)
    # No time in it: equal reports are equal files. Its name comes when it is whole.
    Path(task["target"]).write_bytes(gzip.compress(html.encode("utf-8", "replace"), 6, mtime=0))


def made(task: dict[str, Any]) -> str:
    """The page.

    Images in reserve are left out: what is said of them is for hosts alone.
    """
    from cutline.core.types import Run
    from cutline.datasets.bundle import open_bundle
    from cutline.datasets.checks import match_run
    from cutline.datasets.read import read_run
    from cutline.reports.html_report import Extras, report
    from cutline.reports.statistics import Resampling
    from cutline.reports.study import study
    from cutline.scoring.corpus import Corpus
    from cutline.scoring.slicing import slice_by
    from cutline.server.scoring.reserve import reserved
    from cutline.server.scoring.scorer import RESAMPLES, SEED, TOKENIZER

    bundle = open_bundle(task["bundle"])
    benchmark, _ = bundle.references(task["split"])
    read, checked = read_run(task["run"])
    run = Run(task["system"], match_run(read, benchmark, "the captions", checked).captions)
    held = reserved(benchmark.image_ids, task["reserve_share"], task["reserve_salt"])
    corpus = Corpus(replace(benchmark, name=task["title"]), task["metrics"], tokenizer=TOKENIZER)
    if held.any():
        shown = [i for i, is_held in zip(benchmark.image_ids, held, strict=True) if not is_held]
        corpus = corpus.only(shown)
        run = Run(run.system, {image_id: run.captions[image_id] for image_id in shown})
    by = task["slice_name"]
    slicings = [slice_by(by, corpus)] if by in corpus.benchmark.tags else []
    # As the board does it: an entry has one interval, wherever it is read.
    found = study(corpus, [run], slicings=slicings, resampling=Resampling(RESAMPLES, SEED))
    return report(found, Extras(title=f"{task['system']} on {task['title']}"))


if __name__ == "__main__":
    main()
