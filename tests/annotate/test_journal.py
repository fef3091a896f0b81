"""The journal: cut off anywhere, nothing that was finished is lost, and nothing is done twice."""

from __future__ import annotations

import errno
import os
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.annotate.journal import Journal, journal_path, read_journal
from cutline.core.errors import FileError
from cutline.core.types import Detection
from cutline.datasets.annotated_images import (
    AnnotatedCaption,
    AnnotatedImage,
    AnnotatedNoun,
    AnnotationHeader,
    header_line,
)

HEADER = AnnotationHeader(("gull", "tern"), "eyes", ("semantic-fidelity",), "eyes:1|é")

IMAGES = [
    AnnotatedImage(
        f"{number}é.jpg",
        f"folder/{number}é.jpg",
        8,
        6,
        (Detection("dog", 0.5, (1.25, 2.0, 3.0, 4.0)),),
        (
            AnnotatedCaption(
                "gull",
                "a dög",
                (AnnotatedNoun("dög", 2, 5, 0, "same", 1.0),),
                (("semantic-fidelity", 0.5),),
            ),
            AnnotatedCaption("tern", None, error="too dark \u2028"),
        ),
        0,
        "semantic-fidelity 0.500",
    )
    for number in range(6)
]


def write(path: Path, images: list[AnnotatedImage]) -> None:
    with Journal(path, HEADER, read_journal(path)) as journal:
        for image in images:
            journal.add([image])


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = journal_path(tmp_path / "out.jsonl")
    assert path.name == "out.jsonl.part"
    write(path, IMAGES[:2])
    write(path, IMAGES[2:])
    content = read_journal(path)
    assert content.header == HEADER
    assert list(content.images) == IMAGES
    assert (content.size, content.damaged) == (path.stat().st_size, 0)


@given(data=st.data())
def test_a_journal_that_is_cut_anywhere_goes_on_with_each_image_once(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("journal") / "out.jsonl.part"
    done: set[str | int] = set()
    for _ in range(data.draw(st.integers(1, 4))):
        content = read_journal(path)
        kept = {image.image_id for image in content.images}
        # Of what was there before the cut, only what stood behind it may be missing.
        assert kept <= done
        with Journal(path, HEADER, content) as journal:
            for image in IMAGES[: data.draw(st.integers(0, len(IMAGES)))]:
                if image.image_id not in kept:
                    journal.add([image])
        done = {image.image_id for image in read_journal(path).images}
        size = data.draw(st.integers(0, path.stat().st_size))
        whole_lines = path.read_bytes()[:size].count(b"\n")
        os.truncate(path, size)
        assert len(read_journal(path).images) == max(0, whole_lines - 1)
    content = read_journal(path)
    kept = {image.image_id for image in content.images}
    with Journal(path, HEADER, content) as journal:
        journal.add(image for image in IMAGES if image.image_id not in kept)
    found = read_journal(path)
    assert found.header == HEADER
    assert Counter(image.image_id for image in found.images) == Counter(
        image.image_id for image in IMAGES
    )
    assert sorted(found.images, key=lambda image: str(image.image_id)) == IMAGES


def test_damaged_lines_are_counted_and_the_others_kept(tmp_path: Path) -> None:
    path = tmp_path / "out.part"
    write(path, IMAGES[:3])
    lines = path.read_bytes().split(b"\n")
    lines[2] = b"\x00" * len(lines[2])
    path.write_bytes(b"\n".join(lines))
    content = read_journal(path)
    assert list(content.images) == [IMAGES[0], IMAGES[2]]
    assert content.damaged == 1


@pytest.mark.parametrize(
    "data", [b"my notes\n", b"my notes", b'{"cutline": "run"}\n', b"\xff\xfe\n", b"\x00"]
)
def test_a_file_of_somebody_else_is_left_alone(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "out.jsonl.part"
    path.write_bytes(data)
    with pytest.raises(FileError, match=r"out.jsonl.part: is no journal .* move it away"):
        read_journal(path)
    assert path.read_bytes() == data


def test_a_header_that_was_cut_off_is_written_again(tmp_path: Path) -> None:
    path = tmp_path / "out.part"
    line = header_line(HEADER).encode()
    for size in (0, 1, 20, len(line) - 1):
        path.write_bytes(line[:size])
        write(path, IMAGES[:1])
        assert read_journal(path).header == HEADER
        assert list(read_journal(path).images) == IMAGES[:1]


def test_no_room_is_told_and_leaves_whole_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "out.part"
    really = os.write

    def full(handle: int, data: bytes) -> int:
        if os.fstat(handle).st_size > 800:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return really(handle, data[:100])  # as a disk that is nearly full does

    write(path, [])
    monkeypatch.setattr(os, "write", full)
    with pytest.raises(FileError, match=r"out.part: cannot be written: No space left"):
        write(path, IMAGES)
    monkeypatch.undo()
    assert path.read_bytes().endswith(b"}\n")
    kept = read_journal(path).images
    assert 0 < len(kept) < len(IMAGES)
    write(path, IMAGES[len(kept) :])
    assert list(read_journal(path).images) == IMAGES


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "out.part"
    with (
        pytest.raises(FileError, match=r"out.part: cannot be written: No such file"),
        Journal(path, HEADER, read_journal(path)),
    ):
        pass
    with pytest.raises(FileError, match="cannot be read"):
        read_journal(tmp_path)
