"""What installing the wheels shows is judged by what Cutline does, not by the network."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tools.release import fresh, install
from tools.release.__main__ import main
from tools.release.interpreters import Interpreter
from tools.release.project import ReleaseError

PYTHON = Interpreter((3, 11, 9), "/somewhere/python3.11")
FIGURES: dict[str, Any] = {
    "environment": 3.0,
    "install": 20.0,
    "first_score": 22.0,
    "own_score": 1.5,
    "report": 2.0,
    "tour": 9.0,
    "import": 0.05,
    "sizes": {"cutline": 9_000_000, "numpy": 60_000_000},
}


@pytest.fixture
def measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Figures that an installation will have, with a wheel in a folder of its own."""
    (tmp_path / "cutline-1.2.3-cp311-cp311-manylinux_2_34_x86_64.whl").write_bytes(b"wheel")
    monkeypatch.setattr(fresh, "DIST", tmp_path)
    monkeypatch.setattr(install, "REPORT", tmp_path / "work/installed.json")
    figures = dict(FIGURES)

    def installed(python: Interpreter, wheel: Path, parts: str) -> tuple[dict[str, Any], str]:
        row = {"python": str(python), "wheel": wheel.name, "parts": parts, **figures}
        install._show(row)
        return row, "0.5"

    monkeypatch.setattr(install, "_installed", installed)
    return figures


def test_slow_downloads_are_told_and_fail_nothing(
    measured: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert install.check([PYTHON], parts="") == []
    assert "first own score 22 s (120 hoped for: met)" in capsys.readouterr().out
    measured.update(install=900.0, first_score=902.0)
    assert install.check([PYTHON], parts="") == []
    assert "first own score 902 s (120 hoped for: missed)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "figure", "said"),
    [
        ("own_score", 16.0, "16.00 seconds of computing for a first own score, more than 15"),
        ("import", 0.5, "0.50 seconds of computing for an import, more than 0.2"),
        ("sizes", {"cutline": 26_000_000}, "26.00 MB of Cutline itself, more than 25"),
    ],
)
def test_what_cutline_takes_is_bound(
    name: str,
    figure: object,
    said: str,
    measured: dict[str, Any],
    capsys: pytest.CaptureFixture[str],
) -> None:
    measured[name] = figure
    [problem] = install.check([PYTHON], parts="")
    assert problem.endswith(said)
    assert problem in capsys.readouterr().err


def test_a_python_without_a_wheel_is_told(
    measured: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    later = Interpreter((3, 13, 0), "/somewhere/python3.13")
    assert install.check([PYTHON, later], parts="") == []
    assert "Python 3.13.0: no wheel in dist/ fits it\n" in capsys.readouterr().out


@pytest.mark.usefixtures("measured")
def test_nothing_to_install_is_an_error() -> None:
    later = Interpreter((3, 13, 0), "/somewhere/python3.13")
    with pytest.raises(ReleaseError, match=r"no wheel in dist/ fits a Python here \(3.13.0\)"):
        install.check([later])
    with pytest.raises(ReleaseError, match=r"fits a Python here \(none\)"):
        install.check([])


def test_the_command_says_what_it_could_not_use(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for verb in ("build", "install"):
        assert main([verb, str(tmp_path / "python3.99")]) == 1
        assert "python3.99: no Python that can be used" in capsys.readouterr().err
