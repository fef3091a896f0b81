"""Where the official program is installed: the package pycocoevalcap, whose files Cutline uses."""

from __future__ import annotations

import importlib.util
import sys
from contextlib import suppress
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path

PACKAGE = "pycocoevalcap"


def pip_install(*options: str) -> str:
    """The command that installs the package, or with `--force-reinstall` installs it anew."""
    # The environment that runs now, which need not be the one whose pip the shell finds.
    return " ".join([sys.executable or "python", "-m pip install", *options, PACKAGE])


def package_places() -> list[Path]:
    """Where the package is, found without importing it: it would import half of what it needs."""
    specs: list[ModuleSpec | None] = [PathFinder.find_spec(PACKAGE)]
    # Second, because `sys.modules` comes first in it, and may hold Cutline's stand-in for the
    # package; still, it knows packages that are installed in unusual ways.
    with suppress(ValueError, ImportError):
        specs.append(importlib.util.find_spec(PACKAGE))
    own = Path(__file__).parent.parent
    places = [
        Path(place) for spec in specs if spec for place in spec.submodule_search_locations or ()
    ]
    return [place for place in dict.fromkeys(places) if own not in place.parents]
