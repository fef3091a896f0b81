"""Parts of a file of references, written as COCO's annotations."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from cutline.core.errors import FileError
from cutline.core.garbage import no_garbage_collection
from cutline.core.types import Benchmark, ImageId
from cutline.datasets.source import open_source

#: What COCO's files have beside images and annotations, and a part of one keeps.
_KEPT = ("info", "licenses")
_CHUNK = 1 << 20


@dataclass(frozen=True)
class CocoSource:
    """What a file of COCO's annotations says beside the captions; nothing for any other file."""

    #: The whole record of each image.
    images: Mapping[ImageId, Mapping[str, Any]] = field(default_factory=dict)
    #: The ids of an image's captions, each with its text.
    annotation_ids: Mapping[ImageId, list[tuple[str, Any]]] = field(default_factory=dict)
    #: `info` and `licenses`.
    others: Mapping[str, Any] = field(default_factory=dict)


def read_coco_source(path: str) -> CocoSource:
    """What COCO's annotations say beside the captions; a file of another kind says nothing.

    Raises:
        FileError: when the file cannot be read.
    """
    if path == "-":
        return CocoSource()  # it can be read once only, which gives the captions
    source = open_source(path)
    if source.data[:64].lstrip()[:1] != b"{":
        return CocoSource()
    try:
        with no_garbage_collection():
            content = json.loads(bytes(source.data))
    except ValueError:
        return CocoSource()  # lines of JSON, or what the reader of captions has words for
    annotations, listed = content.get("annotations"), content.get("images")
    if not isinstance(annotations, list):
        return CocoSource()
    images = {
        image["id"]: image
        for image in (listed if isinstance(listed, list) else ())
        if isinstance(image, dict) and type(image.get("id")) in (int, str)
    }
    others = {key: content[key] for key in _KEPT if key in content}
    return CocoSource(images, _annotation_ids(annotations), others)


def _annotation_ids(annotations: list[Any]) -> dict[ImageId, list[tuple[str, Any]]]:
    found: dict[ImageId, list[tuple[str, Any]]] = {}
    for record in filter(lambda record: isinstance(record, dict), annotations):
        number, image_id, caption = map(record.get, ("id", "image_id", "caption"))
        has_ids = type(number) in (int, str) and type(image_id) in (int, str)
        if has_ids and type(caption) is str:
            found.setdefault(image_id, []).append((caption, number))
    return found


def sha256_of_file(path: str) -> str | None:
    """The SHA-256 of a file as it is on disk, or of the zip that a member is in; None for `-`.

    Raises:
        FileError: when the file cannot be read.
    """
    if path == "-":
        return None
    file = path if Path(path).exists() else path.partition("::")[0]
    digest = hashlib.sha256()
    try:
        with Path(file).open("rb") as handle:
            while chunk := handle.read(_CHUNK):
                digest.update(chunk)
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror or error}") from None
    return digest.hexdigest()


class CocoSubsets:
    """Writes some images of a benchmark with their captions, as COCO's annotations.

    A caption has the id that it has in the source, and in every subset the same one; captions
    without an id are numbered in the order of their images.
    """

    def __init__(self, benchmark: Benchmark, source: CocoSource | None = None) -> None:
        self._source = source or CocoSource()
        self._captions = dict(self._numbered(benchmark))

    def _numbered(self, benchmark: Benchmark) -> Iterator[tuple[ImageId, list[tuple[Any, str]]]]:
        known = self._source.annotation_ids
        numbers = (n for of in known.values() for _, n in of if type(n) is int)
        free = max(numbers, default=0) + 1
        rows = sorted(range(len(benchmark)), key=lambda row: id_order(benchmark.image_ids[row]))
        for row in rows:
            image_id = benchmark.image_ids[row]
            left = list(known.get(image_id, ()))
            captions = []
            for text in benchmark.references[row]:
                place = next((i for i, (said, _) in enumerate(left) if said == text), None)
                if place is None:  # none in the source, or it was repaired
                    captions.append((free, text))
                    free += 1
                else:
                    captions.append((left.pop(place)[1], text))
            yield image_id, captions

    def write(self, file: IO[str], image_ids: Iterable[ImageId]) -> None:
        """Write these images, in this order, a record a line."""
        image_ids = list(image_ids)
        file.write("{")
        for key, value in self._source.others.items():
            file.write(f"{json.dumps(key)}: {json.dumps(value)},\n")
        images = ({**self._source.images.get(i, {}), "id": i} for i in image_ids)
        _write_array(file, "images", images)
        file.write(",\n")
        _write_array(file, "annotations", self._annotations(image_ids))
        file.write("}\n")

    def _annotations(self, image_ids: Iterable[ImageId]) -> Iterator[dict[str, Any]]:
        for image_id in image_ids:
            for number, text in self._captions[image_id]:
                yield {"image_id": image_id, "id": number, "caption": text}


def id_order(image_id: ImageId) -> tuple[bool, int, str]:
    """Where an image stands in a list of images: numbers first.

    >>> sorted(["b", 10, "a", 9], key=id_order)
    [9, 10, 'a', 'b']
    """
    is_text = isinstance(image_id, str)
    return is_text, 0 if is_text else int(image_id), str(image_id) if is_text else ""


def _write_array(file: IO[str], key: str, records: Iterable[Mapping[str, Any]]) -> None:
    file.write(f'"{key}": [')
    separator = "\n"
    for record in records:
        # Escaped, as in COCO's own files: records of images are copied whatever they hold.
        file.write(separator + json.dumps(record))
        separator = ",\n"
    file.write("\n]")
