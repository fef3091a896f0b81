"""Every object, every visitor, every action: the table of rules against what is written here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from cutline.server.access import allowed, may, visible_benchmarks, visible_submissions
from cutline.server.access.relations import SITE
from cutline.server.access.rules import RULES
from cutline.server.models import Benchmark, Submission
from tests.server.security.world import RUNNERS, VISITORS, World, world

pytestmark = pytest.mark.django_db

#: Who is meant. Those whose account is closed are as nobody: what everyone may, they may.
GROUPS = {
    "nobody": (),
    "everyone": VISITORS,
    "people": tuple(set(VISITORS) - {"anonymous", "inactive", "forgotten"}),
    "runners": RUNNERS,
    "team": ("member", "team_owner"),
    "roles": ("other_host", "host", "owner", "admin"),
}

#: Kind, actions, conditions, who. Written from what the site promises, not from its table.
EXPECTED = """
site       | create_benchmark see_queue              | as it is | roles
site       | create_team                             | as it is | people
site       | see_console                             | as it is | roles helper
site       | see_people see_audit                    | as it is | admin

benchmark  | list                                    | published archived          | everyone
benchmark  | list                                    | unlisted private draft      | runners
benchmark  | see                                     | published archived unlisted | everyone
benchmark  | see                                     | private draft               | runners
benchmark  | submit                                  | published archived unlisted | people
benchmark  | submit                                  | private draft               | runners
benchmark  | edit see_raw see_audit see_submissions  | any                         | runners
benchmark  | rescore import_board download_private   | any                         | runners
benchmark  | change_hosts delete                     | any                         | owner admin

submission | see see_scores        | on_board public_on_board unlisted_on_board | everyone
submission | see see_scores        | archived_on_board human imported           | everyone
submission | see see_scores        | public_human                               | everyone
submission | see see_scores        | queued running withdrawn disqualified      | team runners
submission | see see_scores        | failed_by_content failed_by_fault          | team runners
submission | see see_scores        | done_off_board public_off_board            | team runners
submission | see see_scores        | public_disqualified                        | team runners
submission | see see_scores        | private_on_board draft_on_board            | team runners
submission | see                   | blind public_blind                         | team runners
submission | see_scores            | blind public_blind                         | runners
submission | see_raw disqualify    | any                                        | runners

submission | see_images   | public_on_board unlisted_on_board archived_on_board      | everyone
submission | see_images   | public_human                                           | everyone
submission | see_images   | public_off_board public_disqualified                   | team runners
submission | see_images   | private_on_board draft_on_board                        | team runners
submission | see_images   | public_blind queued running withdrawn disqualified     | runners
submission | see_images   | failed_by_content failed_by_fault done_off_board       | runners
submission | see_images   | on_board blind human imported                          | runners

submission | download_captions     | human public_human imported                | runners
submission | download_captions     | others                                     | team runners
submission | edit withdraw         | human public_human imported                | admin
submission | edit withdraw         | others                                     | team admin
submission | choose                | done_off_board on_board blind              | team
submission | choose                | public_off_board public_on_board public_blind       | team
submission | choose                | unlisted_on_board private_on_board                  | team
submission | choose                | draft_on_board archived_on_board                    | team
submission | choose                | others                                     | nobody
submission | score_again           | failed_by_content failed_by_fault          | runners
submission | score_again           | others                                     | nobody
submission | remove                | imported                                   | runners
submission | remove                | others                                     | nobody

team       | see                                     | theirs | everyone
team       | see_members                             | theirs | team admin
team       | submit leave                            | theirs | team
team       | edit invite remove_member               | theirs | team_owner admin
team       | see                                     | others | everyone
team       | see_members edit invite remove_member   | others | other admin
team       | submit leave                            | others | other

person     | edit                                    | member    | member
person     | see export forget                       | member    | member admin
person     | edit                                    | admin     | admin
person     | see export forget                       | admin     | admin
person     | edit                                    | inactive forgotten | nobody
person     | see export forget                       | inactive forgotten | admin
person     | change_role deactivate confirm_again    | any       | admin

token      | see                                     | member    | member
token      | revoke                                  | member    | member admin
token      | see                                     | inactive  | nobody
token      | revoke                                  | inactive  | admin
"""


def _objects(of: World) -> dict[str, dict[str, Any]]:
    return {
        "site": {"as it is": SITE},
        "benchmark": dict(of.benchmarks),
        "submission": dict(of.submissions),
        "team": dict(of.teams),
        "person": {n: of.person(n) for n in ("member", "admin", "inactive", "forgotten")},
        "token": {name: of.tokens[name] for name in ("member", "inactive")},
    }


def _rows() -> Iterator[tuple[str, list[str], str, set[str]]]:
    for line in filter(None, map(str.strip, EXPECTED.splitlines())):
        kind, actions, conditions, who = (cell.strip() for cell in line.split("|"))
        people = {name for word in who.split() for name in GROUPS.get(word, (word,))}
        yield kind, actions.split(), conditions, people


def _expectations(objects: dict[str, dict[str, Any]]) -> dict[tuple[str, str, str], set[str]]:
    """By kind, action and condition, who may. Exactly one line speaks of each."""
    found: dict[tuple[str, str, str], set[str]] = {}
    for kind, actions, conditions, people in _rows():
        for action in actions:
            named = set(objects[kind])
            if conditions == "others" and kind != "team":
                named = {name for name in named if (kind, action, name) not in found}
            elif conditions not in ("any", "as it is"):
                named = set(conditions.split())
            for name in named:
                assert (kind, action, name) not in found, f"{kind} {action} {name} is there twice"
                found[kind, action, name] = people
    return found


def test_the_table_says_what_is_expected_of_everybody_and_everything() -> None:
    made = world()
    objects = _objects(made)
    expected = _expectations(objects)
    wanted = {(k, a, name) for k, a in RULES for name in objects[k]}
    assert set(expected) == wanted, "write down who may do what is new"
    wrong = []
    for (kind, action, name), people in expected.items():
        subject = objects[kind][name]
        found = {who for who in VISITORS if may(made.visitors[who], action, subject)}
        if found != people:
            wrong.append(f"{kind} {name}: {action}: {sorted(found)}, expected {sorted(people)}")
    assert wrong == []


def test_a_phase_is_seen_and_run_with_its_benchmark() -> None:
    made = world()
    for benchmark in made.benchmarks.values():
        for phase in benchmark.phases.all():
            for visitor in made.visitors.values():
                assert allowed(visitor, phase) == allowed(visitor, benchmark)


def test_lists_hold_what_may_be_seen_and_nothing_else() -> None:
    made = world()
    for name, visitor in made.visitors.items():
        listed = {b.slug for b in visible_benchmarks(visitor)}
        assert listed == {b.slug for b in Benchmark.objects.all() if may(visitor, "list", b)}, name
        seen = visible_submissions(visitor, Submission.objects.all())
        expected = {s.pk for s in Submission.objects.all() if may(visitor, "see", s)}
        assert {s.pk for s in seen} == expected, name
        assert len(seen) == len(expected), f"{name} sees something twice"


def test_an_action_that_the_table_does_not_have_is_a_slip() -> None:
    made = world()
    with pytest.raises(KeyError):
        may(made.visitors["admin"], "paint", made.benchmarks["published"])
