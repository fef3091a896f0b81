"""`cutline demo`: the main job, on built-in examples."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Annotated

import typer

from cutline.benchmarks.demo import SYSTEMS, demo_benchmark, demo_run, write_demo
from cutline.cli import options
from cutline.cli.score_output import ScoredRun, show_table
from cutline.cli.terminal import answers
from cutline.core.errors import FileError
from cutline.scoring.corpus import Corpus
from cutline.scoring.slicing import slice_by, sliced


def demo(
    output: Annotated[
        str, typer.Option("--output", "-o", help="Folder for the demo's files.", metavar="FOLDER")
    ] = "cutline-demo",
) -> None:
    """Score three made-up systems on drawn pictures, and keep the files to play with."""
    folder = Path(output)
    try:
        paths = write_demo(folder)
    except OSError as error:
        raise FileError(f"{folder}: cannot be written: {error.strerror or error}") from None
    benchmark = demo_benchmark()
    corpus = Corpus(benchmark, options.metrics_of(None))
    domains = slice_by("domain", corpus)
    scored = []
    for system, path in zip(SYSTEMS, paths, strict=True):
        scores = corpus.score(demo_run(system))
        scored.append(ScoredRun(str(path), scores, sliced(scores, domains)))
    references = sum(len(captions) for captions in benchmark.references)
    print(
        f"{len(SYSTEMS)} systems describe {len(benchmark)} drawn pictures; "
        f"each has {references // len(benchmark)} references.\n"
    )
    show_table(scored, answers())
    print(
        f"\nPictures, references and captions are in {folder}. Try:\n"
        f"  {_this_command()} score {folder}/steady.json --refs {folder}/references.json "
        f"--by domain\n"
        f"  {_this_command()} validate {folder}/hasty.json --refs {folder}/references.json"
    )


def _this_command() -> str:
    """What to type to run this program again: its name if the shell finds it, else its path."""
    found = shutil.which("cutline")
    if found is not None and Path(found).resolve() == Path(sys.argv[0]).resolve():
        return "cutline"
    return sys.argv[0]
