"""What packages hold: all that belongs to them, and nothing else."""

from __future__ import annotations

import sys
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from email.parser import HeaderParser
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath

from tools.release.project import PROJECT, tracked, version

#: Without these nobody should get a package.
LICENCES = ("LICENSE", "LICENSE-THIRD-PARTY")
ALWAYS = (
    "cutline/py.typed",
    "cutline/native/_kernels.pyi",
    "cutline/text/parser_model/MODEL_CARD.md",
    "cutline/text/parser_model/network.onnx",
    "cutline/reports/theme/theme.css",
    "cutline/web/look/site.css",
    "cutline/web/templates/web/base.html",
    "cutline/server/templates/server/board.html",
    "cutline/collect/templates/taking_part/caption.html",
)
#: What the source package takes from the top of the tree, beside the code.
TOP = {
    "CHANGELOG.md",
    "CITATION.cff",
    "CMakeLists.txt",
    "README.md",
    "pyproject.toml",
    *LICENCES,
}
COMPILED = "cutline/native/_kernels.*.so"
MODULE = "cutline/native/_kernels.abi3.so", "cutline/native/_kernels.cpython-*.so"
CORE = {"numpy", "platformdirs", "rich", "typer"}
#: In millions of bytes. The parser's network is most of it.
LARGEST_PACKAGE, LARGEST_FILE = 8.0, 5.0


def problems_of_wheel(path: Path, files: Iterable[str]) -> Iterator[str]:
    """What is wrong with a wheel, `files` being those that the tree keeps."""
    expected = {name.removeprefix("src/") for name in files if name.startswith("src/cutline/")}
    with zipfile.ZipFile(path) as wheel:
        sizes = {info.filename: info.file_size for info in wheel.infolist() if not info.is_dir()}
        [about] = [name for name in sizes if name.endswith(".dist-info/METADATA")]
        metadata = wheel.read(about).decode("utf-8")
    information = f"{PurePosixPath(about).parent}/"
    code = {name for name in sizes if not name.startswith(information)}
    modules = {name for name in code if any(fnmatch(name, kind) for kind in MODULE)}
    if len(modules) != 1:
        yield f"one compiled module is expected, found {sorted(modules) or 'none'}"
    yield from _differences(code - modules, expected)
    licences = [f"{information}licenses/{name}" for name in LICENCES]
    yield from (f"{name} is missing" for name in (*ALWAYS, *licences) if name not in sizes)
    yield from _too_large(path, sizes)
    yield from _problems_of_metadata(metadata)


def problems_of_source(path: Path, files: Iterable[str]) -> Iterator[str]:
    """What is wrong with a source package, `files` being those that the tree keeps."""
    inside = ("src/", "cpp/")
    expected = {name for name in files if name.startswith(inside) or name in TOP}
    with tarfile.open(path) as archive:
        members = [member for member in archive if not member.isdir()]
        sizes = {member.name.partition("/")[2]: member.size for member in members}
        tops = {member.name.partition("/")[0] for member in members}
        odd = [member.name for member in members if not member.isfile()]
    if tops != {f"cutline-{version()}"}:
        yield f"all should be in cutline-{version()}, found {sorted(tops)}"
    yield from (f"{name} is no plain file" for name in odd)
    yield from (f"{name} is missing" for name in sorted(TOP - sizes.keys()))
    yield from _differences(set(sizes) - {"PKG-INFO"}, expected)
    yield from _too_large(path, sizes)


def _differences(found: set[str], expected: set[str]) -> Iterator[str]:
    yield from (f"{name} does not belong to the tree" for name in sorted(found - expected))
    yield from (f"{name} is missing" for name in sorted(expected - found))
    foreign = {"tests", "bench", "__pycache__", "node_modules"}
    strays = (name for name in found if foreign & set(PurePosixPath(name).parts))
    yield from (f"{name} is for developers only" for name in sorted(strays))


def _too_large(path: Path, sizes: dict[str, int]) -> Iterator[str]:
    whole = path.stat().st_size / 1e6
    if whole > LARGEST_PACKAGE:
        yield f"it has {whole:.1f} MB, more than {LARGEST_PACKAGE}"
    for name, size in sizes.items():
        if size / 1e6 > LARGEST_FILE:
            yield f"{name} has {size / 1e6:.1f} MB, more than {LARGEST_FILE}"


def _problems_of_metadata(text: str) -> Iterator[str]:
    about = HeaderParser().parsestr(text)
    expected = {"Name": "cutline", "Version": version(), "License-Expression": "Apache-2.0"}
    for name, value in expected.items():
        if about[name] != value:
            yield f"METADATA: {name} is {about[name]}, expected {value}"
    requirements = about.get_all("Requires-Dist") or []
    core = {
        line.split(">")[0].split(";")[0].strip() for line in requirements if "extra" not in line
    }
    if core != CORE:
        yield f"METADATA: the core needs {sorted(core)}, expected {sorted(CORE)}"


def third_party_problems(notices: str, nanobind: str) -> Iterator[str]:
    """Whether the licence of what is compiled into the module is told as it is now."""
    if " ".join(nanobind.split()) not in " ".join(notices.split()):
        yield "LICENSE-THIRD-PARTY: the licence of nanobind is not as nanobind has it"


def check(packages: Iterable[Path]) -> list[str]:
    """Print what each package holds; return all problems."""
    files, found = tracked(), []
    for path in packages:
        is_wheel = path.suffix == ".whl"
        problems = list((problems_of_wheel if is_wheel else problems_of_source)(path, files))
        found += [f"{path.name}: {problem}" for problem in problems]
        print(f"{path.name}: {_sizes(path)}")
    found += third_party_problems(
        (PROJECT / "LICENSE-THIRD-PARTY").read_text("utf-8"), _licence_of_nanobind()
    )
    for problem in found:
        print(problem, file=sys.stderr)
    return found


def _sizes(path: Path) -> str:
    if path.suffix != ".whl":
        with tarfile.open(path) as archive:
            sizes = [member.size for member in archive]
        return f"{len(sizes)} files, {sum(sizes) / 1e6:.1f} MB unpacked"
    with zipfile.ZipFile(path) as wheel:
        infos = wheel.infolist()
    module = sum(info.file_size for info in infos if fnmatch(info.filename, COMPILED)) / 1e6
    model = sum(info.file_size for info in infos if "parser_model" in info.filename) / 1e6
    whole = sum(info.file_size for info in infos) / 1e6
    return f"{len(infos)} files, {whole:.1f} MB unpacked: kernels {module:.1f}, parser {model:.1f}"


def _licence_of_nanobind() -> str:
    from importlib.metadata import distribution

    files = distribution("nanobind").files or []
    [licence] = [file for file in files if file.name == "LICENSE" and "dist-info" in str(file)]
    return Path(str(licence.locate())).read_text("utf-8")
