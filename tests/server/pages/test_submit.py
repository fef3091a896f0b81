"""Submitting on a page: the form, checks that cost nothing, refusals, and what comes of it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from cutline.server.models import FailedAttempt, Submission
from cutline.server.pages import checks
from cutline.web.people.models import Team
from tests.server import made
from tests.server.pages.conftest import Made
from tests.server.pages.files import form, results, upload

pytestmark = pytest.mark.django_db

ADDRESS = "/b/made/submit/test/"


def systems() -> int:
    return Submission.objects.filter(kind="system").count()


def test_who_is_not_signed_in_is_told_so(client: Client, site: Made) -> None:
    response = client.get(ADDRESS)
    assert "Sign in to submit." in response.content.decode()
    assert "?next=/b/made/submit/test/" in response.content.decode()
    assert client.post(ADDRESS, form()).status_code == 403
    assert systems() == 0


def test_who_has_no_confirmed_address_is_told_so(client: Client, site: Made) -> None:
    una = made.person("una", confirmed=False)
    made.team("Unas", una)
    client.force_login(una)
    assert "not confirmed yet" in client.get(ADDRESS).content.decode()
    response = client.post(ADDRESS, form(team="unas"))
    assert response.status_code == 403
    assert systems() == 0


def test_a_file_is_taken_and_its_page_shown(client: Client, site: Made) -> None:
    client.force_login(site.pia)
    response = client.post(ADDRESS, form(paper_url="https://example.org/p"))
    taken = Submission.objects.get(kind="system")
    assert response.headers["Location"] == f"/entry/{taken.pk}/"
    assert (taken.method, taken.team, taken.person) == ("A method", site.team, site.pia)
    assert taken.paper_url == "https://example.org/p"
    assert "queued" in client.get(f"/entry/{taken.pk}/").content.decode()


def test_htmx_is_sent_to_the_page_of_the_submission(client: Client, site: Made) -> None:
    client.force_login(site.pia)
    response = client.post(ADDRESS, form(), headers={"HX-Request": "true"})
    taken = Submission.objects.get(kind="system")
    assert response.status_code == 204
    assert response.headers["HX-Redirect"] == f"/entry/{taken.pk}/"


def test_a_second_click_is_no_second_submission(client: Client, site: Made) -> None:
    client.force_login(site.pia)
    key = str(client.get(ADDRESS).context["key"])
    first = client.post(ADDRESS, form(key=key))
    again = client.post(ADDRESS, form(key=key))
    assert first.headers["Location"] == again.headers["Location"]
    assert systems() == 1
    # Gone back to, with another file: that is another one.
    client.post(ADDRESS, form(key=key, file=upload(results(made.run(good=3)))))
    assert systems() == 2


def test_who_is_alone_needs_no_team_before(client: Client, site: Made) -> None:
    client.force_login(site.otto)
    assert "On my own, as “otto”" in client.get(ADDRESS).content.decode()
    client.post(ADDRESS, form(team="own"))
    assert Submission.objects.get(kind="system").team == Team.objects.get(name="otto")


def test_the_team_of_others_cannot_be_chosen(client: Client, site: Made) -> None:
    client.force_login(site.otto)
    response = client.post(ADDRESS, form())
    assert response.status_code == 422
    assert systems() == 0


def test_a_check_takes_nothing(client: Client, site: Made) -> None:
    client.force_login(site.pia)
    response = client.post(ADDRESS, form(do="check", method=""))
    text = response.content.decode()
    assert response.status_code == 200
    assert "The file can be scored" in text
    assert "COCO results" in text
    assert "5 today" in text
    assert (systems(), FailedAttempt.objects.count()) == (0, 0)


@pytest.mark.parametrize("do", ["check", "submit"])
def test_a_bad_file_is_told_of_and_counts_as_failing(client: Client, site: Made, do: str) -> None:
    client.force_login(site.pia)
    bad = upload(results(leave_out=2))
    response = client.post(ADDRESS, form(do=do, file=bad, description="typed before"))
    text = response.content.decode()
    assert response.status_code == 422
    assert "The file cannot be scored: 2 " in text
    assert "Problems of the file" in text
    assert ">8<" in text  # the image that lacks a caption
    assert "typed before" in text
    assert 'class="error-summary" role="alert" tabindex="-1"' in text
    assert 'id="id_file-problem"' in text
    assert (systems(), FailedAttempt.objects.count()) == (0, 1)


def test_checks_that_fail_are_limited(client: Client, site: Made) -> None:
    phase = site.test
    phase.failing_per_day = 1
    phase.save()
    client.force_login(site.pia)
    assert client.post(ADDRESS, form(do="check", file=upload(b"nothing"))).status_code == 422
    for file in (b"nothing", results()):
        response = client.post(ADDRESS, form(do="check", file=upload(file)))
        assert response.status_code == 429
        assert int(response.headers["Retry-After"]) > 0
    assert "None today: too many files" in response.content.decode()


def test_checks_that_pass_are_limited_too(
    client: Client, site: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "MOST", 1)
    client.force_login(site.pia)
    assert client.post(ADDRESS, form(do="check")).status_code == 200
    response = client.post(ADDRESS, form(do="check"))
    assert response.status_code == 429
    assert "cutline validate" in response.content.decode()


def test_limits_are_told_before_and_held_after(client: Client, site: Made) -> None:
    phase = site.test
    phase.per_day = 1
    phase.save()
    client.force_login(site.pia)
    assert "1 today" in client.get(ADDRESS).content.decode()
    client.post(ADDRESS, form())
    assert "None. Next on" in client.get(ADDRESS).content.decode()
    response = client.post(ADDRESS, form(file=upload(results(made.run(good=2)))))
    assert response.status_code == 429
    assert "used up its 1 submission in a day" in response.content.decode()
    assert systems() == 1


def test_what_is_typed_wrong_is_told_at_its_field(client: Client, site: Made) -> None:
    client.force_login(site.pia)
    for fields, problem in (
        ({"method": ""}, 'id="id_method-problem"'),
        ({"method": "\u202eevil"}, "control character"),
        ({"paper_url": "ftp://example.org"}, "no address of the web"),
        ({"code_url": "javascript:alert(1)"}, "no address of the web"),
        ({"uses_external_data": "on"}, "Name the data"),
        ({"external_data": "COCO"}, "Data is named below"),
        ({"file": ""}, "Choose a file."),
    ):
        response = client.post(ADDRESS, form(**{"description": "typed before", **fields}))
        text = response.content.decode()
        assert response.status_code == 422, fields
        assert problem in text, fields
        assert "typed before" in text
    assert (systems(), FailedAttempt.objects.count()) == (0, 0)


def test_phases_that_are_not_open_have_no_form(client: Client, site: Made) -> None:
    phase = site.test
    phase.closes = timezone.now() - timedelta(days=1)
    phase.save()
    client.force_login(site.pia)
    assert "takes no submissions now" in client.get(ADDRESS).content.decode()
    assert client.post(ADDRESS, form()).status_code == 409
    # The page without a phase in its address is that of one that is open.
    assert "Submit to dev" in client.get("/b/made/submit/").content.decode()
    assert client.get("/b/made/submit/nothing/").status_code == 404


def test_what_is_too_large_is_refused(client: Client, site: Made) -> None:
    phase = site.test
    phase.most_bytes = 10
    phase.save()
    client.force_login(site.pia)
    response = client.post(ADDRESS, form())
    assert response.status_code == 413
    assert "expected at most 10 bytes" in response.content.decode()
