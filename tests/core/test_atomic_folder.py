"""Folders that are written whole or not at all."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from cutline.core.atomic_folder import atomic_folder
from cutline.core.errors import FileError


def names(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


def test_a_folder_takes_its_name_at_the_end(tmp_path: Path) -> None:
    with atomic_folder(tmp_path / "new") as place:
        (place / "a").write_text("1")
        assert not (tmp_path / "new").exists()
    assert names(tmp_path) == ["new", "new/a"]
    (tmp_path / "usual").mkdir()
    rights = [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("new", "usual")]
    assert rights[0] == rights[1]


def test_an_old_folder_is_replaced_with_all_it_holds(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "a").write_text("1")
    with atomic_folder(tmp_path / "old") as place:
        (place / "b").write_text("2")
    assert names(tmp_path) == ["old", "old/b"]


@pytest.mark.parametrize("end", [KeyboardInterrupt, ValueError])
def test_nothing_is_left_where_the_block_fails(end: type[BaseException], tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "a").write_text("1")

    def write(name: str) -> None:
        with atomic_folder(tmp_path / name) as place:
            (place / "b").write_text("2")
            raise end

    for name in ("old", "new"):
        with pytest.raises(end):
            write(name)
    assert names(tmp_path) == ["old", "old/a"]


def test_an_old_folder_comes_back_where_the_new_one_cannot_take_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "a").write_text("1")
    rename = Path.rename

    def failing(self: Path, target: Path) -> Path:
        if (self / "b").exists():
            raise OSError(28, "No space left on device")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", failing)
    with (
        pytest.raises(FileError, match="cannot be written: No space left on device"),
        atomic_folder(tmp_path / "old") as place,
    ):
        (place / "b").write_text("2")
    assert names(tmp_path) == ["old", "old/a"]


def test_a_place_that_is_not_there_is_named(tmp_path: Path) -> None:
    with (
        pytest.raises(FileError, match="cannot be written: No such file"),
        atomic_folder(tmp_path / "nowhere" / "new"),
    ):
        pass
