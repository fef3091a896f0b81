"""The commands and examples in README and docs do what the pages say."""

from __future__ import annotations

import doctest
import importlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import cutline

PROJECT = Path(__file__).parent.parent
PAGES = [PROJECT / "README.md", *sorted((PROJECT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(?P<kind>console|pycon)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL


def blocks(kind: str) -> Iterator[tuple[Path, str]]:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for block in BLOCK.finditer(text):
            if block["kind"] == kind:
                yield page, block["text"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs")
    run("cutline demo", folder)
    return folder


def run(command: str, folder: Path) -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.stderr, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("page", "text"),
    [pytest.param(*block, id=f"{block[0].stem}-{i}") for i, block in enumerate(blocks("console"))],
)
def test_commands_print_what_the_page_shows(page: Path, text: str, folder: Path) -> None:
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        found = run(command, folder)
        assert doctest.OutputChecker().check_output(expected, found, FLAGS), (
            f"{page.name}: {command}\nexpected:\n{expected}\nfound:\n{found}"
        )


@pytest.mark.parametrize(
    ("page", "number"), [pytest.param(page, i, id=page.stem) for i, page in enumerate(PAGES)]
)
def test_python_examples_hold(
    page: Path, number: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    text = "\n".join(block for where, block in blocks("pycon") if where == page)
    if not text:
        return
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    assert doctest.DocTestRunner(optionflags=FLAGS).run(test).failed == 0


def modules() -> list[str]:
    """Those that have examples. Found by their text: to import all takes its time."""
    package = Path(cutline.__file__).parent
    paths = [path for path in sorted(package.rglob("*.py")) if ">>> " in path.read_text("utf-8")]
    dotted = [".".join(path.relative_to(package.parent).with_suffix("").parts) for path in paths]
    return [name.removesuffix(".__init__") for name in dotted]


@pytest.mark.parametrize("name", modules())
def test_examples_in_docstrings_hold(name: str) -> None:
    module = importlib.import_module(name)
    assert doctest.testmod(module, optionflags=FLAGS).failed == 0


def test_links_between_pages_lead_somewhere() -> None:
    for page in [*PAGES, PROJECT / "CONTRIBUTING.md"]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
