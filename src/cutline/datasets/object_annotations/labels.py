"""The classes that files name, by their numbers in a tally."""

from __future__ import annotations

from collections.abc import Mapping

from cutline.core.errors import ContentError, FileError, near_names
from cutline.datasets.object_annotations.tally import Tally
from cutline.datasets.wording import printable, short


class Labels:
    """Labels as they are written, each looked into once; codes get their names."""

    def __init__(self, tally: Tally, names: Mapping[str, str] | None, class_file: str) -> None:
        self._tally, self._names, self._class_file = tally, names, class_file
        #: The number of each label that was met.
        self.known: dict[str, int] = {}

    def number(self, label: str, place: str) -> int:
        """The number of a class; `place` is where it is named, for a message.

        Raises:
            FileError: when there is no label.
            ContentError: when the file of classes does not have it.
        """
        number = self.known.get(label)
        if number is None:
            number = self.known[label] = self._tally.number(self._name(label.strip(), place))
        return number

    def _name(self, label: str, place: str) -> str:
        if not label:
            raise FileError(f"{place}: found no label, expected the class of an object")
        if self._names is None:
            return printable(label)
        if label not in self._names:
            raise ContentError(
                f"{place}: {self._class_file} does not name the class {short(label)!r}"
                f"{near_names(label, self._names)}"
            )
        return self._names[label]
