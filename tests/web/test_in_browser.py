"""Accounts in a real browser: forms, links in e-mails, both themes, a phone."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from cutline.web.people import teams as acts
from cutline.web.people.first_run import open_set_up
from tests.browser import browser
from tests.server import made
from tests.server.pages.driven import PHONE, OpenSite, beside_a_loop, open_site
from tests.web.flows import PASSWORD, last_mail, link_in

__all__ = ["beside_a_loop", "browser", "open_site"]
pytestmark = pytest.mark.django_db(transaction=True)


def _fill(page: Page, **fields: str) -> None:
    for name, value in fields.items():
        page.fill(f"#id_{name}", value)
    page.locator("main form:has([id^=id_]) button[type=submit]").last.click()


def test_the_first_admin_is_made_and_what_is_wrong_takes_the_focus(open_site: OpenSite) -> None:
    page = open_site()
    page.goto(open_set_up() or "")
    _fill(page, username="ada", email="ada@example.org", password="short")
    assert page.evaluate("document.activeElement.className") == "error-summary"
    _fill(page, password=PASSWORD)
    page.wait_for_url("**/")
    page.goto("/me/")
    assert "an admin of this site" in page.inner_text("main")


def test_somebody_signs_up_makes_a_token_and_loses_the_password(open_site: OpenSite) -> None:
    page = open_site()
    page.goto("/account/signup/")
    _fill(page, username="alice", email="alice@example.org", password1=PASSWORD)
    page.wait_for_url("**/confirm-email/")
    page.goto(link_in(last_mail()))
    page.get_by_role("button", name="Yes, confirm it").click()
    page.wait_for_url("**/")
    page.goto("/me/tokens/")
    _fill(page, name="laptop")
    assert page.inner_text("pre").startswith("cutline_")
    page.goto("/me/tokens/")
    assert page.locator("pre").count() == 0
    page.get_by_role("button", name="Sign out").click()
    page.goto("/account/password/reset/")
    _fill(page, email="alice@example.org")
    page.wait_for_url("**/done/")
    page.goto(link_in(last_mail()))
    _fill(page, password1="another long secret", password2="another long secret")
    page.wait_for_url("**/key/done/")
    page.goto("/account/login/")
    _fill(page, login="alice", password="another long secret")
    page.wait_for_url("**/")


def test_somebody_joins_by_a_link_and_adds_an_address(open_site: OpenSite) -> None:
    owner, _ = made.person("olga"), made.person("mia")
    team = acts.create_team(owner, "The Blue ones")
    invitation = acts.invite(owner, team, 3)
    page = open_site("mia")
    page.goto(f"/join/{invitation.secret}/")
    page.get_by_role("button", name="Join the team").click()
    page.wait_for_url("**/teams/the-blue-ones/")
    assert "olga" in page.inner_text("main")
    page.goto("/account/email/")
    _fill(page, email="second@example.org")
    page.wait_for_url("**/reauthenticate/**")
    _fill(page, password=PASSWORD)
    page.wait_for_url("**/account/email/")
    assert "second@example.org" in page.inner_text("fieldset")


@pytest.mark.parametrize("look", ["light", "dark", "phone"])
def test_pages_of_people_are_for_everybody(open_site: OpenSite, look: str) -> None:
    person = made.person("mia")
    acts.invite(person, acts.create_team(person, "The Blue ones"), 3)
    settings = {"viewport": PHONE} if look == "phone" else {"color_scheme": look}
    wrong = []
    for who, paths in (
        ("mia", ("/me/", "/me/tokens/", "/me/forget/", "/teams/", "/teams/the-blue-ones/")),
        ("mia", ("/account/email/", "/account/password/change/")),
        ("", ("/account/login/", "/account/signup/", "/account/password/reset/", "/nothing")),
    ):
        page = open_site(who, **settings)
        for path in paths:
            page.goto(path)
            found = Axe().run(page).response["violations"]
            wrong += [
                f"{path}: {one['id']}" for one in found if one["impact"] in ("serious", "critical")
            ]
            width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            wrong += [f"{path}: {width} px too wide"] if width > 0 else []
    assert wrong == []
