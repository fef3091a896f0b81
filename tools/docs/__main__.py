"""`python -m tools.docs` builds the site into build/docs; a warning or a dead link fails it."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.docs.links import dead_links

PROJECT = Path(__file__).parent.parent.parent
DOCS = PROJECT / "docs"
CONFIGURATION = Path(__file__).parent / "site"


def build(output: Path) -> int:
    """Build the site; return the exit code."""
    # Imported here so that pages can be expanded where Sphinx is not installed.
    from sphinx.cmd.build import build_main

    shutil.rmtree(output, ignore_errors=True)
    trees = output.parent / f"{output.name}-trees"
    strict = ["--fail-on-warning", "--keep-going", "--nitpicky", "--fresh-env", "--quiet"]
    places = ["-c", CONFIGURATION, "-d", trees, DOCS, output]
    failed = build_main([*strict, "-b", "html", *map(str, places)])
    shutil.rmtree(trees, ignore_errors=True)
    return failed or _report(dead_links(output))


def _report(dead: Sequence[str]) -> int:
    for link in dead:
        print(f"error: {link}", file=sys.stderr)
    return 1 if dead else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line and build."""
    parser = argparse.ArgumentParser(prog="python -m tools.docs", description=build.__doc__)
    parser.add_argument("-o", "--output", type=Path, default=PROJECT / "build" / "docs")
    output: Path = parser.parse_args(arguments).output
    code = build(output.resolve())
    if not code:
        print(output / "index.html")
    return code


if __name__ == "__main__":
    sys.exit(main())
