"""What is private of a benchmark reaches nobody but its hosts, by no way there is.

Canary words stand in private references, in what people said beside them, in objects and in the
texts of faults. Every kind of visitor goes everywhere and looks for them.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path

import pytest
from django.conf import settings
from django.core import mail

from cutline.web.access import Table
from tests.server.made import CANARIES
from tests.server.security.crawl import Answer, Crawl
from tests.server.security.routes import Addresses, all_routes
from tests.server.security.world import (
    HUMAN,
    OBJECT,
    REFERENCE,
    RUNNERS,
    VISITORS,
    World,
    world,
)

pytestmark = pytest.mark.django_db

#: Who is not to know. Who is nearest to it tries most.
OTHERS = tuple(name for name in VISITORS if name not in RUNNERS)
WAYS = {"anonymous": 3, "member": 3, "other_host": 1}
#: These are as nobody, or as others; a few objects of each kind show that.
BRIEFLY = {"unconfirmed": 5, "inactive": 5, "forgotten": 5, "other": 2, "team_owner": 2}


def found_in(text: str) -> set[str]:
    lower = text.lower()
    return {word for word in CANARIES if word in lower}


def leaks(answers: Iterable[Answer]) -> list[str]:
    return [f"{a.asked}: {a.status}: {found_in(a.text)}" for a in answers if found_in(a.text)]


def test_nobody_but_hosts_finds_what_is_private(logged: io.StringIO) -> None:
    made = world()
    # Hosts first: what is kept in memory for them must not be shown to others afterwards.
    host = Crawl(made, "host")
    host.read_all(ways=1)
    visited, answered = _routes(host.answers)
    for name in OTHERS:
        crawl = Crawl(made, name)
        crawl.read_all(WAYS.get(name, 0), every=BRIEFLY.get(name, 1))
        if name in WAYS:
            crawl.write_all()
        assert crawl.is_still()
        assert leaks(crawl.answers) == []
        assert [a.asked for a in crawl.answers if a.status == 500] == []
        went, got = _routes(crawl.answers)
        visited, answered = visited | went, answered | got
    admin = Crawl(made, "admin")
    admin.read_all(ways=0, every=3)
    answered |= _routes(admin.answers)[1]
    routes = {route.name for route in all_routes()}
    assert routes - visited == set(), "no address led there: see tests.server.security.routes"
    assert routes - answered - _NEVER_FOUND == set(), "nothing was found there, by anybody"
    _nothing_elsewhere(logged)
    # The detector detects: who may have it gets it on the same way, and it sees into files.
    assert HUMAN in found_in("".join(a.text for a in host.answers))
    assert host.is_still()
    slug = made.benchmarks["published"].slug
    bundle = host.ask(f"/host/b/{slug}/scoring/whole.zip", "POST")
    assert (bundle.status, found_in(bundle.text)) == (200, {REFERENCE, HUMAN, OBJECT})


#: Links of sign-ups, resets and providers that there are not: tests of people open real ones.
_NEVER_FOUND = {
    "account/oidc/(?P<provider_id>[^/]+)/login/",
    "account/oidc/(?P<provider_id>[^/]+)/login/callback/",
    "account/password/set/",
    "set-up/<slug:secret>/",
}


def _routes(answers: Iterable[Answer]) -> tuple[set[str], set[str]]:
    """The routes that were asked, and those of them that had something to say."""
    asked = list(answers)
    return {a.route for a in asked}, {a.route for a in asked if a.status != 404}


def _nothing_elsewhere(logged: io.StringIO) -> None:
    """Neither in the log, nor in e-mails, nor in files that others can read."""
    assert "/api/v1/benchmarks" in logged.getvalue()
    assert [line for line in logged.getvalue().splitlines() if found_in(line)] == []
    for message in mail.outbox:
        assert found_in(str(message.message())) == set()
    assert list(_readable(settings.CONFIGURATION.data)) == []


def _readable(folder: Path) -> Iterable[str]:
    """Files with canary words that others than the server's account can read."""
    for path in folder.rglob("*"):
        if not path.is_file() or not path.stat().st_mode & 0o044:
            continue
        within = [folder, *(parent for parent in path.parents if folder in parent.parents)]
        if all(parent.stat().st_mode & 0o055 for parent in within):
            answer = Answer(str(path), "", 0, {}, path.read_bytes())
            if found_in(answer.text):
                yield f"{path} {oct(path.stat().st_mode)}"


def test_what_breaks_tells_nothing(logged: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    made = world()

    def broken(self: object, person: object, action: str, subject: object) -> bool:
        raise ValueError(f"cannot read 'a {REFERENCE} dog' of {subject}")

    monkeypatch.setattr(Table, "may", broken)
    crawl = Crawl(made, "member")
    for route in all_routes():
        crawl.ask(next(Addresses(made).of(route)))
    assert sum(answer.status == 500 for answer in crawl.answers) > 5
    assert leaks(crawl.answers) == []
    assert "ValueError" in logged.getvalue()
    assert found_in(logged.getvalue()) == set()


def test_refusals_tell_nothing(logged: io.StringIO) -> None:
    made = world()
    crawl = Crawl(made, "member")
    statuses = set()
    for path in ("/nothing-here", "/api/v1/nothing", "/%00", "/b/%ff/", "/static/../secret.key"):
        statuses.add(crawl.ask(path).status)
        statuses.add(crawl.ask(path, "POST", data={"a": "b"}).status)
    for route in all_routes():
        path = next(Addresses(made).of(route))
        statuses.add(crawl.ask(path, "TRACE").status)
        large = {"content_type": "application/json", "data": b"x", "CONTENT_LENGTH": str(1 << 40)}
        statuses.add(crawl.ask(path, "POST", **large).status)
    assert {404, 405, 413} <= statuses
    assert 500 not in statuses
    assert leaks(crawl.answers) == []
    assert found_in(logged.getvalue()) == set()


def test_uploads_that_are_refused_tell_nothing_of_the_references(made_world: World) -> None:
    crawl = Crawl(made_world, "member")
    bodies = {
        "missing.json": b'[{"image_id": 1, "caption": "a dog"}]',
        "unknown.json": b'[{"image_id": 999, "caption": "a dog"}]',
        "twice.json": b'[{"image_id": 1, "caption": "a"}, {"image_id": 1, "caption": "b"}]',
        "broken.json": b'[{"image_id": 1, "caption": ',
    }
    from django.core.files.uploadedfile import SimpleUploadedFile

    for name, body in bodies.items():
        for path in ("submissions", "check"):
            file = SimpleUploadedFile(name, body)
            sent = {"file": file, "method": "M", "team": "theirs"}
            crawl.ask(f"/api/v1/benchmarks/published/phases/test/{path}", "POST", data=sent)
    assert {answer.status for answer in crawl.answers} <= {200, 400, 404, 409, 413, 422}
    assert leaks(crawl.answers) == []


@pytest.fixture
def made_world() -> World:
    return world()
