"""Every answer was asked for at a table of rules, or is on a short list of what needs none."""

from __future__ import annotations

from typing import Any

import pytest

from cutline.web.access import Table
from tests.server.security.crawl import FIELDS, Crawl
from tests.server.security.routes import Addresses, all_routes
from tests.server.security.world import world

pytestmark = pytest.mark.django_db

#: What everybody may have, whoever they are: it tells of no object, or only of the visitor.
NEEDS_NO_RULE = {
    # The look, and whether the site is well. Figures are given by address or by their own token.
    "look/<slug:digest>/<str:name>",
    "healthz",
    "readyz",
    "metrics",
    # What programs can call, in general.
    "api/v1/openapi.json",
    "api/v1/docs",
    # Whose token it is: nothing of anybody else.
    "api/v1/me",
    # By a secret in the address, once, on a site that has no admin.
    "set-up/<slug:secret>/",
}
#: Lists of what is the visitor's own, which ask of each row: nothing, where there is none.
OWN_LISTS = {"api/v1/submissions", "me/submissions/"}
#: Pages by which people come in and change how: allauth's, which are about the visitor alone.
SIGN_IN = "account/"


@pytest.fixture
def questions(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the tables of rules are asked meanwhile."""
    asked: list[str] = []
    answer = Table.may

    def noting(self: Any, person: Any, action: str, subject: Any) -> bool:
        asked.append(action)
        return answer(self, person, action, subject)

    monkeypatch.setattr(Table, "may", noting)
    return asked


@pytest.mark.parametrize("who", ["anonymous", "member", "owner", "admin"])
def test_every_view_asks_the_table(who: str, questions: list[str]) -> None:
    made = world()
    crawl, addresses = Crawl(made, who), Addresses(made)
    unasked, asked = set(), set()
    for route in all_routes():
        if route.name.startswith(SIGN_IN) or route.name in NEEDS_NO_RULE:
            continue
        if route.name in OWN_LISTS and who != "member":
            continue
        found = list(addresses.of(route))
        for path in found[:: max(1, len(found) // 4)]:
            for method, data in (("GET", {}), ("POST", FIELDS)):
                questions.clear()
                answer = crawl.ask(path, method, data=data)
                goes_on = answer.headers.get("Location", "").startswith("/account/login/")
                if answer.status >= 400 or goes_on:
                    continue
                (asked if questions else unasked).add(f"{method} {route.name}")
    assert crawl.is_still()
    assert unasked == set()
    assert len(asked) > (8 if who == "anonymous" else 15)


def test_the_list_of_what_needs_no_rule_names_routes_there_are() -> None:
    assert {route.name for route in all_routes()} >= NEEDS_NO_RULE
