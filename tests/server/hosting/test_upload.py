"""Bundles that hosts send: within bounds, checked apart, and gone from the disk afterwards."""

from __future__ import annotations

import errno
import io
from pathlib import Path

import pytest

from cutline.core.errors import ContentError
from cutline.datasets.bundle import open_bundle, write_bundle
from cutline.server.hosting import upload
from cutline.server.hosting.demo import demo_content
from cutline.server.hosting.upload import received_bundle
from cutline.server.uploads.place import uploading
from cutline.server.uploads.refused import Refused
from tests.server.jobs.conftest import data

__all__ = ["data"]


@pytest.fixture
def bundle(tmp_path: Path) -> bytes:
    write_bundle(demo_content(), tmp_path / "demo.zip")
    return (tmp_path / "demo.zip").read_bytes()


def _left() -> list[Path]:
    return list(uploading().iterdir())


def test_a_good_bundle_is_there_for_the_while(bundle: bytes) -> None:
    with received_bundle(io.BytesIO(bundle)) as path:
        assert path.read_bytes() == bundle
        assert open_bundle(path).manifest.name == "demo"
    assert _left() == []


def test_a_bundle_with_problems_leaves_nothing(bundle: bytes) -> None:
    with (
        pytest.raises(ContentError, match=r"^pets-2\.zip.*damaged or unreadable"),
        received_bundle(io.BytesIO(bundle[: len(bundle) // 2]), "pets-2.zip"),
    ):
        pass
    assert _left() == []


def test_what_is_too_large_is_not_read_to_its_end(
    bundle: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upload, "MOST_BYTES", 1000)
    monkeypatch.setattr(upload, "_CHUNK", 600)
    stream = io.BytesIO(bundle)
    with pytest.raises(Refused) as refused, received_bundle(stream):
        pass
    assert refused.value.status == 413
    assert stream.tell() == 1200
    assert _left() == []


def test_a_full_disk_is_told_of() -> None:
    class Full:
        def read(self, size: int, /) -> bytes:
            raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(Refused) as refused, received_bundle(Full()):
        pass
    assert refused.value.status == 507
    assert _left() == []


def test_a_check_that_dies_is_no_pass(bundle: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/bin/false")
    with (
        pytest.raises(ContentError, match="ended with 1"),
        received_bundle(io.BytesIO(bundle)),
    ):
        pass
    assert _left() == []
