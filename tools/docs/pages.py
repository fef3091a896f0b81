"""The pages as they are built: what they say themselves, and what is made from the code.

A page asks for a part by a fenced block of the kind `{from-code}` with the part's name. Readers of
the Markdown see the name and are told where to look; readers of the site see the part.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from tools.docs.commands import commands
from tools.docs.contents import read_contents
from tools.docs.contributing import contributing
from tools.docs.metrics import metrics
from tools.docs.python_names import python_names
from tools.docs.variables import variables

DOCS = Path(__file__).parent.parent.parent / "docs"

_BLOCK = re.compile(r"^```\{from-code\}\n(?P<part>[a-z-]+)\n```$", re.MULTILINE)

#: Links to files beside the docs, which the site does not have.
_BESIDE = re.compile(r"\[(?P<text>[^\]]+)\]\(\.\./(?P<path>[^)]+)\)")

#: Links that show a file's name, which on the site show the page's title instead.
_BY_NAME = re.compile(r"\[(?P<file>[a-z0-9-]+\.md)\]\((?P=file)(?P<anchor>#[^)]*)?\)")

PARTS: dict[str, Callable[[], str]] = {
    "commands": commands,
    "contributing": contributing,
    "metrics": metrics,
    "python": python_names,
    "variables": variables,
}


def expanded(name: str, text: str) -> str:
    """The text of a page with its parts in place; the landing page gets the table of contents.

    >>> "```" in expanded("page", "# Title")
    False
    """
    text = _BLOCK.sub(lambda block: PARTS[block["part"]](), text)
    text = _BESIDE.sub(_named, text)
    text = _BY_NAME.sub(r"[](\g<file>\g<anchor>)", text)
    return f"{text}\n{_trees()}" if name == "index" else text


def _named(link: re.Match[str]) -> str:
    """A file of the code by its path, as text."""
    path = f"`{link['path']}`"
    return path if link["text"].strip("`") == link["path"] else f"{link['text']} ({path})"


def expanded_pages() -> dict[str, str]:
    """All pages by their name."""
    return {
        path.stem: expanded(path.stem, path.read_text(encoding="utf-8"))
        for path in sorted(DOCS.glob("*.md"))
    }


def _trees() -> str:
    groups = read_contents(DOCS / "contents.md")
    return "\n".join(
        "\n".join(["```{toctree}", ":hidden:", *_caption(heading), "", *names, "```", ""])
        for heading, names in groups.items()
    )


def _caption(heading: str) -> list[str]:
    return [f":caption: {heading}"] if heading else []
