"""Every link of the built site leads to a file and an anchor that are there; nothing is fetched."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

#: What a browser loads by itself, as opposed to links that somebody follows.
_LOADED = {"img": "src", "script": "src", "link": "href", "iframe": "src", "source": "src"}


@dataclass
class _Page(HTMLParser):
    """The anchors and targets of a page."""

    anchors: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    loaded: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if anchor := given.get("id"):
            self.anchors.add(anchor)
        if tag == "a" and (target := given.get("href")):
            self.links.append(target)
        if tag in _LOADED and (target := given.get(_LOADED[tag])):
            self.loaded.append(target)


@cache
def _page(path: Path) -> _Page:
    page = _Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page


def dead_links(site: Path) -> list[str]:
    """What is wrong with the links of a site, a line each."""
    return [problem for path in sorted(site.rglob("*.html")) for problem in _problems(path, site)]


def _problems(path: Path, site: Path) -> Iterator[str]:
    where = path.relative_to(site)
    page = _page(path)
    for target in page.loaded:
        if urlsplit(target).netloc:
            yield f"{where}: loads {target} from elsewhere"
    for target in {*page.links, *page.loaded}:
        parts = urlsplit(target)
        if parts.scheme or parts.netloc:
            continue
        file = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        if not file.is_file():
            yield f"{where}: {target} leads nowhere"
        elif (
            parts.fragment
            and file.suffix == ".html"
            and unquote(parts.fragment) not in _page(file).anchors
        ):
            yield f"{where}: {target}: {file.name} has no such anchor"
