"""Reading benchmarks, phases, images and boards."""

from __future__ import annotations

import csv
import io
from datetime import timedelta

import pytest
from django.utils import timezone

from cutline.server.models import Benchmark, Visibility
from cutline.web.people.models import Person, Role, Team
from tests.server import made
from tests.server.api.caller import DEV, TEST, Caller
from tests.server.scored import score_all, submission

pytestmark = pytest.mark.django_db


def test_a_token_says_who_it_is(pia: Caller, nobody: Caller) -> None:
    answer = pia.get("/me")
    assert answer.content == {
        "username": "pia",
        "email_confirmed": True,
        "teams": [{"slug": "team-a", "name": "Team A"}],
    }
    refused = nobody.get("/me")
    assert (refused.status, refused.code) == (401, "token_needed")
    assert refused.headers["WWW-Authenticate"] == "Bearer"


def test_benchmarks_are_listed_for_who_may_see_them(
    benchmark: Benchmark, nobody: Caller, host: Caller
) -> None:
    (listed,) = nobody.get("/benchmarks").content
    assert listed["slug"] == "made"
    assert [phase["slug"] for phase in listed["phases"]] == ["dev", "test"]
    assert listed["phases"][1]["per_day"] == 5
    assert listed["url"].endswith("/b/made/")
    benchmark.visibility = Visibility.PRIVATE
    benchmark.save()
    assert nobody.get("/benchmarks").content == []
    assert nobody.get("/benchmarks/made").code == "not_found"
    assert nobody.get(f"{TEST}/images").code == "not_found"
    assert host.get("/benchmarks/made").content["slug"] == "made"
    # What is hidden and what is not there are told of in the same words.
    assert nobody.get("/benchmarks/made").content == nobody.get("/benchmarks/none").content


def test_phases_are_read_together_and_alone(benchmark: Benchmark, nobody: Caller) -> None:
    both = nobody.get("/benchmarks/made/phases").content
    assert [phase["slug"] for phase in both] == ["dev", "test"]
    assert nobody.get(TEST).content == both[1]
    assert nobody.get("/benchmarks/made/phases/none").code == "not_found"


def test_images_are_those_of_the_split(benchmark: Benchmark, nobody: Caller) -> None:
    assert nobody.get(f"{TEST}/images").content == {
        "split": "test",
        "image_ids": list(range(1, 9)),
    }


def test_a_team_sees_what_it_has_left(benchmark: Benchmark, pia: Caller, nobody: Caller) -> None:
    assert nobody.get(f"{TEST}/remaining").code == "token_needed"
    left = pia.get(f"{TEST}/remaining").content
    assert (left["team"], left["now"], left["today"], left["next_slot"]) == ("team-a", 5, 5, None)
    assert pia.get(f"{TEST}/remaining?team=team-o").code == "no_such_team"


def test_who_is_in_two_teams_or_none_has_to_say(benchmark: Benchmark, pia: Caller) -> None:
    made.team("Team B", Person.objects.get(username="pia"))
    answer = pia.get(f"{TEST}/remaining")
    assert (answer.status, answer.code) == (409, "team_needed")
    assert "team-a, team-b" in answer.content["error"]["message"]
    Team.objects.all().delete()
    assert pia.get(f"{TEST}/remaining").code == "team_needed"


@pytest.fixture
def board(benchmark: Benchmark, pia: Caller) -> Benchmark:
    """A board with the human row and an entry."""
    test = made.phase(benchmark)
    entry = submission(test, Team.objects.get(slug="team-a"), made.run("ours", good=6))
    score_all()
    entry.refresh_from_db()
    entry.on_board = True
    entry.save()
    return benchmark


def test_a_board_is_read_by_metric_and_slice(board: Benchmark, nobody: Caller) -> None:
    answer = nobody.get(f"{TEST}/board?metric=rouge-l&slice=day")
    assert (answer.content["sorted_by"], answer.content["slice"]) == ("rouge-l", "day")
    entries = {entry["kind"]: entry for entry in answer.content["entries"]}
    assert entries["human"]["rank"] is None
    assert entries["system"]["scores"]["rouge-l"]["signature"]
    assert nobody.get(f"{TEST}/board?metric=rogue-l").code == "not_found"
    assert "rouge-l" in nobody.get(f"{TEST}/board?metric=rogue-l").content["error"]["message"]
    assert nobody.get(f"{TEST}/board?slice=dusk").code == "not_found"
    assert nobody.get(f"{TEST}/board?format=xml").code == "invalid_request"


def test_a_board_is_a_table_too(board: Benchmark, nobody: Caller) -> None:
    answer = nobody.get(f"{TEST}/board?format=csv")
    assert answer.headers["Content-Type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(answer.content)))
    assert {row["method"] for row in rows} == {"ours", "Human"}


def test_raw_boards_are_for_hosts(
    board: Benchmark, nobody: Caller, pia: Caller, host: Caller
) -> None:
    for caller in (nobody, pia):
        refused = caller.get(f"{TEST}/board?raw=true")
        assert (refused.status, refused.code) == (403, "forbidden")
    raw = host.get(f"{TEST}/board?raw=true").content
    assert raw["decimals"] is None
    assert "gap_to_reserve" in raw["entries"][0]
    # A host who does not ask for it sees what everybody sees.
    assert host.get(f"{TEST}/board").content == nobody.get(f"{TEST}/board").content


def test_blind_scores_stay_hidden(board: Benchmark, nobody: Caller, host: Caller) -> None:
    phase = made.phase(board)
    phase.blind_from = timezone.now() - timedelta(days=1)
    phase.save()
    shown = nobody.get(f"{TEST}/board").content["entries"]
    assert not [entry for entry in shown if entry["kind"] == "system"]
    assert host.get(f"{TEST}/board?raw=1").content["entries"]


def test_a_board_that_is_known_is_not_sent_again(board: Benchmark, nobody: Caller) -> None:
    first = nobody.get(f"{TEST}/board")
    tag = first.headers["ETag"]
    for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        again = nobody.get(f"{TEST}/board", **{"If-None-Match": known})
        assert (again.status, again.content) == (304, "")
        assert again.headers["ETag"] == tag
    assert nobody.get(f"{TEST}/board", **{"If-None-Match": '"other"'}).status == 200
    entry = made.phase(board).submissions.get(kind="system")
    entry.method = "renamed"
    entry.save()
    assert nobody.get(f"{TEST}/board", **{"If-None-Match": tag}).status == 200


def test_heads_are_answered_as_the_whole_is(board: Benchmark, nobody: Caller) -> None:
    answer = nobody.call("HEAD", f"{TEST}/board")
    assert (answer.status, answer.content) == (200, "")
    assert answer.headers["ETag"]


def test_what_is_public_of_the_dev_phase_is_the_same(benchmark: Benchmark, nobody: Caller) -> None:
    assert nobody.get(DEV).content["references_public"] is True


def test_an_unlisted_benchmark_is_found_by_its_address(
    benchmark: Benchmark, nobody: Caller
) -> None:
    benchmark.visibility = Visibility.UNLISTED
    benchmark.save()
    assert nobody.get("/benchmarks").content == []
    assert nobody.get("/benchmarks/made").status == 200


def test_hosts_see_drafts(host: Caller, nobody: Caller) -> None:
    made.benchmark(made.person("hugo", Role.HOST), "draft", published=False)
    assert nobody.get("/benchmarks/draft").code == "not_found"
    assert host.get("/benchmarks/draft").code == "not_found"
