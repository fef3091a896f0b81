"""The front page, and what a benchmark's pages say of it."""

from __future__ import annotations

import io
import json
import re
import zipfile
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from cutline.server.models import BenchmarkState, Visibility
from cutline.server.models.benchmark import touch
from cutline.web.people.models import Role
from tests.server import made, scored
from tests.server.pages.conftest import Made

pytestmark = pytest.mark.django_db

#: What is new in every answer.
_SECRET = re.compile('value="[A-Za-z0-9]{64}"')
TABS = ("", "rules/", "data/", "submit/", "board/", "mine/")


def text_of(client: Client, address: str, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status, address
    return response.content.decode()


def test_an_empty_site_says_what_comes_next(client: Client) -> None:
    assert "There are no benchmarks yet." in text_of(client, "/")
    client.force_login(made.person("pia"))
    assert "Ask who runs this site" in text_of(client, "/")
    client.force_login(made.person("hanna", Role.HOST))
    assert "create a benchmark" in text_of(client, "/")


def test_the_front_page_lists_phases_with_the_best_score(client: Client, site: Made) -> None:
    scored.submission(site.test, site.team, method="The best one")
    scored.score_all()
    text = text_of(client, "/")
    assert "Made pictures (made)" in text
    assert "The best one" in text
    assert text.count(">open<") == 2
    assert "none yet" in text  # of the other phase


@pytest.mark.parametrize("visibility", [Visibility.UNLISTED, Visibility.PRIVATE])
def test_what_is_not_listed_is_not_on_the_front_page(
    client: Client, site: Made, visibility: Visibility
) -> None:
    site.benchmark.visibility = visibility
    site.benchmark.save()
    assert "Made pictures" not in text_of(client, "/")
    is_seen = visibility == Visibility.UNLISTED
    assert client.get("/b/made/").status_code == (200 if is_seen else 404)
    client.force_login(site.host)
    assert "Made pictures" in text_of(client, "/")
    assert visibility.capitalize() in text_of(client, "/b/made/")


@pytest.mark.parametrize("tab", TABS)
def test_drafts_are_for_their_hosts_and_do_not_exist_for_others(
    client: Client, site: Made, tab: str
) -> None:
    site.benchmark.state = BenchmarkState.DRAFT
    site.benchmark.save()
    client.force_login(site.pia)
    hidden = text_of(client, f"/b/made/{tab}", 404)
    missing = text_of(client, f"/b/nothing/{tab}", 404)
    assert _SECRET.sub("", hidden) == _SECRET.sub("", missing)
    client.force_login(site.host)
    assert "A draft" in text_of(client, f"/b/made/{tab}")


def test_the_overview_says_when_what_and_how(client: Client, site: Made) -> None:
    phase = site.test
    phase.opens = timezone.now() - timedelta(days=2)
    phase.closes = timezone.now() + timedelta(days=3)
    phase.blind_from = timezone.now() - timedelta(days=1)
    phase.per_phase = 40
    phase.save()
    text = text_of(client, "/b/made/")
    assert f"Open until {phase.closes.day} {phase.closes:%B %Y}" in text
    assert "Blind from" in text
    assert "5 a day, 40 in this phase" in text
    assert "longest common subsequence" in text
    assert site.benchmark.bundle_digest in text
    assert "CC0-1.0" in text
    assert "day, night" in text


def test_states_of_phases_are_told_in_words(client: Client, site: Made) -> None:
    now, phase = timezone.now(), site.test
    for fields, word in (
        ({"opens": now + timedelta(days=1)}, "not open yet"),
        ({"opens": None, "closes": now - timedelta(days=1)}, "closed"),
        ({"frozen": now - timedelta(hours=1)}, "frozen"),
    ):
        for field, value in fields.items():
            setattr(phase, field, value)
        phase.save()
        assert f">{word}<" in text_of(client, "/b/made/")
    site.benchmark.state = BenchmarkState.ARCHIVED
    site.benchmark.save()
    assert ">archived<" in text_of(client, "/b/made/")


def test_rules_are_those_of_the_hosts_and_of_every_board(client: Client, site: Made) -> None:
    assert "The hosts ask nothing special." in text_of(client, "/b/made/rules/")
    site.benchmark.rules = "Describe no picture by hand."
    site.benchmark.save()
    phase = site.test
    phase.ladder_step, phase.reserve_share = 0.01, 0.2
    phase.save()
    text = text_of(client, "/b/made/rules/")
    assert "Describe no picture by hand." in text
    assert "has a ladder" in text
    assert "held in reserve" in text
    assert "3 decimals" in text


def test_the_public_part_has_no_private_references(client: Client, site: Made) -> None:
    assert "cutline validate captions.json --refs made-public.zip::test" in text_of(
        client, "/b/made/data/"
    )
    response = client.get("/b/made/data/public.zip")
    data = b"".join(response.streaming_content)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        held = b"".join(archive.read(name) for name in archive.namelist())
    assert b"near the park" in held
    assert made.CANARIES[0].encode() not in held


def test_examples_are_of_real_images_and_can_be_read(client: Client, site: Made) -> None:
    ids = text_of(client, "/b/made/data/test.txt").split()
    assert ids == [str(number) for number in range(1, 9)]
    context = client.get("/b/made/data/").context
    assert [one["image_id"] for one in json.loads(context["example"])] == [1, 2]
    assert client.get("/b/made/data/nothing.txt").status_code == 404


def test_discussion_is_linked_only_on_the_web(client: Client, site: Made) -> None:
    site.benchmark.discussion_url = "javascript:alert(1)"
    site.benchmark.save()
    touch(site.benchmark.pk)
    for tab in ("", "board/"):
        assert "javascript:" not in text_of(client, f"/b/made/{tab}")
    site.benchmark.discussion_url = "https://example.org/talk"
    site.benchmark.save()
    assert 'rel="nofollow ugc noopener"' in text_of(client, "/b/made/")
    assert "https://example.org/talk" in text_of(client, "/b/made/board/")
