"""Pictures opened ahead: in order, and never more of them than memory is meant for."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from cutline.datasets.pictures import Picture, PictureFile, open_picture, opened_ahead
from cutline.datasets.pictures.open import pixels_of
from tests.datasets.pictures.made_pictures import quarters, save


def made(folder: Path, *sizes: tuple[int, int]) -> list[PictureFile]:
    return [
        PictureFile(number, save(folder / f"{number}.png", quarters(*size)))
        for number, size in enumerate(sizes)
    ]


def in_batches(files: Sequence[PictureFile], size: int) -> list[Sequence[PictureFile]]:
    return [files[at : at + size] for at in range(0, len(files), size)]


def groups(files: Sequence[PictureFile], batch: int, pixels: int) -> list[list[int]]:
    """The numbers of the pictures of each group."""
    opened = opened_ahead(in_batches(files, batch), open_picture, workers=2, pixels=pixels)
    return [[int(picture.file.image_id) for picture in group] for group in opened]


def test_small_pictures_come_in_the_batches_that_were_given(tmp_path: Path) -> None:
    files = made(tmp_path, *[(10, 10)] * 7)
    assert groups(files, 3, 100_000) == [[0, 1, 2], [3, 4, 5], [6]]
    assert groups([], 3, 100_000) == []


def test_large_pictures_come_in_smaller_groups(tmp_path: Path) -> None:
    # At most 1000 pixels a group: the fourth has more by itself, and is opened all the same.
    files = made(tmp_path, (20, 20), (20, 20), (20, 20), (100, 100), (10, 10), (10, 10))
    assert groups(files, 6, 2000) == [[0, 1], [2], [3], [4, 5]]
    assert groups(files, 4, 2000) == [[0, 1], [2], [3], [4, 5]]


class Watched:
    """Opens pictures, and knows how many pixels are open, or being opened, and were at most."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.is_idle = threading.Condition(self.lock)
        self.now = self.most = self.begun = self.done = 0

    def open(self, file: PictureFile) -> Picture:
        with self.lock:
            self.begun += 1
            self.now += pixels_of(file.path)
            self.most = max(self.most, self.now)
        picture = open_picture(file)
        with self.lock:
            self.done += 1
            self.is_idle.notify_all()
        return picture

    def wait_for(self, count: int) -> None:
        """Until so many were opened."""
        with self.lock:
            assert self.is_idle.wait_for(lambda: self.done >= count, timeout=60)

    def let_go(self, group: Sequence[Picture]) -> None:
        with self.lock:
            self.now -= sum(picture.width * picture.height for picture in group)


@pytest.mark.parametrize("workers", [1, 4, 40])
def test_pixels_that_are_open_at_once_are_limited(tmp_path: Path, workers: int) -> None:
    files = made(tmp_path, *[(20, 10)] * 30)
    watched = Watched()
    opened = opened_ahead(in_batches(files, 8), watched.open, workers=workers, pixels=1000)
    seen = 0
    for group in opened:
        # Groups of two: this one, the next, and not half a one.
        seen += len(group)
        watched.wait_for(min(seen + 2, 30))
        assert len(group) == 2
        watched.let_go(group)
    assert (seen, watched.begun) == (30, 30)
    assert watched.most <= 1000
    assert watched.most >= 800


def test_files_that_are_opened_ahead_are_limited_too(tmp_path: Path) -> None:
    files = made(tmp_path, *[(4, 4)] * 60)
    watched = Watched()
    opened = opened_ahead(in_batches(files, 8), watched.open, workers=3)
    next(opened)
    watched.wait_for(16)
    opened.close()
    # The batch in use, and one that is opened ahead.
    assert watched.begun == 16


def test_what_is_opened_is_let_go_of(tmp_path: Path) -> None:
    import gc
    import weakref

    class Thing:
        pass

    alive: list[weakref.ref[Thing]] = []

    def open_one(file: PictureFile) -> Thing:
        thing = Thing()
        alive.append(weakref.ref(thing))
        return thing

    files = made(tmp_path, *[(10, 10)] * 12)
    opened = opened_ahead(in_batches(files, 1), open_one, workers=1, pixels=200)
    for number, group in enumerate(opened):
        del group
        gc.collect()
        kept = [place for place, thing in enumerate(alive) if thing() is not None]
        assert all(place >= number for place in kept)


def test_an_error_of_who_opens_is_raised_at_its_place(tmp_path: Path) -> None:
    files = made(tmp_path, *[(10, 10)] * 5)

    def open_one(file: PictureFile) -> int:
        if file.image_id == 3:
            raise KeyError("the fourth")
        return int(file.image_id)

    opened = opened_ahead(in_batches(files, 2), open_one, workers=2)
    assert next(opened) == [0, 1]
    with pytest.raises(KeyError, match="the fourth"):
        next(opened)


def test_threads_end_with_the_generator(tmp_path: Path) -> None:
    files = made(tmp_path, *[(10, 10)] * 40)
    before = set(threading.enumerate())
    opened = opened_ahead(in_batches(files, 2), open_picture, workers=3)
    next(opened)
    mine = set(threading.enumerate()) - before
    assert len(mine) == 3
    opened.close()
    for thread in mine:
        thread.join(60)
        assert not thread.is_alive()


def test_what_cannot_be_opened_has_no_pixels(tmp_path: Path) -> None:
    (tmp_path / "no.png").write_bytes(b"no picture")
    assert pixels_of(save(tmp_path / "a.png", np.zeros((7, 9, 3), np.uint8))) == 63
    assert pixels_of(tmp_path / "no.png") == 0
    assert pixels_of(tmp_path / "nowhere.png") == 0
