"""What to make a bundle from, as it is typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cutline.core.errors import UsageError
from cutline.datasets.bundle.spec import BundleSpec, SliceSpec, SplitSpec, read_spec

_NEEDED = ("name", "version", "licence")
_PRIVATE = ":private"


def spec_of(
    path: str | None, texts: Mapping[str, str | None], files: Mapping[str, Sequence[str]]
) -> BundleSpec:
    """The spec of a file, or of options; never of both.

    Raises:
        UsageError: when options are missing, contradict each other or cannot be read.
        FileError: when the file cannot be.
    """
    given = {name: text for name, text in texts.items() if text is not None}
    if path is not None:
        if others := [*given, *(name for name, values in files.items() if values)]:
            raise UsageError(f"--from and --{others[0]} exclude each other: the file says it all")
        return read_spec(path)
    lacking = [f"--{name}" for name in _NEEDED if name not in given]
    if not files["split"] and not files["images"]:
        lacking.append("--split")
    if lacking:
        raise UsageError(f"a bundle needs {', '.join(lacking)}; or --from a file that has them")
    return BundleSpec(**given, splits=_splits(files), slices=tuple(_slices(files["slices"])))


def _splits(files: Mapping[str, Sequence[str]]) -> tuple[SplitSpec, ...]:
    references = _named("--split", files["split"])
    others = {part: _named(f"--{part}", files[part]) for part in ("images", "human", "objects")}
    names = dict.fromkeys((*references, *others["images"]))
    for part in ("human", "objects"):
        for name in others[part]:
            if name not in names:
                raise UsageError(
                    f"--{part} {name}=...: there is no split {name!r}; there are: "
                    f"{', '.join(names)}"
                )
    return tuple(
        SplitSpec(
            name,
            references.get(name, "").removesuffix(_PRIVATE) or None,
            **{part: of.get(name) for part, of in others.items()},
            visibility="private" if references.get(name, "").endswith(_PRIVATE) else "public",
        )
        for name in names
    )


def _slices(values: Sequence[str]) -> list[SliceSpec]:
    return [SliceSpec(name, file) for name, file in _named("--slices", values).items()]


def _named(option: str, values: Sequence[str]) -> dict[str, str]:
    """Files by the name before `=`."""
    found: dict[str, str] = {}
    for value in values:
        name, equals, file = value.partition("=")
        if not equals or not name or not file.removesuffix(_PRIVATE):
            raise UsageError(f"{option} is NAME=FILE, such as val=references.json, not {value!r}")
        if name in found:
            raise UsageError(f"{option} {name}=... is given twice")
        found[name] = file
    return found
