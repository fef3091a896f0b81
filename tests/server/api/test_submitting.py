"""Submitting, checking, and reading what became of it."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from cutline.server.hosting.human import run_bytes
from cutline.server.models import Benchmark, FailedAttempt, Kind, Submission
from cutline.web.people.models import Person
from tests.server import made
from tests.server.api.caller import DEV, TEST, Caller, caller
from tests.server.scored import score_all

pytestmark = pytest.mark.django_db

ONE_CAPTION = json.dumps([{"image_id": 1, "caption": "a dog"}]).encode()


def test_captions_are_taken_scored_and_read(benchmark: Benchmark, pia: Caller) -> None:
    taken = pia.submit(method="ours", description="Two lines.\nOf words.", external_data="none")
    assert taken.status == 201
    assert (taken.content["state"], taken.content["scores"]) == ("queued", None)
    assert taken.content["team"] == "Team A"
    assert taken.content["url"].endswith(f"/entry/{taken.content['id']}/")
    score_all()
    read = pia.get(f"/submissions/{taken.content['id']}").content
    assert read["state"] == "done"
    assert set(read["scores"]) == {"", "day", "night"}
    assert 0 < read["scores"][""]["rouge-l"]["low"] <= read["scores"][""]["rouge-l"]["value"]
    assert "rouge-l" in read["signatures"]["rouge-l"]
    assert "choose" in read["actions"]
    assert "disqualify" not in read["actions"]
    (listed,) = pia.get("/submissions").content
    assert listed == read
    assert pia.get("/submissions?benchmark=made&phase=test").content == [read]
    assert pia.get("/submissions?phase=dev").content == []
    assert pia.get(f"{TEST}/remaining").content["today"] == 4


def test_others_do_not_see_it_before_it_is_on_the_board(
    benchmark: Benchmark, pia: Caller, otto: Caller, nobody: Caller
) -> None:
    made_id = pia.submit().content["id"]
    for other in (otto, nobody):
        assert other.get(f"/submissions/{made_id}").code == "not_found"
        assert other.get(f"/submissions/{made_id}/captions").code == "not_found"
    assert nobody.get("/submissions").code == "token_needed"
    assert otto.get("/submissions").content == []


def test_what_quotes_the_file_is_for_its_team_and_hosts(
    benchmark: Benchmark, pia: Caller, nobody: Caller, host: Caller
) -> None:
    run = run_bytes(made.run()).replace(b"a dog runs near the park", b"")
    made_id = pia.submit(run).content["id"]
    score_all()
    pia.post(f"/submissions/{made_id}/choose")
    for inside in (pia, host):
        read = inside.get(f"/submissions/{made_id}").content
        assert read["warnings"]
        assert read["file_name"] == "captions.jsonl"
    read = nobody.get(f"/submissions/{made_id}").content
    assert (read["warnings"], read["file_name"], read["file_digest"]) == ([], "", "")
    assert read["scores"]


def test_the_same_key_is_the_same_submission(benchmark: Benchmark, pia: Caller) -> None:
    first = pia.submit(key="one")
    again = pia.submit(key="one")
    assert (first.status, again.status) == (201, 200)
    assert first.content["id"] == again.content["id"]
    assert Submission.objects.filter(kind=Kind.SYSTEM).count() == 1
    other = pia.submit(run_bytes(made.run(good=3)), key="one")
    assert (other.status, other.code) == (409, "key_used")
    assert pia.submit(path=f"{DEV}/submissions", key="one").code == "key_used"
    assert pia.submit(key="two").status == 201
    assert pia.submit().status == 201
    assert pia.submit().status == 201


def test_keys_are_a_persons_own(benchmark: Benchmark, pia: Caller, otto: Caller) -> None:
    assert pia.submit(key="one").status == 201
    assert otto.submit(key="one").status == 201


def test_a_key_still_holds_when_the_phase_has_closed(benchmark: Benchmark, pia: Caller) -> None:
    first = pia.submit(key="one")
    phase = made.phase(benchmark)
    phase.closes = timezone.now() - timedelta(seconds=1)
    phase.save()
    again = pia.submit(key="one")
    assert (again.status, again.content["id"]) == (200, first.content["id"])
    assert pia.submit(key="two").code == "closed"


@pytest.mark.parametrize("key", ["x" * 81, "é"])
def test_keys_are_short_and_plain(benchmark: Benchmark, pia: Caller, key: str) -> None:
    answer = pia.submit(key=key)
    assert (answer.status, answer.code) == (400, "invalid_key")


def test_a_file_with_problems_is_refused_with_all_of_them(
    benchmark: Benchmark, pia: Caller
) -> None:
    answer = pia.submit(ONE_CAPTION)
    assert (answer.status, answer.code) == (422, "invalid_file")
    problems = answer.content["error"]["problems"]
    assert [problem["image_id"] for problem in problems] == list(range(2, 9))
    assert {problem["kind"] for problem in problems} == {"missing-id"}
    left = pia.get(f"{TEST}/remaining").content
    assert (left["today"], left["failing_today"]) == (5, 49)


def test_a_check_takes_nothing_and_counts_when_it_fails(benchmark: Benchmark, pia: Caller) -> None:
    passed = pia.submit(path=f"{TEST}/check")
    assert passed.status == 200
    assert (passed.content["images"], passed.content["warnings"]) == (8, [])
    assert not Submission.objects.filter(kind=Kind.SYSTEM).exists()
    assert not FailedAttempt.objects.exists()
    failing = pia.submit(ONE_CAPTION, path=f"{TEST}/check")
    assert (failing.status, failing.code) == (422, "invalid_file")
    assert pia.get(f"{TEST}/remaining").content["failing_today"] == 49


def test_limits_say_when_to_come_again(benchmark: Benchmark, pia: Caller) -> None:
    phase = made.phase(benchmark)
    phase.per_day = 1
    phase.save()
    assert pia.submit().status == 201
    answer = pia.submit()
    assert (answer.status, answer.code) == (429, "limit_reached")
    assert 0 < int(answer.headers["Retry-After"]) <= 86_400
    left = pia.get(f"{TEST}/remaining").content
    assert left["now"] == 0
    assert left["next_slot"]


def test_nobody_submits_without_a_token_or_a_confirmed_address(
    benchmark: Benchmark, nobody: Caller
) -> None:
    assert nobody.submit().code == "token_needed"
    assert Caller("cutline_wrong").submit().code == "bad_token"
    ugo = made.person("ugo", confirmed=False)
    made.team("Team U", ugo)
    answer = caller(ugo).submit()
    assert (answer.status, answer.code) == (403, "email_not_confirmed")


def test_a_session_of_a_browser_does_not_count(benchmark: Benchmark, pia: Caller) -> None:
    browser = Caller()
    browser.client.force_login(Person.objects.get(username="pia"))
    assert browser.get("/me").code == "token_needed"
    assert browser.submit().code == "token_needed"
    made_id = pia.submit().content["id"]
    assert browser.get(f"/submissions/{made_id}").code == "not_found"
    assert browser.post(f"/submissions/{made_id}/withdraw").code == "token_needed"
    assert Submission.objects.filter(kind=Kind.SYSTEM, state="queued").count() == 1


def test_too_large_is_told_before_it_is_read(benchmark: Benchmark, pia: Caller) -> None:
    phase = made.phase(benchmark)
    phase.most_bytes = 1000
    phase.save()
    answer = pia.submit(b" " * (3 << 20))
    assert (answer.status, answer.code) == (413, "too_large")
    assert "1,000 bytes" in answer.content["error"]["message"]
    # It was not read, so it is no attempt; one that is read is.
    assert not FailedAttempt.objects.exists()
    assert pia.submit(b" " * 1001).code == "too_large"
    assert FailedAttempt.objects.count() == 1


def test_details_have_their_bounds(benchmark: Benchmark, pia: Caller) -> None:
    answer = pia.submit(method="", paper_url="javascript:alert(1)")
    assert (answer.status, answer.code) == (422, "invalid_details")
    fields = [problem["field"] for problem in answer.content["error"]["problems"]]
    assert fields == ["method", "paper_url"]
    assert pia.submit(team="team-o").code == "no_such_team"


def test_values_of_images_are_given_out_where_references_are_public(
    benchmark: Benchmark, pia: Caller, nobody: Caller, host: Caller
) -> None:
    public = pia.submit(path=f"{DEV}/submissions").content["id"]
    private = pia.submit().content["id"]
    score_all()
    answer = pia.get(f"/submissions/{public}/images")
    assert answer.headers["Content-Type"] == "application/x-ndjson"
    header, *rows = map(json.loads, answer.content.splitlines())
    assert header["cutline"] == "values"
    assert [row["image_id"] for row in rows] == list(range(1, 9))
    assert set(rows[0]) == {"system", "image_id", "bleu-4", "rouge-l", "cider-d"}
    assert pia.get(f"/submissions/{private}/images").code == "forbidden"
    assert nobody.get(f"/submissions/{public}/images").status == 200
    assert len(host.get(f"/submissions/{private}/images").content.splitlines()) == 9
    pia.post(f"/submissions/{public}/choose", {"on_board": False})
    assert nobody.get(f"/submissions/{public}/images").code == "not_found"


def test_captions_come_back_to_their_team_and_hosts(
    benchmark: Benchmark, pia: Caller, nobody: Caller, host: Caller
) -> None:
    made_id = pia.submit().content["id"]
    score_all()
    pia.post(f"/submissions/{made_id}/choose")
    for inside in (pia, host):
        lines = inside.get(f"/submissions/{made_id}/captions").content.splitlines()
        assert "a dog runs near the park" in lines[1]
    assert nobody.get(f"/submissions/{made_id}/captions").code == "forbidden"
