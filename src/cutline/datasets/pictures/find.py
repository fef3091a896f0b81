"""Finding pictures: in folders, by name, and from lists."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal, get_args

from cutline.core.errors import FileError, UsageError, near_names
from cutline.core.types import ImageId
from cutline.datasets.pictures.names import counting_order, is_coco_name, last_number, stem_of
from cutline.datasets.pictures.pillow import endings
from cutline.datasets.pictures.types import PictureFile
from cutline.datasets.source import open_source
from cutline.datasets.text_captions import text_lines
from cutline.datasets.wording import printable, short

#: What images are called: by rule, by the name of the file, by that without its ending, by the
#: number that it is or ends with.
ImageIdRule = Literal["auto", "name", "stem", "number"]

IMAGE_ID_RULES: tuple[str, ...] = get_args(ImageIdRule)

_SPECIAL = "is a pipe, a socket or a device, expected a picture's file"

#: A picture by its name, relative to the folder that was given, and where it is.
_Found = tuple[str, Path]


def find_pictures(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]], image_ids: str = "auto"
) -> list[PictureFile]:
    """The pictures of folders, files and lists, each once, in their order.

    Args:
        paths: folders, which are looked through with all that is in them, in the order of names;
            files of any name; and `@list.txt`, a text with a path a line, relative to the list's
            folder or else to the current one. Hidden files and folders are passed over.
        image_ids: what images are called. `name` is the path relative to the folder, `sub/1.jpg`;
            `stem` the name without folder and ending; `number` the number that a name is or ends
            with, 42 for `COCO_val2014_000000000042.jpg`. `auto` is the number where all pictures
            are named as COCO names its own, and the name otherwise.

    Raises:
        UsageError: when two pictures would have one id, or one has no number to be called by.
        FileError: when a folder, file or list is not there, or nothing is found.
        MissingPartError: where Pillow is not installed.
    """
    if image_ids not in IMAGE_ID_RULES:
        near = near_names(image_ids, IMAGE_ID_RULES)
        raise UsageError(
            f"image ids are {', '.join(IMAGE_ID_RULES[:-1])} or {IMAGE_ID_RULES[-1]}, "
            f"not {image_ids!r}{near}"
        )
    given = [paths] if isinstance(paths, str | os.PathLike) else list(paths)
    if not given:
        raise UsageError("no pictures were given: name folders, files, or @list.txt")
    found: dict[Path, _Found] = {}
    for path in given:
        for name, where in _at(os.fspath(path)):
            found.setdefault(where.resolve(), (name, where))
    files = list(found.values())
    return _unique(_called(files, image_ids))


def _at(path: str) -> Iterator[_Found]:
    if path.startswith("@") and not os.path.lexists(path):
        yield from _listed(path[1:])
        return
    try:
        is_folder, is_there = Path(path).is_dir(), Path(path).exists()
    except (OSError, ValueError) as error:
        raise FileError(f"{printable(path)}: cannot be read: {error}") from None
    if not is_there:
        raise FileError(f"{path}: cannot be read: there is no such file or folder")
    if is_folder:
        yield from _inside(path)
        return
    if _is_special(Path(path)):
        raise FileError(f"{path}: {_SPECIAL}")
    yield Path(path).name, Path(path)


def _inside(folder: str) -> Iterator[_Found]:
    known, others = endings(), set()
    is_empty = True
    for name, where in _walked(Path(folder)):
        ending = where.suffix.lower()
        if ending in known and not _is_special(where):
            is_empty = False
            yield name, where
        else:
            others.add(ending)
    if is_empty:
        drawings = "; SVG drawings are no pictures of pixels" if ".svg" in others else ""
        raise FileError(f"{folder}: holds no pictures that can be opened{drawings}")


def _walked(folder: Path) -> Iterator[_Found]:
    """All files that are not hidden, in order; folders that are links too, but none in itself.

    Raises:
        FileError: when a folder cannot be read.
    """
    seen = {folder.resolve()}
    files: list[Path] = []

    def stop(error: OSError) -> None:
        raise FileError(f"{error.filename}: cannot be read: {error.strerror or error}")

    for where, folders, names in os.walk(folder, followlinks=True, onerror=stop):
        inner = []
        for name in folders:
            real = (Path(where) / name).resolve()
            if not name.startswith(".") and real not in seen:
                seen.add(real)
                inner.append(name)
        folders[:] = inner
        files += [Path(where) / name for name in names if not name.startswith(".")]
    relative = [(path.relative_to(folder), path) for path in files]
    for below, path in sorted(relative, key=lambda pair: counting_order(pair[0])):
        yield below.as_posix(), path


def _is_special(path: Path) -> bool:
    """Whether this is a pipe, a socket or a device: reading from one may never end."""
    try:
        return not stat.S_ISREG(path.stat().st_mode)
    except OSError:
        return False  # a link to nowhere, or no permission: opening it says so


def _listed(path: str) -> Iterator[_Found]:
    source = open_source(path)
    folder = Path() if path == "-" else Path(path).parent
    is_empty = True
    for number, line in enumerate(text_lines(source), 1):
        name = line.strip()
        if not name:
            continue
        is_empty = False
        where = folder / name
        if not where.exists():
            where = Path(name)
        if where.is_dir():
            yield from _inside(str(where))
        elif _is_special(where):
            raise FileError(f"{source.name}, line {number}: {short(name, 200)}: {_SPECIAL}")
        elif where.exists():
            yield (where.name if Path(name).is_absolute() else Path(name).as_posix()), where
        else:
            raise FileError(f"{source.name}, line {number}: there is no file {short(name, 200)}")
    if is_empty:
        raise FileError(f"{source.name}: lists no pictures")


def _called(files: Sequence[_Found], rule: str) -> Iterator[PictureFile]:
    if rule == "auto":
        # A number stands for an image only where every picture has one, and another one.
        numbers = {last_number(name) for name, _ in files if is_coco_name(name)}
        rule = "number" if len(numbers) == len(files) else "name"
    for name, where in files:
        # A name of bytes that are no text is written with escapes, as any file can hold them.
        image_id: ImageId | None = name.encode("utf-8", "backslashreplace").decode("utf-8")
        if rule == "stem":
            image_id = stem_of(name)
        elif rule == "number":
            image_id = last_number(name)
        if image_id is None:
            raise UsageError(f"{where}: its name ends with no number, which is to be its image id")
        yield PictureFile(image_id, where)


def _unique(files: Iterable[PictureFile]) -> list[PictureFile]:
    by_id: dict[str, PictureFile] = {}
    for file in files:
        other = by_id.setdefault(str(file.image_id), file)
        if other is not file:
            raise UsageError(
                f"{other.path} and {file.path}: both would be image {file.image_id!r}; give the "
                f"folder that holds both, or choose other image ids (name, stem, number)"
            )
    return list(by_id.values())
