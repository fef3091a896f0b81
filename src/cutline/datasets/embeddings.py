"""Vectors of images and captions on file, whose angle says how well a caption fits."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutline.core.errors import ContentError, FileError
from cutline.core.types import ImageId
from cutline.core.zip_errors import ZIP_ERRORS
from cutline.datasets.wording import printable, short

#: The arrays that a file has.
ARRAYS = ("image_ids", "image_vectors", "captions", "caption_vectors")


@dataclass(frozen=True, eq=False)
class Embeddings:
    """A vector for each image and for each caption, made by any model; similarity is the cosine.

    >>> found = Embeddings("toy", (7,), np.array([[1.0, 0.0]]), ("a dog",), np.array([[0.6, 0.8]]))
    >>> found.similarity(7, ["a dog"])
    array([0.6])
    """

    name: str
    image_ids: tuple[ImageId, ...]
    image_vectors: NDArray[np.float64]
    captions: tuple[str, ...]
    caption_vectors: NDArray[np.float64]

    def similarity(self, image_id: ImageId, captions: Sequence[str]) -> NDArray[np.float64]:
        """The cosine of an image and each caption.

        Raises:
            ContentError: when the file has no vector for one of them.
        """
        image = self._place_of_image.get(str(image_id))
        if image is None:
            raise ContentError(f"{self.name}: has no vector for image {image_id!r}")
        places = []
        for caption in captions:
            place = self._place_of_caption.get(caption)
            if place is None:
                raise ContentError(
                    f"{self.name}: has no vector for the caption {short(printable(caption))!r}; "
                    f"captions are looked up as the references have them"
                )
            places.append(place)
        cosines: NDArray[np.float64] = self._unit_captions[places] @ self._unit_images[image]
        return cosines

    @cached_property
    def _place_of_image(self) -> dict[str, int]:
        # Many programs write ids as text, whatever the references have.
        return {str(image_id): place for place, image_id in enumerate(self.image_ids)}

    @cached_property
    def _place_of_caption(self) -> dict[str, int]:
        return {caption: place for place, caption in enumerate(self.captions)}

    @cached_property
    def _unit_images(self) -> NDArray[np.float64]:
        return _unit(self.image_vectors)

    @cached_property
    def _unit_captions(self) -> NDArray[np.float64]:
        return _unit(self.caption_vectors)


def read_embeddings(path: str | os.PathLike[str]) -> Embeddings:
    """Embeddings from a `.npz` file of numpy with the four arrays that `ARRAYS` names.

    Raises:
        FileError: when it cannot be read or is of another kind.
    """
    try:
        with Path(path).open("rb") as raw, np.load(raw, allow_pickle=False) as file:
            missing = [name for name in ARRAYS if name not in file.files]
            if missing:
                raise FileError(
                    f"{path}: has no array {missing[0]!r}; expected {', '.join(ARRAYS)}, and found "
                    f"{', '.join(file.files) or 'none'}"
                )
            arrays: dict[str, Any] = {name: file[name] for name in ARRAYS}
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror or error}") from None
    except (*ZIP_ERRORS, AttributeError, TypeError):
        raise FileError(
            f"{path}: is not a .npz file of plain arrays: expected one that numpy.savez wrote with "
            f"{', '.join(ARRAYS)}"
        ) from None
    for of in ("image", "caption"):
        _check_vectors(path, of, arrays)
    digest = hashlib.sha256(Path(path).read_bytes()).hexdigest()[:16]
    ids = arrays["image_ids"].tolist()
    return Embeddings(
        f"{Path(path).name}={digest}",
        # Whole numbers are whole in whatever type they were written.
        tuple(int(i) if isinstance(i, float) and i.is_integer() else i for i in ids),
        arrays["image_vectors"].astype(np.float64),
        tuple(map(str, arrays["captions"].tolist())),
        arrays["caption_vectors"].astype(np.float64),
    )


def _check_vectors(path: str | os.PathLike[str], of: str, arrays: dict[str, Any]) -> None:
    names = "image_ids" if of == "image" else "captions"
    vectors, keys = arrays[f"{of}_vectors"], arrays[names]
    width = arrays["image_vectors"].shape[-1:]
    if vectors.ndim != 2 or vectors.dtype.kind not in "fiu" or vectors.shape[1:] != width:
        raise FileError(
            f"{path}: {of}_vectors is of shape {vectors.shape} and type {vectors.dtype}, expected "
            f"numbers, a row for each {of}, as wide as image_vectors"
        )
    if keys.ndim != 1 or len(keys) != len(vectors):
        raise FileError(
            f"{path}: {names} is of shape {keys.shape}, expected one for each of the "
            f"{len(vectors)} rows of {of}_vectors"
        )
    if not np.isfinite(vectors).all():
        row = int(np.flatnonzero(~np.isfinite(vectors).all(axis=1))[0])
        raise FileError(f"{path}: {of}_vectors, row {row}, holds what is no finite number")


def _unit(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    # A vector of zeros points nowhere: it is at a right angle to all.
    unit: NDArray[np.float64] = np.divide(
        vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0
    )
    return unit
