"""What tests of pages share: whole HTML, and what is in it."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser

VOID = {"meta", "link", "img", "input", "br", "hr"}


class Markup(HTMLParser):
    """Elements in order; raises when one is not closed or closed twice."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.words: list[str] = []
        self._open: list[str] = []
        self.feed(html)
        self.close()
        assert not self._open, f"not closed: {self._open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self._open, f"</{tag}> closes nothing"
        assert self._open.pop() == tag, f"</{tag}> closes another"

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def named(self, tag: str) -> list[dict[str, str]]:
        """The attributes of each element of a kind."""
        return [attributes for name, attributes in self.elements if name == tag]

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).split())

    def check_ids(self) -> None:
        """Each id is there once, and what is referred to is there."""
        ids = Counter(found["id"] for _, found in self.elements if "id" in found)
        assert [name for name, count in ids.items() if count > 1] == []
        for _, found in self.elements:
            for attribute in ("aria-labelledby", "aria-describedby", "for"):
                assert set(found.get(attribute, "").split()) <= set(ids)
            if found.get("href", "").startswith("#"):
                assert found["href"][1:] in ids
