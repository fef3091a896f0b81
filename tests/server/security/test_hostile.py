"""What people write is hostile: it is shown as text, and never does anything."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from urllib.parse import quote, urlsplit

import lxml.etree
import pytest

from cutline.server.models import Benchmark, Submission
from cutline.web.people.models import ApiToken, Person
from tests.server.security.crawl import Answer, Crawl
from tests.server.security.routes import Addresses, all_routes
from tests.server.security.world import World, world

pytestmark = pytest.mark.django_db

#: It ends attributes of either kind, comments, scripts and titles, and opens an element.
PAYLOAD = "'\"--></title></script><pwn-x a=1>"
PLAIN_KINDS = ("application/json", "text/csv", "application/x-ndjson", "text/plain")
SCHEMES = {"", "http", "https", "mailto"}
ADDRESSES = ("href", "src", "action", "formaction", "hx-get", "hx-post", "poster", "xlink:href")


@pytest.fixture
def hostile() -> World:
    made = world(PAYLOAD)
    # As if a form had let them pass: pages do not trust what is kept.
    Submission.objects.update(
        paper_url="javascript:pwn()",
        code_url="data:text/html,<pwn-x>",
        reason=PAYLOAD,
        disqualified_why=PAYLOAD,
        warnings=[PAYLOAD],
    )
    Benchmark.objects.update(discussion_url="javascript:pwn()")
    ApiToken.objects.update(name=PAYLOAD[:60])
    Person.objects.filter(username="member").update(username="'\"><pwn-x a=1>")
    made.visitors["member"] = Person.objects.get(pk=made.person("member").pk)
    return made


def problems_of(answer: Answer) -> Iterator[str]:
    """What of the payload a browser would take for more than text."""
    if answer.kind == "text/html" and answer.body:
        yield from _in_page(answer)
    elif answer.kind == "image/svg+xml":
        names = {str(found.tag) for found in lxml.etree.fromstring(answer.body).iter()}
        if any("pwn" in name for name in names):
            yield "an element in a drawing"
    elif b"pwn-x" in answer.body and answer.status != 304:
        if answer.kind not in PLAIN_KINDS:
            yield f"sent as {answer.kind}"
        if answer.headers.get("X-Content-Type-Options") != "nosniff":
            yield "a browser may guess what it is"


def _in_page(answer: Answer) -> Iterator[str]:
    for element in answer.tree.iter():
        if not isinstance(element.tag, str):
            if "pwn-x" in (element.text or ""):
                yield "inside a comment"
            continue
        if element.tag.startswith("pwn"):
            yield "an element"
        if element.tag in ("script", "style") and "pwn" in (element.text or ""):
            yield f"inside {element.tag}"
        for name, value in element.attrib.items():
            if "pwn" in name or re.fullmatch(r"on\w+", name):
                yield f"an attribute {name}"
            if name in ADDRESSES:
                yield from _in_address(element.tag, name, value)


def _in_address(tag: str, name: str, value: str) -> Iterator[str]:
    scheme = urlsplit(value.strip()).scheme.lower()
    is_picture = tag in ("img", "link", "image") and scheme == "data"
    if scheme not in SCHEMES and not is_picture:
        yield f"{tag} {name}={value[:40]}"


@pytest.mark.parametrize("who", ["anonymous", "member", "host", "admin"])
def test_hostile_text_stays_text(hostile: World, who: str) -> None:
    crawl = Crawl(hostile, who)
    addresses = Addresses(hostile)
    for route in all_routes():
        for path in addresses.of(route):
            crawl.ask(path)
    assert crawl.is_still()
    found = {f"{a.asked}: {what}" for a in crawl.answers for what in problems_of(a)}
    assert found == set()
    assert [a.asked for a in crawl.answers if a.status == 500] == []
    # It was there to be seen.
    shown = [a for a in crawl.answers if "pwn-x" in a.body.decode(errors="replace")]
    assert len(shown) > 10


def test_the_detector_detects() -> None:
    headers = {"Content-Type": "text/html"}
    for page in (
        f"<p>{PAYLOAD}</p>",
        "<a href='javascript:pwn()'>x</a>",
        "<p onclick='x()'>x</p>",
        "<script>var a = 'pwn-x'</script>",
        "<!-- pwn-x -->",
    ):
        answer = Answer("", "", 200, headers, f"<html><body>{page}</body></html>".encode())
        assert list(problems_of(answer))
    plain = Answer("", "", 200, headers, b"<html><p>&lt;pwn-x a=1&gt;</p></html>")
    assert list(problems_of(plain)) == []


INJECTIONS = ("' OR 1=1 --", '"; DROP TABLE x; --', "1) UNION SELECT 1 --", "\x00", "%27", "\u202e")
QUERIES = (
    "metric",
    "slice",
    "slice_label",
    "phase",
    "team",
    "benchmark",
    "q",
    "page",
    "per",
    "sort",
    "order",
    "state",
    "kind",
    "who",
    "action",
    "person",
    "before",
    "after",
    "limit",
    "offset",
    "raw",
    "format",
    "except",
)


@pytest.mark.parametrize("who", ["member", "admin"])
def test_what_would_be_sql_elsewhere_is_an_unknown_word_here(who: str) -> None:
    made = world()
    crawl, addresses = Crawl(made, who), Addresses(made)
    for route in all_routes():
        path = next(addresses.of(route))
        harmless = crawl.ask(f"{path}?{'&'.join(f'{name}=zzzz' for name in QUERIES)}").status
        for injection in INJECTIONS:
            query = "&".join(f"{name}={quote(injection)}" for name in QUERIES)
            answer = crawl.ask(f"{path}?{query}")
            assert answer.status != 500, f"{answer.asked}: {answer.status}"
            # A zero byte is no text: the interface says so.
            expected = {harmless, 400} if injection == "\x00" else {harmless}
            assert answer.status in expected, f"{answer.asked}: {answer.status}, {harmless}"


def test_parts_of_paths_are_unknown_words_too() -> None:
    made = world()
    crawl, addresses = Crawl(made, "admin"), Addresses(made)
    for route in all_routes():
        if not route.parameters:
            continue
        for injection in ("zzzz", *INJECTIONS):
            for parameter in route.parameters:
                given = {name: addresses.values(route, name)[0] for name in route.parameters}
                given[parameter] = quote(injection, safe="")
                answer = crawl.ask(route.template % given)
                assert answer.status < 500, f"{answer.asked}: {answer.status}"


HOSTILE_FILES = (
    'a"; x="b.json',
    "a\r\nSet-Cookie: pwn=1.json",
    "../../etc/passwd",
    "é\u202e.json",
)
DISPOSITION = re.compile(
    r"(attachment|inline)(; filename=\"[\w. ()-]+\"|; filename\*=utf-8''[\w.%~-]+)*"
)


def test_names_of_files_add_no_headers() -> None:
    made = world()
    for name in HOSTILE_FILES:
        Submission.objects.update(file_name=name, method=name[:80])
        Benchmark.objects.update(title=name)
        crawl, addresses = Crawl(made, "admin"), Addresses(made)
        downloads = 0
        for route in all_routes():
            if "/host/" in route.template and "<uuid" in route.name:
                continue
            answer = crawl.ask(next(addresses.of(route)))
            assert answer.status != 500, answer.asked
            assert "Set-Cookie" not in answer.headers or "pwn" not in answer.headers["Set-Cookie"]
            told = answer.headers.get("Content-Disposition", "")
            downloads += bool(told)
            assert not told or DISPOSITION.fullmatch(told), f"{answer.asked}: {told}"
        assert downloads > 1


def test_logs_stay_a_line_for_each_thing(logged: io.StringIO) -> None:
    made = world()
    crawl = Crawl(made, "anonymous")
    crawl.ask("/b/x%0a%7B%22level%22:%20%22error%22%7D/")
    crawl.ask("/nothing%0d%0aforged", headers={"X-Request-ID": 'a"\nforged'})
    lines = logged.getvalue().splitlines()
    assert lines
    assert not any(line.startswith(("forged", '{"level"')) for line in lines)
