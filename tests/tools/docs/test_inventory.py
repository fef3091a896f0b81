"""All that is public is in the docs."""

from __future__ import annotations

import ast
import inspect
import re
from functools import cache

import pytest

from tools.docs import inventory
from tools.docs.commands import all_commands
from tools.docs.contents import read_contents
from tools.docs.metrics import built_in
from tools.docs.pages import DOCS, expanded_pages
from tools.docs.public_names import MODULES, SAME_AS, module, names_in

#: Pages that are made from the code say of everything that it is there.
REFERENCE = ("reference-commands", "reference-metrics", "reference-python")


@cache
def pages() -> dict[str, str]:
    return expanded_pages()


@cache
def written() -> str:
    """What people wrote, without what is made from the code."""
    return "\n".join(path.read_text("utf-8") for path in sorted(DOCS.glob("*.md")))


def commands() -> dict[str, str]:
    """The part of the reference that is about each command."""
    parts = re.split(r"^### (cutline [a-z -]+)$", pages()["reference-commands"], flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_every_command_is_in_the_reference_and_on_a_page() -> None:
    assert inventory.verbs() - set(commands()) == set()
    unexplained = {
        verb for verb in inventory.verbs() if verb.rsplit(" ", 1)[-1] not in commanded(verb)
    }
    assert unexplained == set()


@cache
def commanded(verb: str) -> str:
    """All lines that speak of a command's group, or of the command."""
    group = " ".join(verb.split()[:2])
    return "\n".join(line for line in written().splitlines() if group in line)


def test_every_option_is_in_the_reference_and_says_what_it_does() -> None:
    missing = {
        (path, name) for path, name in inventory.options() if f"{name}" not in commands()[path]
    }
    assert missing == set()
    silent = [
        (path, parameter.name)
        for path, command in all_commands()
        for parameter in command.params
        if not parameter.help
    ]
    assert silent == []


def test_every_public_name_is_in_the_reference_and_has_a_docstring() -> None:
    headings = set(re.findall(r"^### (cutline\S+)$", pages()["reference-python"], re.MULTILINE))
    assert inventory.public_names() - headings == set()
    silent = [
        f"{home}.{name}"
        for home in MODULES
        for name in names_in(home)
        if (inspect.isclass(found := getattr(module(home), name)) or inspect.isroutine(found))
        and not found.__doc__
    ]
    assert silent == []


def test_what_pages_import_is_public() -> None:
    private = []
    for line in re.findall(r"^(?:>>> )?(from cutline\S* import .+)$", written(), re.MULTILINE):
        node = ast.parse(line.split("#")[0].strip()).body[0]
        assert isinstance(node, ast.ImportFrom)
        home = SAME_AS.get(str(node.module), str(node.module))
        known = names_in(home) if home in MODULES else ()
        private += [f"{home}.{each.name}" for each in node.names if each.name not in known]
    assert private == []


def test_every_metric_and_setting_is_explained() -> None:
    reference = pages()["reference-metrics"]
    for name, cls in built_in().items():
        assert f"\n## {name}\n" in reference
        assert cls.summary, name
        for setting in cls().settings:
            row = re.search(rf"^\| `{setting}` \| [^|]+ \| (.*) \|$", reference, re.MULTILINE)
            assert row is not None, f"{name}: {setting}"
            assert row[1].strip(), f"{name}: {setting}"


def test_every_exit_code_is_in_the_table() -> None:
    table = re.findall(r"^\| (\d+) \|", pages()["command-line"], re.MULTILINE)
    assert inventory.exit_codes() == {int(code) for code in table}


def test_every_variable_is_on_the_page_of_variables() -> None:
    assert {name for name in inventory.variables() if f"`{name}`" not in pages()["variables"]} == (
        set()
    )


def test_every_kind_of_file_is_on_the_page_of_formats() -> None:
    page = pages()["formats"]
    assert {kind for kind in inventory.file_kinds() if f"`{kind}`" not in page} == set()
    assert {name for name in inventory.caption_formats() if name not in page} == set()


def test_the_table_of_contents_has_every_page_once() -> None:
    listed = [page for group in read_contents(DOCS / "contents.md").values() for page in group]
    there = {path.stem for path in DOCS.glob("*.md")} - {"index"}
    assert sorted(listed) == sorted(there)


@pytest.mark.parametrize("name", REFERENCE)
def test_a_reference_page_is_made_and_not_kept(name: str) -> None:
    """Of such a page only an introduction is written by hand."""
    kept = (DOCS / f"{name}.md").read_text("utf-8")
    assert len(kept.splitlines()) < 15
    assert len(pages()[name]) > 10 * len(kept)
