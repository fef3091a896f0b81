"""Goes everywhere on the site as one visitor, and keeps nothing of what it changes there."""

from __future__ import annotations

import gzip
import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

import lxml.html
from django.db import transaction
from django.test import Client
from django.urls import Resolver404, resolve

from cutline.web.people.models import Person
from tests.server.security.routes import Addresses, all_routes
from tests.server.security.world import World

_BACKEND = "django.contrib.auth.backends.ModelBackend"
#: Other ways to ask for the same, each a query and headers.
VARIANTS: tuple[tuple[str, dict[str, str]], ...] = (
    ("raw=true&format=json", {"HX-Request": "true"}),
    ("raw=1&metric=rouge-l&slice=day&slice_label=day", {"Accept": "application/json"}),
    ("format=csv&metric=none&slice=none&slice_label=none&page=99", {"Accept": "text/csv"}),
)
#: What forms of all kinds may ask for; each takes what it knows.
FIELDS = {
    "name": "Another name",
    "username": "another",
    "method": "A method",
    "title": "A title",
    "slug": "a-slug",
    "team": "theirs",
    "phase": "test",
    "email": "somebody@example.org",
    "why": "It describes other pictures.",
    "reason": "It describes other pictures.",
    "role": "host",
    "days": "3",
    "state": "published",
    "visibility": "public",
    "action": "publish",
    "confirm": "yes",
}


@dataclass(frozen=True)
class Answer:
    """What came back."""

    asked: str
    route: str
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def kind(self) -> str:
        return self.headers.get("Content-Type", "").partition(";")[0]

    @property
    def text(self) -> str:
        """All that can be read in it: headers, body, and what is packed in the body."""
        told = "\n".join(f"{name}: {value}" for name, value in self.headers.items())
        return told + "\n" + "\n".join(part.decode(errors="replace") for part in _parts(self.body))

    @property
    def tree(self) -> Any:
        return lxml.html.document_fromstring(self.body.decode() or "<html></html>")


@dataclass
class Crawl:
    """One visitor's way through the site."""

    world: World
    who: str
    answers: list[Answer] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.client = self._client(enforce=False)
        self._seen: set[str] = set()
        self._links: set[str] = set()
        self._forms: set[tuple[str, tuple[str, ...]]] = set()

    def _client(self, *, enforce: bool) -> Client:
        client = Client(enforce_csrf_checks=enforce, raise_request_exception=False)
        visitor = self.world.visitors[self.who]
        if isinstance(visitor, Person):
            client.force_login(visitor, backend=_BACKEND)
        return client

    def ask(self, path: str, method: str = "GET", **options: Any) -> Answer:
        """Ask once. Whatever that changed is taken back afterwards."""
        headers = {**options.pop("headers", {})}
        client = options.pop("client", self.client)
        if path.startswith("/api/") and self.who in self.world.token_texts:
            headers["Authorization"] = f"Bearer {self.world.token_texts[self.who]}"
        cookies = {name: morsel.value for name, morsel in client.cookies.items()}
        with transaction.atomic():
            response = getattr(client, method.lower())(path, headers=headers, **options)
            body = b"".join(response.streaming_content) if response.streaming else response.content
            transaction.set_rollback(True)
        client.cookies.load(cookies)
        answer = Answer(
            f"{method} {path} as {self.who}",
            _route(path),
            response.status_code,
            dict(response.items()),
            body,
        )
        self.answers.append(answer)
        return answer

    def is_still(self) -> bool:
        """Whether the site still knows who it is: else all that was asked was asked by nobody."""
        visitor = self.world.visitors[self.who]
        is_known = isinstance(visitor, Person) and visitor.is_active
        return self.ask("/me/").status == (200 if is_known else 302)

    def read_all(self, ways: int = len(VARIANTS), every: int = 1) -> None:
        """Ask for every address of every route in some ways, then follow what the pages name.

        Args:
            ways: how many others than the plain one; only with all of them links are followed.
            every: of the addresses of a route only every so many.
        """
        addresses = Addresses(self.world)
        for route in all_routes():
            for path in list(addresses.of(route))[::every]:
                self._seen.add(path)
                self._read(path, ways)
        while ways == len(VARIANTS) and self._links:
            self._read(self._links.pop(), 0)

    def _read(self, path: str, ways: int) -> None:
        answer = self.ask(path)
        is_there = answer.status == 200
        for query, headers in VARIANTS[: ways if is_there else min(ways, 1)]:
            self.ask(f"{path}{'&' if '?' in path else '?'}{query}", headers=headers)
        if ways == len(VARIANTS) and is_there and answer.kind != "text/html":
            self.ask(path, "HEAD")
        if answer.kind == "text/html":
            found = set(_links(answer.tree, path)) - self._seen
            self._links |= found
            self._seen |= found
            for action, fields in _forms(answer.tree, path) if ways > 1 else ():
                self._send(action, fields)

    def _send(self, action: str, fields: dict[str, str]) -> None:
        known = (action, tuple(sorted(fields)))
        if known not in self._forms:
            self._forms.add(known)
            self.ask(action, "POST", data=fields)

    def write_all(self) -> None:
        """Send something to every route, with and without what keeps forgeries out."""
        strict = self._client(enforce=True)
        addresses = Addresses(self.world)
        for route in all_routes():
            found = list(addresses.of(route))
            for path in found[:: max(1, len(found) // 8)]:
                self.ask(path, "POST", data=FIELDS)
            self.ask(found[0], "POST", data=FIELDS, client=strict)
            if found[0].startswith("/api/"):
                for method in ("PUT", "PATCH", "DELETE", "POST"):
                    self.ask(found[0], method, data="{}", content_type="application/json")


def _route(path: str) -> str:
    try:
        return str(resolve(unquote(urlsplit(path).path)).route)
    except Resolver404:
        return ""


def _links(tree: Any, base: str) -> Iterator[str]:
    for attribute in ("href", "src", "hx-get", "data-address"):
        for value in tree.xpath(f"//@{attribute}"):
            parts = urlsplit(urljoin(f"http://testserver{base}", value))
            if parts.scheme == "http" and parts.netloc in ("testserver", "localhost:8000"):
                yield parts._replace(scheme="", netloc="", fragment="").geturl()


def _forms(tree: Any, base: str) -> Iterator[tuple[str, dict[str, str]]]:
    for form in tree.forms:
        if form.method.upper() == "POST":
            action = urlsplit(urljoin(f"http://testserver{base}", form.action or base)).path
            given = {name: value for name, value in form.form_values() if value}
            yield action, FIELDS | given


def _parts(body: bytes) -> Iterator[bytes]:
    yield body
    if body.startswith(b"\x1f\x8b"):
        yield from _parts(gzip.decompress(body))
    if body.startswith(b"PK\x03\x04"):
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            for name in archive.namelist():
                yield name.encode()
                yield from _parts(archive.read(name))
