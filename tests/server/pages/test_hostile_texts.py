"""Names, descriptions, links and titles that mean harm stay words."""

from __future__ import annotations

import pytest
from django.test import Client

from cutline.server.models import Submission
from cutline.server.models.benchmark import touch
from tests.server import made, scored
from tests.server.pages.conftest import Made

pytestmark = pytest.mark.django_db

EVIL = "<img src=x onerror=alert(1)>'\"</script><script>alert(2)</script>"


@pytest.fixture
def evil(site: Made) -> tuple[Made, Submission]:
    benchmark = site.benchmark
    for field in ("title", "summary", "description", "rules"):
        setattr(benchmark, field, EVIL[:100])
    benchmark.discussion_url = "javascript:alert(1)"
    benchmark.save()
    for phase in (site.test, site.dev):
        phase.title = EVIL[:80]
        phase.save()
    site.team.name, site.team.affiliation = EVIL[:60], EVIL
    site.team.save()
    new = scored.submission(site.dev, site.team, method=EVIL[:80])
    new.description, new.external_data = EVIL, EVIL
    new.paper_url, new.code_url = "javascript:alert(1)", 'https://example.org/"onload="alert(1)'
    new.file_name, new.warnings = EVIL, [{"line": EVIL, "image_id": EVIL, "message": EVIL}]
    new.save()
    scored.score_all()
    touch(benchmark.pk)
    return site, Submission.objects.get(pk=new.pk)


def test_no_page_runs_what_others_wrote(client: Client, evil: tuple[Made, Submission]) -> None:
    site, entry = evil
    addresses = ["/", *(f"/b/made/{tab}" for tab in ("", "rules/", "data/", "submit/"))]
    addresses += ["/b/made/submit/dev/", "/b/made/board/dev/", "/b/made/mine/", "/me/submissions/"]
    addresses += [f"/entry/{entry.pk}/{page}" for page in ("", "edit/", "withdraw/", "badge.svg")]
    addresses += [f"/entry/{entry.pk}/report/", f"/entry/{entry.pk}/progress/"]
    for person in (None, site.pia, site.host):
        if person is not None:
            client.force_login(person)
        for address in addresses:
            text = client.get(address).content.decode()
            assert "<img src=x" not in text, address
            assert "<script>alert" not in text, address
            assert 'href="javascript:' not in text, address
            assert '"onload="' not in text, address


def test_links_of_others_are_marked_as_such(client: Client, evil: tuple[Made, Submission]) -> None:
    _, entry = evil
    text = client.get(f"/entry/{entry.pk}/").content.decode()
    assert text.count('rel="nofollow ugc noopener"') == 1  # the other is no address of the web


def test_private_references_are_on_no_page(client: Client, site: Made) -> None:
    new = scored.submission(site.test, site.team)
    scored.score_all()
    client.force_login(site.pia)
    addresses = ["/", *(f"/b/made/{tab}" for tab in ("", "data/", "submit/", "board/", "mine/"))]
    addresses += ["/b/made/board/test.json", "/b/made/board/test.csv", f"/entry/{new.pk}/"]
    addresses += [f"/entry/{new.pk}/captions.jsonl", f"/entry/{new.pk}/report/"]
    for address in addresses:
        assert made.CANARIES[0] not in client.get(address).content.decode(), address
