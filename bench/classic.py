"""Benchmark of the classic metrics: `python bench/classic.py --help`."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import textwrap
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import data
import sections
from measure import machine
from sections import Bench, Section


def main() -> None:
    given = _arguments()
    facts = machine()
    print("\n".join(f"{name:<14} {value}" for name, value in facts.items()))
    print(f"{'runs':<14} {given.repeat} of each, interleaved; figures are medians", flush=True)
    done = []
    with tempfile.TemporaryDirectory(prefix="cutline-bench-") as folder:
        bench = Bench(Path(folder), given.repeat, given.generated, _progress)
        for section in _sections(bench, given):
            _show(section)
            done.append(asdict(section))
    if given.json:
        report = {"machine": facts, "repeat": given.repeat, "sections": done}
        given.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Time cutline and its peers; see bench/README.md.")
    parser.add_argument("--images", type=_positive, metavar="N", help="take the first N images")
    parser.add_argument("--generated", action="store_true", help="use generated text, not COCO")
    parser.add_argument("--repeat", type=_positive, default=3, metavar="N", help="runs of each")
    parser.add_argument("--ngrams", action="store_true", help="also all but METEOR")
    parser.add_argument("--scaling", action="store_true", help="also 10 thousand to 1 million")
    parser.add_argument("--rewards", action="store_true", help="also batches of a training loop")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything as JSON too")
    return parser.parse_args()


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected a number from 1 on, not {text}")
    return number


def _sections(bench: Bench, given: argparse.Namespace) -> Iterator[Section]:
    bench.progress("writing captions")
    files = data.make(bench.folder / "captions", given.images, given.generated)
    yield sections.classic(bench, files)
    yield sections.meteor(bench, files)
    if given.ngrams:
        yield sections.ngrams(bench, files)
    yield sections.single_metrics(bench, files)
    yield sections.start_up(bench)
    if given.scaling:
        yield sections.scaling(bench)
    if given.rewards:
        yield sections.training_rewards(bench, files)


def _show(section: Section) -> None:
    _progress("")
    cells = [section.columns, *([_cell(value) for value in row] for row in section.rows)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(section.columns))]
    print(f"\n{section.title}")
    for row in cells:
        first, *rest = (cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        print("  ".join(["", row[0].ljust(len(first)), *rest]).rstrip())
    for note in section.notes:
        print(textwrap.fill(note, 100, initial_indent="  ", subsequent_indent="    "))
    sys.stdout.flush()


def _cell(value: str | float | None) -> str:
    if value is None:
        return "-"
    if isinstance(value, str):
        return value
    if isinstance(value, int) or value >= 1000:
        return f"{value:,.0f}"
    # Three digits that mean something; a clock gives no more.
    digits = 0 if value >= 100 else 1 if value >= 10 else 2 if value >= 1 else 3
    return f"{value:.{digits}f}"


def _progress(text: str) -> None:
    """One line on a terminal that each step overwrites; nothing when piped."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
