"""DEPENDENCIES.md: every package that an installation can bring, and its licence."""

from __future__ import annotations

import sys
import tomllib
from collections import deque
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.release.project import PROJECT, ReleaseError

PAGE = PROJECT / "DEPENDENCIES.md"
#: Extras of people who work on Cutline, or compare it with other programs.
NOT_FOR_USERS = {"dev", "docs", "peers"}
CORE = "core"

#: Licences that packages do not name in their metadata, read in the files they are kept with.
READ_BY_HAND = {
    "pycocoevalcap": "BSD-2-Clause; of the Java programs in it METEOR LGPL, CoreNLP GPL",
    "pycocotools": "BSD-2-Clause",
}
_SPDX = {
    "3-Clause BSD License": "BSD-3-Clause",
    "Apache 2.0": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0",
    "Apache License, Version 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "Apache-2.0 License": "Apache-2.0",
    "BSD 3-Clause License": "BSD-3-Clause",
    "BSD License": "BSD",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "MIT license": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}
#: What asks more of who passes the program on than to give a notice.
_COPYLEFT = ("GPL", "MPL", "EPL", "CDDL")

_HEAD = """# Dependencies

Every package that `pip install cutline` and its optional parts can bring on Linux, with its licence
as the package names it. Cutline contains none of them; what is compiled into it is in
[LICENSE-THIRD-PARTY](LICENSE-THIRD-PARTY). What only developers install is not listed.
`make licences` writes this page.

| package | licence | needed by |
| --- | --- | --- |
"""


def user_extras() -> dict[str, list[Requirement]]:
    """What the core and each optional part asks for itself."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    asked = {CORE: project["dependencies"], **project["optional-dependencies"]}
    return {
        name: [Requirement(line) for line in lines]
        for name, lines in asked.items()
        if name not in NOT_FOR_USERS
    }


def needed() -> dict[str, set[str]]:
    """Packages, however far away, with the parts that bring them."""
    found: dict[str, set[str]] = {}
    for part, requirements in user_extras().items():
        for name in _closure(requirements):
            found.setdefault(name, set()).add(part)
    # What the core brings needs no other reason.
    return {name: {CORE} if CORE in parts else parts for name, parts in found.items()}


def installed_versions() -> dict[str, str]:
    """The version of each such package here."""
    return {name: _installed(name).version for name in sorted(needed())}


def _closure(requirements: Iterable[Requirement]) -> set[str]:
    names: set[str] = set()
    seen: set[tuple[str, frozenset[str]]] = set()
    waiting = deque(requirements)
    while waiting:
        requirement = waiting.popleft()
        name = canonicalize_name(requirement.name)
        key = (name, frozenset(requirement.extras))
        if key in seen:
            continue
        seen.add(key)
        if name == "cutline":
            waiting += (line for extra in requirement.extras for line in user_extras()[extra])
            continue
        names.add(name)
        waiting += _asked_by(name, requirement.extras)
    return names


def _asked_by(name: str, extras: set[str]) -> Iterator[Requirement]:
    for line in _installed(name).requires or []:
        asked = Requirement(line)
        marker = asked.marker
        if not marker or any(marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            yield asked


@cache
def _installed(name: str) -> Distribution:
    try:
        return distribution(name)
    except PackageNotFoundError:
        raise ReleaseError(f"{name} is not installed here: run this where all parts are") from None


def licence_of(name: str) -> str:
    """A package's licence, as it names it.

    Raises:
        ReleaseError: when it does not, and nobody has looked yet.
    """
    about: dict[str, Any] = dict(_installed(name).metadata.json)
    named = [about.get("license_expression")]
    named += [line.split(" :: ")[-1] for line in about.get("classifier", []) if _names(line)]
    text = str(about.get("license", "")).strip()
    named.append(text.splitlines()[0].strip() if text else None)
    known = [READ_BY_HAND.get(name), *(word for word in named if word and word != "UNKNOWN")]
    chosen = next((word for word in known if word), None)
    if not chosen or len(chosen) > 160:
        raise ReleaseError(
            f"{name} does not name its licence: read it, and add it to READ_BY_HAND in "
            "tools/release/licences.py"
        )
    return _SPDX.get(str(chosen), str(chosen))


def _names(classifier: str) -> bool:
    return classifier.startswith("License :: ") and not classifier.endswith(":: OSI Approved")


def page() -> str:
    """The whole page, from what is installed here."""
    parts = needed()
    licences = {name: licence_of(name) for name in sorted(parts)}
    rows = [
        f"| {name} | {licence} | {', '.join(sorted(parts[name]))} |\n"
        for name, licence in licences.items()
    ]
    asks = [f"{name} ({licence})" for name, licence in licences.items() if _asks(licence)]
    tail = (
        f"\nLicences that ask more than to keep a notice: {', '.join(asks)}. They are used as they "
        "come, and not changed.\n"
        if asks
        else ""
    )
    return _HEAD + "".join(rows) + tail


def _asks(licence: str) -> bool:
    return any(word in licence for word in _COPYLEFT)


def listed(text: str) -> dict[str, str]:
    """The packages and licences that a page names."""
    rows = (line.split(" | ") for line in text.splitlines() if line.startswith("| "))
    return {row[0].removeprefix("| "): row[1] for row in list(rows)[2:]}


def write() -> int:
    """Write the page anew."""
    PAGE.write_text(page(), "utf-8")
    print(PAGE)
    return 0


def check() -> int:
    """Compare the page with what is installed; say what differs."""
    found, said = listed(page()), listed(PAGE.read_text("utf-8"))
    for name in sorted(found.keys() | said.keys()):
        if found.get(name) != said.get(name):
            print(
                f"{PAGE.name}: {name} is {said.get(name, 'not there')}, "
                f"installed: {found.get(name, 'nothing')}",
                file=sys.stderr,
            )
    return found != said
