"""Looking after compiled tables: in what state they are, and removing them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from cutline.core.data_file_format import DamageError
from cutline.core.data_files import (
    DataFile,
    OtherFormatError,
    content_hash,
    forget,
    open_checked,
)
from cutline.core.data_folder import data_path, data_versions, leftovers, only_one, unwritable
from cutline.core.errors import FileError, MissingPartError

State = Literal["ready", "not built", "out of date", "damaged", "sources damaged"]


@dataclass(frozen=True)
class DataState:
    """A table as it is now.

    `path` is where it is, or will be once it is built; None where what it is built from is
    missing. `others` are versions that were compiled from other content or in another layout.
    """

    data_file: DataFile
    state: State
    path: Path | None
    bytes: int
    others: tuple[Path, ...]
    note: str = ""


def list_data(data_files: Iterable[DataFile]) -> list[DataState]:
    """The state of each table."""
    return [verify_data(data_file) for data_file in data_files]


def verify_data(data_file: DataFile) -> DataState:
    """The state of a table, found by reading all of it and asking what is installed."""
    versions = data_versions(data_file.name)
    try:
        sources = data_file.sources()
    except MissingPartError as error:
        return _without_sources(data_file, versions, str(error))
    except FileError as error:
        return DataState(data_file, "sources damaged", None, 0, tuple(versions), str(error))
    path = data_path(data_file.name, content_hash(data_file, sources))
    others = tuple(version for version in versions if version != path)
    try:
        open_checked(data_file, path)
    except DamageError as damage:
        return DataState(data_file, "damaged", path, _size(path), others, str(damage))
    except FileNotFoundError:
        state: State = "out of date" if others else "not built"
        return DataState(data_file, state, path, 0, others)
    return DataState(data_file, "ready", path, _size(path), others)


def _without_sources(data_file: DataFile, versions: list[Path], missing: str) -> DataState:
    """The newest table that can be used counts, whatever it was compiled from."""
    damaged: tuple[Path, str] | None = None
    for path in versions:
        others = tuple(version for version in versions if version != path)
        try:
            open_checked(data_file, path)
        except (FileNotFoundError, OtherFormatError):
            continue
        except DamageError as damage:
            damaged = damaged or (path, str(damage))
        else:
            note = "what it was compiled from is no longer installed"
            return DataState(data_file, "ready", path, _size(path), others, note)
    if damaged is not None:
        path, why = damaged
        others = tuple(version for version in versions if version != path)
        return DataState(data_file, "damaged", path, _size(path), others, f"{why}; {missing}")
    state: State = "out of date" if versions else "not built"
    return DataState(data_file, state, None, 0, tuple(versions), missing)


def remove_data(data_file: DataFile) -> list[tuple[Path, int]]:
    """Remove every version of a table and what its dead builders left; nothing else.

    Returns:
        What was removed, with its size in bytes.

    Raises:
        FileError: when a file cannot be removed.
    """
    if not data_versions(data_file.name) and not leftovers(data_file.name):
        return []
    removed = []
    with only_one(data_file.name) as is_only_one:
        unused = leftovers(data_file.name) if is_only_one else []
        for path in [*data_versions(data_file.name), *unused]:
            size = _size(path)
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                raise unwritable(f"{path}: cannot be removed: {error.strerror}") from None
            removed.append((path, size))
    forget(data_file)
    return removed


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
