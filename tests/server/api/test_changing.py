"""Changing submissions: by their team, and by the hosts."""

from __future__ import annotations

import pytest

from cutline.server.models import Benchmark
from cutline.web.people.models import AuditEntry
from tests.server.api.caller import TEST, Caller
from tests.server.scored import score_all

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry(benchmark: Benchmark, pia: Caller) -> str:
    """The address of a submission that is on the board."""
    address = f"/submissions/{pia.submit().content['id']}"
    score_all()
    assert pia.post(f"{address}/choose").content["on_board"] is True
    return address


def methods_on_board(caller: Caller) -> list[str]:
    entries = caller.get(f"{TEST}/board").content["entries"]
    return [one["method"] for one in entries if one["kind"] == "system"]


def test_a_team_says_something_else_of_its_method(entry: str, pia: Caller, nobody: Caller) -> None:
    changed = pia.patch(entry, {"method": "better", "code_url": "https://example.org/"})
    assert changed.status == 200
    assert (changed.content["method"], changed.content["code_url"]) == (
        "better",
        "https://example.org/",
    )
    assert methods_on_board(nobody) == ["better"]
    refused = pia.patch(entry, {"method": "\u202eevil"})
    assert (refused.status, refused.code) == (422, "invalid_details")


def test_others_change_nothing(entry: str, otto: Caller, nobody: Caller) -> None:
    assert otto.patch(entry, {"method": "mine"}).code == "forbidden"
    assert nobody.patch(entry, {"method": "mine"}).code == "token_needed"
    for what in ("withdraw", "choose", "reinstate"):
        assert otto.post(f"{entry}/{what}").code == "forbidden"
        assert nobody.post(f"{entry}/{what}").code == "token_needed"
    assert otto.post(f"{entry}/disqualify", {"why": "so"}).code == "forbidden"
    assert methods_on_board(nobody) == ["ours"]


def test_withdrawing_takes_it_off_the_board_once(entry: str, pia: Caller, nobody: Caller) -> None:
    withdrawn = pia.post(f"{entry}/withdraw").content
    assert (withdrawn["state"], withdrawn["on_board"]) == ("withdrawn", False)
    assert methods_on_board(nobody) == []
    again = pia.post(f"{entry}/withdraw")
    assert (again.status, again.code) == (409, "withdrawn")


def test_a_team_takes_its_entry_off_the_board_and_puts_it_back(
    entry: str, pia: Caller, nobody: Caller
) -> None:
    assert pia.post(f"{entry}/choose", {"on_board": False}).content["on_board"] is False
    assert methods_on_board(nobody) == []
    assert pia.post(f"{entry}/choose", {"on_board": True}).content["on_board"] is True
    assert methods_on_board(nobody) == ["ours"]


def test_what_has_no_scores_cannot_be_chosen(benchmark: Benchmark, pia: Caller) -> None:
    address = f"/submissions/{pia.submit().content['id']}"
    assert pia.post(f"{address}/choose").code == "forbidden"


def test_hosts_disqualify_and_reinstate(
    entry: str, pia: Caller, host: Caller, nobody: Caller
) -> None:
    assert host.post(f"{entry}/disqualify", {"why": " "}).code == "invalid_reason"
    assert host.post(f"{entry}/reinstate").code == "not_disqualified"
    done = host.post(f"{entry}/disqualify", {"why": "copied"})
    assert done.content["disqualified"] is True
    assert done.content["on_board"] is False
    assert methods_on_board(nobody) == []
    assert nobody.get(entry).code == "not_found"
    assert pia.get(entry).content["disqualified_why"] == "copied"
    assert host.post(f"{entry}/disqualify", {"why": "copied"}).code == "disqualified"
    assert host.post(f"{entry}/reinstate").content["disqualified"] is False
    assert methods_on_board(nobody) == ["ours"]
    actions = AuditEntry.objects.values_list("action", flat=True)
    assert {"submission.disqualify", "submission.reinstate"} <= set(actions)


@pytest.mark.parametrize("why", ["zero \0 byte", "half \ud800 pair"])
def test_text_that_no_database_keeps_is_refused(entry: str, host: Caller, why: str) -> None:
    answer = host.post(f"{entry}/disqualify", {"why": why})
    assert (answer.status, answer.code) == (400, "invalid_request")
    assert host.patch(entry, {"method": why}).status == 400
