"""The public and the private part of a bundle, apart and together."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutline.core.errors import ContentError, FileError, MissingPartError, UsageError
from cutline.datasets import read_references
from cutline.datasets.bundle import (
    check_bundle,
    join_bundles,
    open_bundle,
    write_bundle,
    write_private,
    write_public,
)
from tests.datasets.bundle.small_bundles import contents_of, small_content


@pytest.fixture
def parts(tmp_path: Path) -> Path:
    write_bundle(small_content(), tmp_path / "whole.zip")
    whole = open_bundle(tmp_path / "whole.zip")
    write_public(whole, tmp_path / "public.zip")
    write_private(whole, tmp_path / "private")
    return tmp_path


def test_parts_have_the_digest_of_the_whole(parts: Path) -> None:
    digest = open_bundle(parts / "whole.zip").manifest.digest
    for name, state in (("public.zip", "public part"), ("private", "private part")):
        found = check_bundle(parts / name, digest)
        assert found.passes()
        assert found.state == state


def test_the_public_part_holds_nothing_private(parts: Path) -> None:
    public = open_bundle(parts / "public.zip")
    write_public(public, parts / "again")
    files = contents_of(parts / "again")
    assert not [path for path in files if path.startswith("private")]
    for words in (b"A tram turns", b"bicycles", b"tram in a street"):
        assert not [path for path, content in files.items() if words in content]
        assert words not in (parts / "public.zip").read_bytes()
    assert [image.image_id for image in public.images("test")] == ["t/1", "t/2"]


def test_joined_parts_are_the_whole(parts: Path) -> None:
    public, private = open_bundle(parts / "public.zip"), open_bundle(parts / "private")
    join_bundles(public, private, parts / "joined.zip")
    join_bundles(private, public, parts / "swapped.zip")
    whole = (parts / "whole.zip").read_bytes()
    assert (parts / "joined.zip").read_bytes() == whole
    assert (parts / "swapped.zip").read_bytes() == whole


def test_private_references_are_not_here(parts: Path) -> None:
    public = open_bundle(parts / "public.zip")
    expected = "private files of split 'test' are not here, its references among them"
    with pytest.raises(MissingPartError, match=expected):
        read_references(f"{parts}/public.zip::test")
    with pytest.raises(MissingPartError, match="its human run among them"):
        public.human("test")
    with pytest.raises(MissingPartError, match="cutline bundle join"):
        public.labels("test")
    # The only references that are here need no name.
    assert read_references(parts / "public.zip")[0].name == "small val"


def test_public_files_of_the_private_part_are_elsewhere(parts: Path) -> None:
    private = open_bundle(parts / "private")
    assert private.references()[0].image_ids == ("t/1", "t/2")
    with pytest.raises(MissingPartError, match="public files of split 'val' are not here"):
        private.references("val")


def test_a_missing_public_file_is_a_damage(parts: Path) -> None:
    write_bundle(small_content(), parts / "whole")
    (parts / "whole/references/val.jsonl").unlink()
    with pytest.raises(FileError, match=r"is missing, and cutline\.json lists it"):
        open_bundle(parts / "whole").references("val")


def test_parts_of_different_bundles_do_not_join(parts: Path) -> None:
    write_bundle(small_content(benchmark_version="1.1"), parts / "other.zip")
    with pytest.raises(ContentError, match="are parts of different bundles"):
        join_bundles(
            open_bundle(parts / "private"), open_bundle(parts / "other.zip"), parts / "new"
        )
    with pytest.raises(MissingPartError, match="neither"):
        join_bundles(open_bundle(parts / "private"), open_bundle(parts / "private"), parts / "new")
    assert not (parts / "new").exists()


def test_a_part_that_was_changed_does_not_join(parts: Path) -> None:
    path = parts / "private/private/references/test.jsonl"
    path.write_bytes(path.read_bytes().replace(b"tram", b"bus!"))
    with pytest.raises(FileError, match="it has been changed"):
        join_bundles(
            open_bundle(parts / "public.zip"), open_bundle(parts / "private"), parts / "new.zip"
        )
    assert not list(parts.glob("*new*"))


def test_a_part_that_is_not_here_cannot_be_written(parts: Path) -> None:
    with pytest.raises(MissingPartError, match="is private and not here"):
        write_private(open_bundle(parts / "public.zip"), parts / "new")
    with pytest.raises(MissingPartError, match="is public and not here"):
        write_public(open_bundle(parts / "private"), parts / "new")
    public_only = small_content(splits=small_content().splits[:1])
    write_bundle(public_only, parts / "open.zip")
    with pytest.raises(UsageError, match="has no private files"):
        write_public(open_bundle(parts / "open.zip"), parts / "new")
    assert not (parts / "new").exists()


def test_a_bundle_is_not_written_over_itself(parts: Path) -> None:
    with pytest.raises(FileError, match="is read in the same run"):
        write_public(open_bundle(parts / "whole.zip"), parts / "whole.zip")
    with pytest.raises(FileError, match="is read in the same run"):
        write_private(open_bundle(parts / "private"), parts / "private" / "new.zip")
    assert not (parts / "private" / "new.zip").exists()
    with pytest.raises(FileError, match="is read in the same run"):
        join_bundles(
            open_bundle(parts / "public.zip"), open_bundle(parts / "private"), parts / "private"
        )
