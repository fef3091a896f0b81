"""Docstrings in the house's form as Markdown: text, arguments, errors, an example."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_SECTION = re.compile(r"^(Args|Raises|Returns|Yields|Attributes):$")
_ENTRY = re.compile(r"^    (?P<name>[\w*.]+): (?P<text>.*)$")


@dataclass
class Docstring:
    """The parts of a docstring."""

    text: list[str] = field(default_factory=list)
    sections: dict[str, dict[str, str]] = field(default_factory=dict)
    example: list[str] = field(default_factory=list)

    @property
    def summary(self) -> str:
        """The first paragraph."""
        return " ".join("\n".join(self.text).split("\n\n")[0].split())


def read_docstring(text: str | None) -> Docstring:
    """The parts of a docstring.

    >>> read_docstring("Say it.\\n\\nArgs:\\n    word: what to say.").sections
    {'Args': {'word': 'what to say.'}}
    """
    found = Docstring()
    section, entry = "", ""
    for line in inspect.cleandoc(text or "").splitlines():
        if found.example or line.startswith(">>> "):
            found.example.append(line)
        elif title := _SECTION.match(line):
            section, entry = title[1], ""
            found.sections[section] = {}
        elif section and line.strip() and line.startswith("    "):
            entry = _add(found.sections[section], entry, line)
        else:
            # Text goes on after a section that has ended.
            section = section if not line.strip() else ""
            found.text.append(line)
    return found


def _add(entries: dict[str, str], entry: str, line: str) -> str:
    started = _ENTRY.match(line)
    if started:
        entries[started["name"]] = started["text"]
        return started["name"]
    entries[entry] = f"{entries.get(entry, '')} {line.strip()}".strip()
    return entry


def paragraphs(doc: Docstring) -> Iterator[str]:
    """The text, paragraph by paragraph, what is indented as code."""
    for paragraph in "\n".join(doc.text).strip().split("\n\n"):
        if paragraph.startswith("    "):
            yield f"```text\n{inspect.cleandoc(paragraph)}\n```\n"
        elif paragraph.strip():
            yield f"{paragraph.strip()}\n"


def example(doc: Docstring) -> str:
    """The example, as a block of code."""
    lines = "\n".join(doc.example).strip()
    return f"```pycon\n{lines}\n```\n" if lines else ""
