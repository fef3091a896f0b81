"""The list of what has to hold before a release, looked at point by point."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.release import build, contents, versions
from tools.release.install import REPORT, sha256
from tools.release.project import PROJECT, ReleaseError, run, tracked, version

#: The environment of `make test`, in which every part is installed.
DEVELOPMENT = PROJECT / ".venv/bin/python"


_VERSIONS = """
import json
from tools.release.licences import installed_versions
print(json.dumps(installed_versions()))
"""


@dataclass(frozen=True)
class Result:
    """Whether a point holds: True, False, or None where it could not be looked at."""

    point: str
    holds: bool | None
    says: str = ""


def results(packages: Sequence[Path]) -> Iterator[Result]:
    """Look at every point, quick ones first."""
    points: list[tuple[str, Callable[[], str]]] = [
        ("nothing is uncommitted", _clean),
        ("the version is the same everywhere", lambda: same_version(PROJECT)),
        ("the changelog tells of it", lambda: in_changelog(PROJECT, version())),
        ("its tag is free", _tag_is_free),
        ("licences of dependencies are listed", _licences),
        ("packages are there", lambda: all_packages(packages)),
        ("packages were made from this tree", lambda: made_from_tree(packages)),
        ("packages hold what they should", lambda: _contents(packages)),
        ("wheels keep what their names promise", lambda: _tags(packages)),
        ("wheels were installed and used", lambda: _were_installed(packages)),
        ("the docs build", _docs),
    ]
    for point, look in points:
        try:
            yield Result(point, True, look())
        except (ReleaseError, OSError) as error:
            yield Result(point, False, str(error))
    yield known_holes()


def report(found: Iterator[Result]) -> int:
    """Print the list; 0 only if all was looked at and holds."""
    marks = {True: "holds", False: "FAILS", None: "NOT KNOWN"}
    code = 0
    for result in found:
        first, *more = result.says.splitlines() or [""]
        print(f"{marks[result.holds]:<9}  {result.point}{': ' if first else ''}{first}", flush=True)
        for line in more[:20]:
            print(f"{'':<11}{line}")
        code |= result.holds is not True
    print("ready to be tagged and uploaded" if not code else "not ready")
    return code


def _clean() -> str:
    changed = run(["git", "status", "--porcelain"]).splitlines()
    if changed:
        raise ReleaseError(f"{len(changed)} files\n" + "\n".join(changed))
    return ""


def same_version(project: Path) -> str:
    """The version, when every file that shows one shows it."""
    kept = version(project)
    others = [(path.name, said) for path, said in versions.shown(project) if said != kept]
    if others:
        raise ReleaseError(
            f"{kept}, but not in\n" + "\n".join(f"{name}: {said}" for name, said in others)
        )
    return kept


def in_changelog(project: Path, wanted: str) -> str:
    """The heading of the version, when it has a date."""
    text = (project / "CHANGELOG.md").read_text("utf-8")
    heading = re.search(rf"^## {re.escape(wanted)}(?![\w.])(.*)$", text, re.MULTILINE)
    if not heading:
        raise ReleaseError(f"no heading for {wanted}")
    if not re.search(r"\b\d{4}-\d{2}-\d{2}\b", heading[1]):
        raise ReleaseError(
            f"the heading says{heading[1] or ' nothing'}, not a date like 2026-01-31"
        )
    return heading[0].removeprefix("## ")


def _tag_is_free() -> str:
    tag = f"v{version()}"
    if run(["git", "tag", "--list", tag]).strip():
        raise ReleaseError(f"{tag} is there: has it been released?")
    return tag


def _licences() -> str:
    run([DEVELOPMENT, "-m", "tools.release", "licences", "--check"])
    return "DEPENDENCIES.md"


def all_packages(packages: Sequence[Path]) -> str:
    """Names of the source and of both wheels."""
    names, this = [path.name for path in packages], re.escape(version())
    for kind in (
        r"\.tar\.gz",
        r"-cp311-cp311-manylinux\w+(\.\w+)*\.whl",
        r"-cp312-abi3-manylinux\w+(\.\w+)*\.whl",
    ):
        if sum(bool(re.fullmatch(f"cutline-{this}{kind}", name)) for name in names) != 1:
            raise ReleaseError(f"one package cutline-{version()}{kind} is expected, found {names}")
    if len(names) != 3:
        raise ReleaseError(f"three packages are expected, found {names}")
    return ", ".join(names)


def made_from_tree(packages: Sequence[Path]) -> str:
    """Nothing, when every file of the source package is as it is in the tree."""
    sources = [path for path in packages if path.name.endswith(".tar.gz")]
    if not sources:
        raise ReleaseError("there is no source package")
    files, other = tracked(), []
    with tarfile.open(sources[0]) as archive:
        for member in archive:
            name, file = member.name.partition("/")[2], archive.extractfile(member)
            if name in files and file and file.read() != (PROJECT / name).read_bytes():
                other.append(name)
    if other:
        raise ReleaseError(f"{len(other)} files changed since, as {other[0]}: `make dist`")
    return ""


def _contents(packages: Sequence[Path]) -> str:
    problems = contents.check(packages)
    if problems:
        raise ReleaseError("\n".join(problems))
    run([sys.executable, "-m", "twine", "check", "--strict", *packages])
    return ""


def _tags(packages: Sequence[Path]) -> str:
    for path in packages:
        if path.suffix == ".whl":
            build.check_tags(path)
    return ""


def _were_installed(packages: Sequence[Path]) -> str:
    if not REPORT.exists():
        raise ReleaseError("they were not: `make dist-check`")
    kept = json.loads(REPORT.read_text("utf-8"))
    wheels = {path.name: sha256(path) for path in packages if path.suffix == ".whl"}
    if kept["wheels"] != wheels:
        raise ReleaseError("other wheels were: `make dist-check`")
    if kept["problems"]:
        raise ReleaseError("\n".join(kept["problems"]))
    slowest = max(row["first_score"] for row in kept["rows"])
    return f"at most {slowest:.0f} s to a first own score"


def _docs() -> str:
    run([DEVELOPMENT, "-m", "tools.docs"])
    return ""


def known_holes() -> Result:
    """What pip-audit knows of each dependency in the version that is installed for development."""
    point = "no dependency has a known hole"
    try:
        installed: dict[str, str] = json.loads(run([DEVELOPMENT, "-c", _VERSIONS]))
    except (ReleaseError, OSError) as error:
        return Result(point, None, str(error))
    with tempfile.TemporaryDirectory() as folder:
        wanted = Path(folder) / "requirements.txt"
        wanted.write_text("".join(f"{name}=={at}\n" for name, at in installed.items()), "utf-8")
        asked = ["--requirement", str(wanted), "--no-deps", "--disable-pip", "--format", "json"]
        done = subprocess.run(
            [sys.executable, "-m", "pip_audit", *asked, "--progress-spinner", "off"],
            capture_output=True,
            text=True,
            check=False,
        )
    return audited(point, installed, done.stdout, done.stderr)


def audited(point: str, installed: dict[str, str], said: str, complaint: str) -> Result:
    """What pip-audit's answer means: it calls it a success when it could look nothing up."""
    try:
        answers = {answer["name"]: answer for answer in json.loads(said)["dependencies"]}
    except (ValueError, KeyError, TypeError):
        last = complaint.strip().splitlines()[-1:] or ["pip-audit says nothing"]
        return Result(point, None, f"pip-audit could not look: {last[0]}")
    holes = [
        f"{name} {answer['version']}: {hole['id']}, repaired in {hole['fix_versions'] or 'none'}"
        for name, answer in answers.items()
        for hole in answer.get("vulns", [])
    ]
    unknown = [name for name in installed if "vulns" not in answers.get(name, {})]
    if holes:
        return Result(point, False, f"{len(holes)}\n" + "\n".join(holes))
    if unknown:
        some = ", ".join(unknown[:5])
        says = f"{len(unknown)} of {len(installed)} packages could not be looked up, as {some}"
        return Result(point, None, says)
    return Result(point, True, f"{len(installed)} packages looked up")
