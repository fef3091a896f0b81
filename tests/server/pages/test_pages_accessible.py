"""What axe finds on every page, in both themes, on a desk and on a phone; and that phones fit."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Page

from cutline.server.board.tests import test_neighbours as make_tests
from cutline.server.models import State, Submission
from tests.server import made, scored
from tests.server.pages.conftest import Made
from tests.server.pages.driven import DESK, PHONE, OpenSite

pytestmark = pytest.mark.django_db(transaction=True)

LONG = "A method with an exceptionally long name that goes on and on and tells every last"
#: All that can be opened is open; rows are all alike, and axe takes its time for each.
_OPENED = """() => {
  document.querySelectorAll("details").forEach((details) => { details.open = true; });
  for (const body of document.querySelectorAll("tbody")) {
    [...body.rows].slice(4).forEach((row) => row.remove());
  }
}"""


def filled(site: Made) -> dict[str, Submission]:
    """A few entries with long names and ties, and a submission in each state."""
    site.benchmark.summary = "Pictures by day and by night."
    site.benchmark.description = "What is to be seen.\n\nAnd where."
    site.benchmark.discussion_url = "https://example.org/talk"
    site.benchmark.save()
    for number, good in enumerate((8, 8, 3)):
        team = made.team(f"{number} {'Very long name of a team ' * 2}"[:60], site.otto)
        for phase in (site.test, site.dev):
            scored.submission(phase, team, made.run(f"{number} {LONG}"[:80], good=good))
    states = {
        state: scored.submission(site.dev, site.team, method=f"{state} one")
        for state in (State.RUNNING, State.FAILED, State.WITHDRAWN)
    }
    for state, one in states.items():
        Submission.objects.filter(pk=one.pk).update(state=state, reason="It is empty.")
    scored.score_all()
    done = scored.submission(site.dev, site.team, made.run(good=6), "Done")
    done.external_data, done.paper_url = "Other captions", "https://example.org/paper"
    done.save()
    scored.score_all()
    disqualified = scored.submission(site.dev, site.team, method="Disqualified")
    scored.score_all()
    Submission.objects.filter(pk=disqualified.pk).update(
        disqualified=timezone.now(), disqualified_why="By hand."
    )
    for phase in (site.test, site.dev):
        make_tests(phase)
    return {**{str(key): one for key, one in states.items()}, "done": done, "disq": disqualified}


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [
        f"{page.url} {rule['id']} ({rule['impact']}): {node['html'][:200]}"
        for rule in found
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize(
    ("theme", "viewport"),
    # Colours are those of the theme, places those of the width: two of four pairs tell all.
    [("light", DESK), ("dark", PHONE)],
    ids=["light-desk", "dark-phone"],
)
def test_axe_finds_nothing(
    open_site: OpenSite,
    site: Made,
    theme: str,
    viewport: dict[str, Any],
) -> None:
    made_ones = filled(site)
    entries = [f"/entry/{one.pk}/" for one in made_ones.values()]
    done = entries[-2]
    common = ["/", *(f"/b/made/{tab}" for tab in ("", "rules/", "data/", "board/", "submit/"))]
    own = ["/b/made/submit/", "/b/made/mine/", "/me/submissions/", "/b/made/board/dev/"]
    own += [*entries, f"{done}edit/", f"{done}withdraw/", "/nothing/"]
    found = []
    for person, addresses in (("", common), ("pia", own), ("hanna", ["/b/made/board/?raw=1"])):
        page = open_site(person, color_scheme=theme, viewport=viewport)
        for address in addresses:
            page.goto(address)
            page.evaluate(_OPENED)
            found += violations(page)
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= viewport["width"], address
    assert found == []
