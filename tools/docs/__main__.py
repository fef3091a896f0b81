"""`python -m tools.docs` builds the site into build/docs; a warning or a dead link fails it."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tools.docs.links import dead_links

PROJECT = Path(__file__).parent.parent.parent
DOCS = PROJECT / "docs"
CONFIGURATION = Path(__file__).parent / "site"
#: Sphinx writes them last, and hardly anything else has them.
SIGNS_OF_A_SITE = (".buildinfo", "searchindex.js")


def build(output: Path) -> int:
    """Build the site in place of an earlier one, if it succeeds; return the exit code."""
    # Imported here so that pages can be expanded where Sphinx is not installed.
    from sphinx.cmd.build import build_main

    output.parent.mkdir(parents=True, exist_ok=True)
    strict = ["--fail-on-warning", "--keep-going", "--nitpicky", "--fresh-env", "--quiet"]
    # Aside: what is stopped halfway leaves nothing that a later build takes for a stranger's.
    with tempfile.TemporaryDirectory(dir=output.parent, prefix=f"{output.name}-") as scratch:
        site = Path(scratch) / "site"
        places = ["-c", CONFIGURATION, "-d", Path(scratch) / "trees", DOCS, site]
        failed = build_main([*strict, "-b", "html", *map(str, places)])
        failed = failed or _report(dead_links(site))
        if not failed:
            if output.exists():
                shutil.rmtree(output)
            site.rename(output)
    return failed


def refusal(output: Path) -> str | None:
    """Why a site may not take a folder's place, if it may not: all that is there goes."""
    if PROJECT.is_relative_to(output):
        return f"{output} holds the project itself; expected a folder for the site alone"
    if not output.exists():
        return None
    if not output.is_dir():
        return f"{output} is a file; expected a folder"
    held = sorted(path.name for path in output.iterdir())
    if held and not set(held) & set(SIGNS_OF_A_SITE):
        return f"{output} holds {held[0]} and is no earlier site; expected an empty folder or none"
    return None


def _report(dead: Sequence[str]) -> int:
    for link in dead:
        print(f"error: {link}", file=sys.stderr)
    return 1 if dead else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line and build."""
    parser = argparse.ArgumentParser(prog="python -m tools.docs", description=build.__doc__)
    parser.add_argument("-o", "--output", type=Path, default=PROJECT / "build" / "docs")
    output: Path = parser.parse_args(arguments).output.resolve()
    refused = refusal(output)
    if refused:
        parser.error(refused)
    code = build(output)
    if not code:
        print(output / "index.html")
    return code


if __name__ == "__main__":
    sys.exit(main())
