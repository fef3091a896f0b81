"""Finding pictures, and what their images are called."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from cutline.core.errors import FileError, UsageError
from cutline.datasets.pictures import find_pictures


def touch(folder: Path, *names: str) -> Path:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return folder


def ids(*paths: object, image_ids: str = "auto") -> list[int | str]:
    return [file.image_id for file in find_pictures([str(path) for path in paths], image_ids)]


def test_a_folder_is_looked_through_in_the_order_of_names(tmp_path: Path) -> None:
    touch(tmp_path, "b.jpg", "a/2.PNG", "a/1.webp", "notes.txt", "drawing.svg", "page.eps", "c.tif")
    assert ids(tmp_path) == ["a/1.webp", "a/2.PNG", "b.jpg", "c.tif"]
    assert next(file.path for file in find_pictures(tmp_path)) == tmp_path / "a" / "1.webp"


def test_numbers_in_names_are_counted_as_people_count(tmp_path: Path) -> None:
    touch(tmp_path, "10.jpg", "2.jpg", "1.jpg", "b10/a.jpg", "b9/a.jpg", "02.jpg")
    assert ids(tmp_path) == ["1.jpg", "02.jpg", "2.jpg", "10.jpg", "b9/a.jpg", "b10/a.jpg"]


def test_hidden_files_and_folders_are_passed_over(tmp_path: Path) -> None:
    touch(tmp_path, "a.jpg", "._a.jpg", ".thumbnails/b.jpg", "c/.hidden.png")
    assert ids(tmp_path) == ["a.jpg"]


def test_a_picture_that_is_given_twice_is_found_once(tmp_path: Path) -> None:
    touch(tmp_path, "sub/a.jpg", "b.jpg")
    (tmp_path / "sub" / "link").symlink_to(tmp_path, target_is_directory=True)
    assert ids(tmp_path, tmp_path / "sub", tmp_path / "b.jpg") == ["b.jpg", "sub/a.jpg"]


def test_a_single_file_may_have_any_name(tmp_path: Path) -> None:
    touch(tmp_path, "photo", "x.svg")
    assert ids(tmp_path / "photo", tmp_path / "x.svg") == ["photo", "x.svg"]


def test_a_list_names_paths_beside_it_or_from_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    touch(tmp_path, "lists/near/1.jpg", "far/2.jpg", "more/3.jpg", "more/4.jpg")
    names = ["near/1.jpg", "", "far/2.jpg", str(tmp_path / "more")]
    (tmp_path / "lists" / "all.txt").write_text("\n".join(names))
    monkeypatch.chdir(tmp_path)
    assert ids("@lists/all.txt") == ["near/1.jpg", "far/2.jpg", "3.jpg", "4.jpg"]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["000000000042.jpg", "000000000007.jpg"], [7, 42]),
        (["COCO_val2014_000000000042.jpg", "COCO_val2014_000000000007.jpg"], [7, 42]),
        (["42.jpg", "7.jpg"], ["7.jpg", "42.jpg"]),
        (["000000000042.jpg", "dog.jpg"], ["000000000042.jpg", "dog.jpg"]),
        (
            ["a/000000000042.jpg", "b/000000000042.jpg"],
            ["a/000000000042.jpg", "b/000000000042.jpg"],
        ),
    ],
)
def test_images_are_called_by_number_only_where_all_are_named_so(
    tmp_path: Path, names: list[str], expected: list[int | str]
) -> None:
    assert ids(touch(tmp_path, *names)) == expected


def test_the_rule_for_ids_can_be_chosen(tmp_path: Path) -> None:
    touch(tmp_path, "a/dog.7.jpg", "b/cat12.png")
    assert ids(tmp_path, image_ids="stem") == ["dog.7", "cat12"]
    assert ids(tmp_path, image_ids="number") == [7, 12]
    assert ids(tmp_path, image_ids="name") == ["a/dog.7.jpg", "b/cat12.png"]


def test_two_pictures_of_one_id_are_both_named(tmp_path: Path) -> None:
    touch(tmp_path, "a/7.jpg", "b/7.jpg")
    with pytest.raises(UsageError, match=r"a/7\.jpg and .*b/7\.jpg: both would be image '7'"):
        ids(tmp_path, image_ids="stem")
    with pytest.raises(UsageError, match=r"both would be image '7\.jpg'"):
        ids(tmp_path / "a" / "7.jpg", tmp_path / "b" / "7.jpg")


def test_wrong_usage_is_told(tmp_path: Path) -> None:
    touch(tmp_path, "pictures/dog.jpg", "drawings/x.svg", "empty/notes.txt")
    with pytest.raises(UsageError, match="not 'names' \\(did you mean name"):
        ids(tmp_path, image_ids="names")
    with pytest.raises(UsageError, match=r"dog\.jpg: its name ends with no number"):
        ids(tmp_path / "pictures", image_ids="number")
    with pytest.raises(UsageError, match="no pictures were given"):
        ids()
    with pytest.raises(FileError, match="there is no such file or folder"):
        ids(tmp_path / "nowhere")
    with pytest.raises(FileError, match="holds no pictures that can be opened; SVG drawings"):
        ids(tmp_path / "drawings")
    with pytest.raises(FileError, match=r"holds no pictures that can be opened$"):
        ids(tmp_path / "empty")
    (tmp_path / "list.txt").write_text("pictures/dog.jpg\nnowhere.jpg\n")
    with pytest.raises(FileError, match=r"list\.txt, line 2: there is no file nowhere\.jpg"):
        ids(f"@{tmp_path / 'list.txt'}")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_pipes_sockets_and_devices_are_no_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    touch(tmp_path / "all", "a.png")
    os.mkfifo("all/pipe.png")
    Path("all/zero.png").symlink_to("/dev/zero")
    # Nobody knows yet why this one cannot be opened: opening it tells.
    Path("all/broken.png").symlink_to("nowhere")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("all/socket.png")
        assert ids("all") == ["a.png", "broken.png"]
    Path("special").mkdir()
    os.mkfifo("special/pipe.png")
    with pytest.raises(FileError, match="special: holds no pictures that can be opened"):
        ids("special")
    with pytest.raises(FileError, match=r"special/pipe\.png: is a pipe, a socket or a device"):
        ids("special/pipe.png")
    Path("list.txt").write_text("all/a.png\nspecial/pipe.png\n")
    with pytest.raises(FileError, match=r"list\.txt, line 2: special/pipe\.png: is a pipe"):
        ids("@list.txt")
