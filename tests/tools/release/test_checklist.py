"""The list before a release says what does not hold, and admits what it could not look at."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools.release import checklist
from tools.release.checklist import Result
from tools.release.project import ReleaseError, version

INSTALLED = {"numpy": "2.0", "rich": "14.0"}
WHEEL = f"cutline-{version()}-{{}}-manylinux_2_34_x86_64.whl"
PACKAGES = [
    Path(f"cutline-{version()}.tar.gz"),
    Path(WHEEL.format("cp311-cp311")),
    Path(WHEEL.format("cp312-abi3")),
]


def audited(answers: list[dict[str, object]]) -> Result:
    return checklist.audited("holes", INSTALLED, json.dumps({"dependencies": answers}), "")


def looked_up(name: str, *holes: dict[str, object]) -> dict[str, object]:
    return {"name": name, "version": INSTALLED[name], "vulns": list(holes)}


def test_no_hole_is_known_only_when_every_package_was_looked_up() -> None:
    assert audited([looked_up("numpy"), looked_up("rich")]).holds is True
    # pip-audit ends well and says "No known vulnerabilities found" here.
    skipped = {"name": "rich", "skip_reason": "Dependency not found on PyPI"}
    result = audited([looked_up("numpy"), skipped])
    assert result.holds is None
    assert result.says == "1 of 2 packages could not be looked up, as rich"
    assert audited([looked_up("numpy")]).holds is None


def test_a_hole_is_named_with_its_repair() -> None:
    hole = {"id": "PYSEC-1", "fix_versions": ["2.1"]}
    result = audited([looked_up("numpy", hole), {"name": "rich", "skip_reason": "away"}])
    assert result.holds is False
    assert "numpy 2.0: PYSEC-1, repaired in ['2.1']" in result.says


@pytest.mark.parametrize("said", ["", "no JSON", "[]", "{}"])
def test_what_pip_audit_does_not_say_is_not_known(said: str) -> None:
    result = checklist.audited("holes", INSTALLED, said, "first\nno network")
    assert result.holds is None
    assert "no network" in result.says


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("## 1.2.3 (2026-01-31)", None),
        ("## 1.2.3, 2026-01-31", None),
        ("## 1.2.3 (unreleased)", r"says \(unreleased\), not a date"),
        ("## 1.2.3", "says nothing, not a date"),
        ("## 1.2.30 (2026-01-31)", "no heading for 1.2.3"),
        ("## 1.2.3.1 (2026-01-31)", "no heading for 1.2.3"),
    ],
)
def test_the_changelog_gives_the_day(heading: str, expected: str | None, tmp_path: Path) -> None:
    (tmp_path / "CHANGELOG.md").write_text(f"# Changelog\n\n{heading}\n\n- It is.\n", "utf-8")
    if expected is None:
        assert checklist.in_changelog(tmp_path, "1.2.3") == heading.removeprefix("## ")
        return
    with pytest.raises(ReleaseError, match=expected):
        checklist.in_changelog(tmp_path, "1.2.3")


def test_the_source_and_both_wheels_are_needed() -> None:
    assert version() in checklist.all_packages(PACKAGES)
    for missing in PACKAGES:
        with pytest.raises(ReleaseError, match="is expected"):
            checklist.all_packages([path for path in PACKAGES if path != missing])
    with pytest.raises(ReleaseError, match="three packages are expected"):
        checklist.all_packages([*PACKAGES, Path("notes.txt")])
    plain = Path(f"cutline-{version()}-cp312-abi3-linux_x86_64.whl")
    with pytest.raises(ReleaseError, match="abi3-manylinux"):
        checklist.all_packages([*PACKAGES[:2], plain])


def test_what_is_not_known_is_not_ready(capsys: pytest.CaptureFixture[str]) -> None:
    assert checklist.report(iter([Result("one", True), Result("two", True, "fine")])) == 0
    assert capsys.readouterr().out.endswith("ready to be tagged and uploaded\n")
    assert checklist.report(iter([Result("one", True), Result("two", None, "no network")])) == 1
    assert "NOT KNOWN  two: no network" in capsys.readouterr().out
    assert checklist.report(iter([Result("one", False, "3 files\na\nb\nc")])) == 1
    assert "FAILS      one: 3 files\n           a\n" in capsys.readouterr().out
