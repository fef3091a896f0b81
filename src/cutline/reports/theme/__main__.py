"""`python -m cutline.reports.theme` writes the gallery of the theme."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from cutline.core.atomic import atomic_write
from cutline.core.errors import CutlineError
from cutline.reports.theme.gallery import gallery_page


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the page; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m cutline.reports.theme",
        description="Write one page with every part and chart of the theme.",
    )
    parser.add_argument("-o", "--output", metavar="FILE", default="cutline-theme.html")
    output: str = parser.parse_args(arguments).output
    if output == "-":
        sys.stdout.write(gallery_page())
        return 0
    try:
        with atomic_write(output) as file:
            file.write(gallery_page())
    except CutlineError as error:
        print(f"error: {error}", file=sys.stderr)
        return error.exit_code
    print(output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
