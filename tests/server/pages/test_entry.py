"""The page of a submission in each of its states, and what its team does there."""

from __future__ import annotations

import csv
import io
import json
from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from cutline.server.models import Benchmark, BenchmarkState, State, Submission
from tests.server import made, scored
from tests.server.pages.conftest import Made

pytestmark = pytest.mark.django_db


def text_of(client: Client, address: str, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status, address
    return response.content.decode()


@pytest.fixture
def entry(site: Made) -> Submission:
    """A submission that is scored and on the board of the private phase."""
    new = scored.submission(site.test, site.team, method="A method")
    scored.score_all()
    new.refresh_from_db()
    return new


@pytest.fixture
def public_entry(site: Made) -> Submission:
    """The same on the board of the public phase."""
    new = scored.submission(site.dev, site.team, made.run(good=5), "A method")
    scored.score_all()
    new.refresh_from_db()
    return new


def test_unfinished_submissions_ask_again_until_they_are_done(client: Client, site: Made) -> None:
    new = scored.submission(site.test, site.team)
    client.force_login(site.pia)
    address = f"/entry/{new.pk}/"
    text = text_of(client, address)
    assert f'hx-get="{address}progress/"' in text
    assert "<noscript>" in text
    assert "2 submissions are before it." in text  # those of people
    Submission.objects.filter(pk=new.pk).update(state=State.RUNNING, progress=0.4)
    part = client.get(f"{address}progress/")
    assert 'value="40"' in part.content.decode()
    assert "every 1s" in part.content.decode()
    assert "HX-Retarget" not in part.headers
    Submission.objects.filter(pk=new.pk).update(state=State.QUEUED, progress=0)
    scored.score_all()
    done = client.get(f"{address}progress/")
    assert done.headers["HX-Retarget"] == "#live"
    assert "every 1s" not in done.content.decode()
    assert "Rank 1" in done.content.decode()


def test_others_do_not_see_what_is_not_on_the_board(client: Client, site: Made) -> None:
    new = scored.submission(site.test, site.team)
    for address in (f"/entry/{new.pk}/", f"/entry/{new.pk}/progress/"):
        assert client.get(address).status_code == 404
    client.force_login(site.otto)
    assert client.get(f"/entry/{new.pk}/").status_code == 404


def test_a_failure_says_why_and_what_to_do(client: Client, site: Made) -> None:
    new = scored.submission(site.test, site.team)
    Submission.objects.filter(pk=new.pk).update(state=State.FAILED, reason="Image 3 is <empty>.")
    client.force_login(site.pia)
    text = text_of(client, f"/entry/{new.pk}/")
    assert "Image 3 is &lt;empty&gt;." in text
    assert "/b/made/submit/test/" in text


def test_scores_come_with_intervals_slices_and_signatures(
    client: Client, entry: Submission
) -> None:
    text = text_of(client, f"/entry/{entry.pk}/")
    assert "Rank 1" in text
    for label in ("All images", "day", "night"):
        assert f'<th scope="row">{label}</th>' in text
    result = entry.results.get()
    for signature in result.signatures.values():
        assert f'<code class="break">{signature}</code>' in text
    assert "score-interval" in text
    assert f"/entry/{entry.pk}/badge.svg" in text


def test_with_a_reserve_a_page_says_how_many_images_were_scored(client: Client, site: Made) -> None:
    phase = site.test
    phase.reserve_share = 0.25
    phase.save()
    new = scored.submission(phase, site.team, method="A method")
    scored.score_all()
    text = text_of(client, f"/entry/{new.pk}/")
    assert "Scored on 6 of 8 images." in text
    assert "|images:6|" in text
    assert "[6/8,reserve:" in text
    assert "|images:8|" not in text


def test_visitors_are_offered_nothing_to_change(
    client: Client, site: Made, entry: Submission
) -> None:
    text = text_of(client, f"/entry/{entry.pk}/")
    for part in ("choose/", "withdraw/", "edit/", "captions.jsonl", "report/", "run.jsonl"):
        assert part not in text
    client.force_login(site.pia)
    text = text_of(client, f"/entry/{entry.pk}/")
    for part in ("choose/", "withdraw/", "edit/", "captions.jsonl", "run.jsonl"):
        assert part in text
    assert "report/" not in text  # the references are private


def test_raw_scores_are_for_hosts(client: Client, site: Made, entry: Submission) -> None:
    assert client.get(f"/entry/{entry.pk}/?raw=1").status_code == 403
    client.force_login(site.host)
    assert ", raw" in text_of(client, f"/entry/{entry.pk}/?raw=1")


def test_a_blind_period_hides_scores_from_the_team(
    client: Client, site: Made, entry: Submission
) -> None:
    phase = site.test
    phase.blind_from = timezone.now() - timedelta(days=1)
    phase.save()
    client.force_login(site.pia)
    text = text_of(client, f"/entry/{entry.pk}/")
    assert "Its scores are hidden for now." in text
    assert "score-value" not in text


def test_the_team_chooses_withdraws_and_edits(
    client: Client, site: Made, entry: Submission
) -> None:
    second = scored.submission(site.test, site.team, made.run(good=4), "Another")
    scored.score_all()
    client.force_login(site.pia)
    response = client.post(f"/entry/{second.pk}/choose/", {"on_board": "1"}, follow=True)
    assert "“Another” stands on the board now." in response.content.decode()
    assert "Another" in text_of(client, "/b/made/board/test/")
    client.post(f"/entry/{second.pk}/choose/", {"on_board": "0"})
    second.refresh_from_db()
    assert not second.on_board
    assert "cannot come back" in text_of(client, f"/entry/{second.pk}/withdraw/")
    second.refresh_from_db()
    assert second.state == State.DONE
    assert "is withdrawn" in (
        client.post(f"/entry/{second.pk}/withdraw/", follow=True).content.decode()
    )
    again = client.post(f"/entry/{second.pk}/withdraw/", follow=True)
    assert "withdrawn already" in again.content.decode()
    response = client.post(f"/entry/{entry.pk}/edit/", {"method": "New name", "paper_url": "no"})
    assert response.status_code == 422
    assert "New name" in response.content.decode()
    client.post(f"/entry/{entry.pk}/edit/", {"method": "New name"})
    assert "New name" in text_of(client, f"/entry/{entry.pk}/")


@pytest.mark.parametrize("action", ["choose", "withdraw", "edit"])
def test_others_change_nothing(client: Client, site: Made, entry: Submission, action: str) -> None:
    address = f"/entry/{entry.pk}/{action}/"
    assert client.post(address).headers["Location"].startswith("/account/login/")
    client.force_login(site.otto)
    assert client.post(address, {"method": "Mine"}).status_code == 403
    entry.refresh_from_db()
    assert (entry.method, entry.state, entry.on_board) == ("A method", State.DONE, True)


def test_a_frozen_board_refuses_changes(client: Client, site: Made, entry: Submission) -> None:
    phase = site.test
    phase.frozen = timezone.now()
    phase.save()
    client.force_login(site.pia)
    text = text_of(client, f"/entry/{entry.pk}/")
    assert "choose/" not in text
    assert "which entry stands on its board is settled" in text
    response = client.post(f"/entry/{entry.pk}/choose/", {"on_board": "0"}, follow=True)
    assert "its board is final" in response.content.decode()
    response = client.post(f"/entry/{entry.pk}/edit/", {"method": "New name"})
    assert response.status_code == 409


def test_disqualified_entries_tell_their_team_why(
    client: Client, site: Made, entry: Submission
) -> None:
    Submission.objects.filter(pk=entry.pk).update(
        disqualified=timezone.now(), disqualified_why="Written by hand."
    )
    assert client.get(f"/entry/{entry.pk}/").status_code == 404
    client.force_login(site.pia)
    assert "Written by hand." in text_of(client, f"/entry/{entry.pk}/")
    for address in ("/me/submissions/", "/b/made/mine/"):
        listed = text_of(client, address)
        assert "disqualified" in listed
        assert "on the board" not in listed


def test_captions_are_for_the_team_and_the_hosts(
    client: Client, site: Made, entry: Submission
) -> None:
    address = f"/entry/{entry.pk}/captions.jsonl"
    assert client.get(address).status_code == 403
    client.force_login(site.otto)
    assert client.get(address).status_code == 403
    for person in (site.pia, site.host):
        client.force_login(person)
        response = client.get(address)
        assert b"a dog runs near the park" in response.content
        assert "no-store" in response.headers["Cache-Control"]


def test_values_of_images_only_where_references_are_public(
    client: Client, site: Made, entry: Submission, public_entry: Submission
) -> None:
    for kind in ("csv", "jsonl"):
        assert client.get(f"/entry/{entry.pk}/images.{kind}").status_code == 403
    rows = list(
        csv.DictReader(io.StringIO(text_of(client, f"/entry/{public_entry.pk}/images.csv")))
    )
    assert [row["image_id"] for row in rows] == [str(number) for number in range(1, 9)]
    assert float(rows[0]["rouge-l"]) > float(rows[7]["rouge-l"])
    header, *lines = map(
        json.loads, text_of(client, f"/entry/{public_entry.pk}/images.jsonl").splitlines()
    )
    assert header["cutline"] == "values"
    assert set(header["signatures"]) == {"bleu-4", "rouge-l", "cider-d"}
    assert lines[0]["image_id"] == 1
    assert "captions" not in lines[0]


def test_images_in_reserve_are_for_hosts(client: Client, site: Made) -> None:
    phase = site.dev
    phase.reserve_share = 0.25
    phase.save()
    new = scored.submission(site.dev, site.team)
    scored.score_all()
    address = f"/entry/{new.pk}/images.csv"
    assert len(text_of(client, address).splitlines()) == 1 + 6
    client.force_login(site.host)
    assert len(text_of(client, address).splitlines()) == 1 + 8


def test_the_human_row_has_a_page_and_no_rank(client: Client, site: Made) -> None:
    scored.score_all()
    row = site.test.submissions.get(kind="human")
    text = text_of(client, f"/entry/{row.pk}/")
    assert "A caption by a person" in text
    assert "Human" in text


def test_my_submissions_are_those_of_my_teams(
    client: Client, site: Made, entry: Submission
) -> None:
    assert client.get("/me/submissions/").headers["Location"].startswith("/account/login/")
    client.force_login(site.otto)
    assert "Nothing is submitted yet." in text_of(client, "/me/submissions/")
    assert "nothing here yet" in text_of(client, "/b/made/mine/")
    client.force_login(site.pia)
    for address in ("/me/submissions/", "/b/made/mine/"):
        text = text_of(client, address)
        assert "A method" in text
        assert "on the board" in text
        assert "score-value" in text
    assert "4 today" in text


def test_many_submissions_are_on_several_pages(client: Client, site: Made) -> None:
    for number in range(26):
        scored.submission(site.dev, site.team, method=f"Try {number}")
    client.force_login(site.pia)
    assert "Page 1 of 2" in text_of(client, "/me/submissions/")
    assert "Try 0<" in text_of(client, "/b/made/mine/?page=2")


def test_a_draft_shows_no_badge_that_nobody_could_load(
    client: Client, site: Made, entry: Submission
) -> None:
    client.force_login(site.host)
    pages = ("/b/made/board/test/", f"/entry/{entry.pk}/")
    for page in pages:
        assert "badge.svg" in text_of(client, page)
    Benchmark.objects.update(state=BenchmarkState.DRAFT, revision=F("revision") + 1)
    for page in pages:
        assert "badge.svg" not in text_of(client, page)


def test_choosing_in_a_blind_period_says_what_the_board_shows(
    client: Client, site: Made, entry: Submission
) -> None:
    phase = site.test
    phase.blind_from = timezone.now() - timedelta(days=1)
    phase.save()
    client.force_login(site.pia)
    address = f"/entry/{entry.pk}/"
    assert "the board shows nothing of your team if this entry is chosen" in text_of(
        client, address
    )
    done = client.post(f"{address}choose/", {"on_board": "1"}, follow=True).content.decode()
    assert "the board shows nothing of your team until the blind period ends" in done
