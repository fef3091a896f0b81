"""Every package that the project asks for is listed with the licence that it names itself."""

from __future__ import annotations

from importlib.metadata import PathDistribution
from pathlib import Path

import pytest
from packaging.utils import canonicalize_name

from tools.release import licences
from tools.release.project import ReleaseError

LISTED = licences.listed(licences.PAGE.read_text("utf-8"))
ASKED = sorted(
    {
        canonicalize_name(requirement.name)
        for requirements in licences.user_extras().values()
        for requirement in requirements
    }
    - {"cutline"}
)


# What those bring in turn changes with their releases: that is compared before one of ours.
@pytest.mark.parametrize("name", ASKED)
def test_what_the_project_asks_for_is_listed(name: str) -> None:
    assert LISTED.get(name) == licences.licence_of(name)


def test_the_core_brings_only_what_gives_little_to_think_about() -> None:
    rows = [line for line in licences.PAGE.read_text("utf-8").splitlines() if "| core |" in line]
    core = licences.listed("| package | licence |\n| --- | --- |\n" + "\n".join(rows))
    assert {"numpy", "rich", "typer", "platformdirs"} <= core.keys()
    assert [name for name, licence in core.items() if "GPL" in licence] == []


def test_a_package_that_names_no_licence_has_to_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    about = tmp_path / "silent-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Name: silent\nVersion: 1\nLicense: UNKNOWN\n", "utf-8")
    monkeypatch.setattr(licences, "_installed", lambda _: PathDistribution(about))
    with pytest.raises(ReleaseError, match="silent does not name its licence"):
        licences.licence_of("silent")
    (about / "METADATA").write_text("Name: silent\nVersion: 1\nLicense: MIT license\n", "utf-8")
    assert licences.licence_of("silent") == "MIT"


def test_a_package_that_is_not_installed_is_named() -> None:
    with pytest.raises(ReleaseError, match="no-such-thing is not installed here"):
        licences.licence_of("no-such-thing")


def test_differences_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    row = "| package | licence | needed by |\n| --- | --- | --- |\n| one | {} | core |\n"
    page = tmp_path / "DEPENDENCIES.md"
    page.write_text(row.format("MIT"), "utf-8")
    monkeypatch.setattr(licences, "PAGE", page)
    monkeypatch.setattr(licences, "page", lambda: row.format("MIT"))
    assert licences.check() == 0
    monkeypatch.setattr(licences, "page", lambda: row.format("GPL-3.0-only"))
    assert licences.check() == 1
    assert "one is MIT, installed: GPL-3.0-only" in capsys.readouterr().err
