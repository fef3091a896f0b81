"""The bundle of a benchmark, read from the database."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings

from cutline.core.atomic import atomic_write_bytes
from cutline.core.types import ImageId
from cutline.datasets.bundle import Bundle, open_bundle
from cutline.server.models import Benchmark, Blob, Rescore


def bundle_of(of: Benchmark | Rescore) -> Bundle:
    """The bundle of a benchmark, or of what it may become, from a copy beside the data of this
    machine that is made when it is missing.

    The copy holds private references: nobody but the account that runs the server may read it.
    """
    path = _copies() / f"{of.bundle_id}.zip"
    if not path.exists():
        data = Blob.objects.get(pk=of.bundle_id).data()
        with atomic_write_bytes(path) as file:
            file.write(data)
    return open_bundle(path)


def image_ids(benchmark: Benchmark, split: str) -> tuple[ImageId, ...]:
    """The images of a split, in order; these are public even where their references are not."""
    return tuple(image.image_id for image in bundle_of(benchmark).images(split))


def forget_copy(bundle_id: str) -> None:
    """Remove this machine's copy of a bundle that is no longer kept."""
    (_copies() / f"{bundle_id}.zip").unlink(missing_ok=True)


def _copies() -> Path:
    folder: Path = settings.CONFIGURATION.data / "bundles"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder
