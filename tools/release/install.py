"""Whether a stranger can install the wheels, take the tour and score captions of their own."""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tools.release.fresh import Fresh, seconds_of_computing, wheel_for
from tools.release.interpreters import Interpreter
from tools.release.project import WORK, ReleaseError

#: Bars: seconds of computing for a first score of one's own and for `import cutline`, and millions
#: of bytes: Cutline itself, and everything that the core install brings.
OWN_SCORE, IMPORT, OWN_SIZE, CORE_SIZE = 15.0, 0.2, 25.0, 150.0
#: Seconds that are hoped for from `pip install` to that score. Most of them are downloads: how many
#: says something of the network too, so it is told and fails nothing.
FIRST_SCORE = 120.0
REPORT = WORK / "installed.json"

_REFERENCES = {
    "images": [{"id": 1}, {"id": 2}],
    "annotations": [
        {"id": 10, "image_id": 1, "caption": "A brown dog runs over a meadow."},
        {"id": 11, "image_id": 1, "caption": "The dog is running through the grass."},
        {"id": 20, "image_id": 2, "caption": "Two cats sleep on a red couch."},
    ],
}
_RESULTS = [
    {"image_id": 1, "caption": "a dog runs through the grass"},
    {"image_id": 2, "caption": "two cats on a couch"},
]


def check(pythons: Sequence[Interpreter], *, parts: str = "spice") -> list[str]:
    """Install every wheel, print what that took, keep it, and return which bars do not hold.

    Args:
        pythons: each gets the wheel that was made for it.
        parts: extras that are installed into one more environment, or nothing.

    Raises:
        ReleaseError: when there is no wheel to install.
    """
    rows, problems, scores = [], [], set()
    pairs = [(python, wheel) for python in pythons if (wheel := wheel_for(python))]
    if not pairs:
        among = ", ".join(map(str, pythons)) or "none"
        raise ReleaseError(
            f"no wheel in dist/ fits a Python here ({among}): `make dist` makes them"
        )
    for python in pythons:
        if not wheel_for(python):
            print(f"Python {python}: no wheel in dist/ fits it", flush=True)
    for python, wheel in pairs:
        row, score = _installed(python, wheel, "")
        rows.append(row)
        scores.add(score)
    if parts:
        rows.append(_installed(*pairs[0], parts)[0])
    for row in rows:
        problems += _below(row)
    if len(scores) > 1:
        problems.append(f"the wheels disagree on the same captions: {sorted(scores)}")
    hashes = {wheel.name: sha256(wheel) for _, wheel in pairs}
    REPORT.parent.mkdir(parents=True, exist_ok=True)
    REPORT.write_text(json.dumps({"wheels": hashes, "rows": rows, "problems": problems}, indent=1))
    for problem in problems:
        print(problem, file=sys.stderr)
    return problems


def sha256(path: Path) -> str:
    """What a file is known by."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _installed(python: Interpreter, wheel: Path, parts: str) -> tuple[dict[str, Any], str]:
    """The figures of one environment, and the scores that it gave."""
    with tempfile.TemporaryDirectory(prefix="cutline-release-") as folder:
        fresh = Fresh(Path(folder), python)
        started = time.monotonic()
        fresh.make()
        made = time.monotonic()
        installing = fresh.install(f"{wheel}[{parts}]" if parts else str(wheel))
        before = seconds_of_computing()
        score = _own_score(fresh)
        computed = seconds_of_computing() - before
        first_score = time.monotonic() - made
        row: dict[str, Any] = {
            "python": str(python),
            "wheel": wheel.name,
            "parts": parts,
            "environment": made - started,
            "install": installing,
            "first_score": first_score,
            "own_score": computed,
            "report": _seconds_of(fresh, "demo", "--no-open"),
            "tour": _seconds_of(fresh, "demo", "--tour", "--no-open", "--output", "tour"),
            "import": fresh.import_seconds(),
            "sizes": fresh.sizes(),
        }
    _show(row)
    return row, score


def _own_score(fresh: Fresh) -> str:
    """The scores of captions that no demonstration brings."""
    for name, data in (("references.json", _REFERENCES), ("results.json", _RESULTS)):
        (fresh.folder / name).write_text(json.dumps(data), "utf-8")
    said = fresh.cutline("score", "results.json", "--refs", "references.json", "--json")
    json.loads(said)
    return said


def _seconds_of(fresh: Fresh, *arguments: str) -> float:
    started = time.monotonic()
    fresh.cutline(*arguments)
    return time.monotonic() - started


def _show(row: dict[str, Any]) -> None:
    """One environment's figures, in lines that can be read while others are made."""
    extras = f"[{row['parts']}]" if row["parts"] else ""
    sizes = {name: size / 1e6 for name, size in row["sizes"].items()}
    largest = sorted(sizes.items(), key=lambda item: -item[1])
    shown = ", ".join(f"{name} {size:.1f}" for name, size in largest[:6])
    met = "met" if row["first_score"] <= FIRST_SCORE else "missed"
    print(
        f"Python {row['python']}, {row['wheel']}{extras}\n"
        f"  environment {row['environment']:.0f} s; pip install {row['install']:.0f} s; "
        f"pip install to first own score {row['first_score']:.0f} s "
        f"({FIRST_SCORE:.0f} hoped for: {met}); scoring computed {row['own_score']:.1f} s\n"
        f"  first report {row['report']:.0f} s; tour {row['tour']:.0f} s; "
        f"import {row['import']:.3f} s of computing\n"
        f"  {sum(sizes.values()):.1f} MB in {len(sizes)} packages: {shown}",
        flush=True,
    )


def _below(row: dict[str, Any]) -> list[str]:
    """The bars that a row of figures misses."""
    sizes, what = row["sizes"], f"Python {row['python']}, {row['wheel']}"
    whole = sum(sizes.values()) / 1e6
    figures = [
        ("seconds of computing for a first own score", row["own_score"], OWN_SCORE),
        ("seconds of computing for an import", row["import"], IMPORT),
        ("MB of Cutline itself", sizes["cutline"] / 1e6, OWN_SIZE),
    ]
    if not row["parts"]:
        figures.append(("MB of the core install", whole, CORE_SIZE))
    return [
        f"{what}: {found:.2f} {name}, more than {bar:g}"
        for name, found, bar in figures
        if found > bar
    ]
