"""A site takes the place of an earlier one, and of nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.docs import __main__ as command


def test_a_folder_that_is_not_there_or_empty_can_be_taken(tmp_path: Path) -> None:
    assert command.refusal(tmp_path / "new") is None
    assert command.refusal(tmp_path) is None


@pytest.mark.parametrize("sign", command.SIGNS_OF_A_SITE)
def test_an_earlier_site_can_be_replaced(sign: str, tmp_path: Path) -> None:
    for name in ("index.html", sign):
        (tmp_path / name).write_text("made", "utf-8")
    assert command.refusal(tmp_path) is None


def test_what_others_wrote_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "thesis.tex"
    kept.write_text("years", "utf-8")
    for output, said in (
        (tmp_path, "holds thesis.tex and is no earlier site"),
        (kept, "is a file"),
    ):
        with pytest.raises(SystemExit) as stopped:
            command.main(["-o", str(output)])
        assert stopped.value.code == 2
        assert said in capsys.readouterr().err
    assert kept.read_text("utf-8") == "years"


def test_the_project_is_never_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Not the real one: were it not refused, it would be gone.
    project = tmp_path / "home/project"
    project.mkdir(parents=True)
    monkeypatch.setattr(command, "PROJECT", project)
    for folder in (project, project.parent, tmp_path):
        (folder / "searchindex.js").write_text("", "utf-8")
        assert "holds the project itself" in (command.refusal(folder) or "")
    assert command.refusal(project / "build/docs") is None
