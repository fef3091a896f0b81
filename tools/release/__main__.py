"""`python -m tools.release VERB`: what `make dist`, `dist-check` and `release-check` run."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

from tools.release import build, checklist, contents, install, licences, versions
from tools.release.interpreters import found
from tools.release.project import DIST, ReleaseError, run


def main(arguments: Sequence[str]) -> int:
    """Do what the verb says; 0 when all that it looks at holds."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    verbs = parser.add_subparsers(required=True, metavar="VERB")

    def verb(
        name: str, does: Callable[[argparse.Namespace], int], says: str
    ) -> argparse.ArgumentParser:
        added = verbs.add_parser(name, help=says, description=says)
        added.set_defaults(does=does)
        return added

    for name, does, says in (
        ("build", _build, "Make all packages in dist/ and look through them."),
        ("install", _install, "Install the wheels of dist/ into fresh environments, and use them."),
    ):
        added = verb(name, does, says)
        added.add_argument("pythons", nargs="*", help="which Pythons to use; all that are found")
    added.add_argument("--parts", default="spice", help="extras to install too; '' for none")
    added = verb("licences", _licences, "Write DEPENDENCIES.md from what is installed.")
    added.add_argument("--check", action="store_true", help="only compare it")
    added = verb("version", _version, "Give the project another version, wherever one is shown.")
    added.add_argument("version")
    verb("check", _check, "Say of everything a release needs whether it holds.")
    try:
        chosen = parser.parse_args(arguments)
        return int(chosen.does(chosen))
    except ReleaseError as error:
        print(error, file=sys.stderr)
        return 1


def _build(chosen: argparse.Namespace) -> int:
    packages = build.build(found(chosen.pythons))
    problems = contents.check(packages)
    run([sys.executable, "-m", "twine", "check", "--strict", *packages])
    return bool(problems)


def _install(chosen: argparse.Namespace) -> int:
    return bool(install.check(found(chosen.pythons), parts=chosen.parts))


def _licences(chosen: argparse.Namespace) -> int:
    return licences.check() if chosen.check else licences.write()


def _version(chosen: argparse.Namespace) -> int:
    for path in versions.change(chosen.version):
        print(path)
    return 0


def _check(_: argparse.Namespace) -> int:
    return checklist.report(checklist.results(sorted(DIST.glob("*"))))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
