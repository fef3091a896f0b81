"""`cutline validate`: what is wrong with a file of captions, all of it at once."""

from __future__ import annotations

import json as json_module
import sys
from collections import Counter
from typing import Annotated, Any

import typer

from cutline.cli import options
from cutline.cli.terminal import note
from cutline.core.types import Benchmark, Run
from cutline.datasets.bundle.place import find_bundle
from cutline.datasets.checks import Checked, match_run, run_of
from cutline.datasets.detect import read_records
from cutline.datasets.problems import listing, summary
from cutline.datasets.read import read_references
from cutline.datasets.records import Records


def validate(
    results: Annotated[str, typer.Argument(help="Captions to check; - is standard input.")],
    refs: Annotated[
        str | None,
        typer.Option("--refs", help="References whose images must all be covered.", metavar="FILE"),
    ] = None,
    strict: options.Strictness = None,
    json: options.Json = False,
    most: Annotated[int, typer.Option(help="Problems to list.", min=0, metavar="N")] = 20,
) -> None:
    """Check a system's captions, alone or against references.

    References themselves are checked whenever they are read; this is for results.

    Exit codes: 0 fine; 1 the captions have problems; 3 the file cannot be read or is no such file.
    """
    options.one_standard_input(results, refs or "")
    records = read_records(results)
    run, checked = run_of(records)
    if refs is not None:
        run = match_run(run, _to_cover(refs), results, checked)
    # Where no caption is left even leniency has nothing to score.
    passes = not checked.stops(options.policy_of(strict)) and len(run) > 0
    if json:
        content = _as_dict(records, run, checked, passes)
        _print(json_module.dumps(content, indent=2, ensure_ascii=True))
    else:
        images = f"{len(run):,} image{'' if len(run) == 1 else 's'}"
        _print(f"{records.file}: {records.format}, captions for {images}")
        _print(listing(checked.problems, most) if checked.problems else "no problems")
    if not passes:
        raise typer.Exit(1)


def _to_cover(refs: str) -> Benchmark:
    """The images that must have captions: those with references, or those that a bundle lists."""
    if (place := find_bundle(refs)) is not None:
        from cutline.datasets.bundle.read import open_bundle

        bundle = open_bundle(place[0])
        name, split = bundle.split(place[1])
        # Of a private split people have the images alone, and want to check before they submit.
        if not bundle.has(split.references_file):
            ids = tuple(image.image_id for image in bundle.images(name))
            return Benchmark(name, ids, ((),) * len(ids))
    benchmark, found = read_references(refs, "lenient")
    if found.problems:
        note(f"cutline: in the references:\n{listing(found.problems, most=5)}")
    return benchmark


def _print(text: str) -> None:
    # Names of files and images may hold what a terminal's encoding has no bytes for.
    encoding = sys.stdout.encoding or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding))


def _as_dict(records: Records, run: Run, checked: Checked, passes: bool) -> dict[str, Any]:
    return {
        "cutline": "validation",
        "version": 1,
        "file": records.file,
        "format": records.format,
        "images": len(run),
        "passes": passes,
        "counts": dict(Counter(problem.kind for problem in checked.problems)),
        "summary": summary(checked.problems),
        "problems": [
            {
                "severity": problem.severity,
                "kind": problem.kind,
                "line": problem.place.line,
                "record": problem.place.record,
                "image_id": problem.place.image_id,
                "message": problem.message,
            }
            for problem in checked.problems
        ],
    }
