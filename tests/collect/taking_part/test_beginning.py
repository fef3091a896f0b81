"""Every way in, and every way that is shut."""

from __future__ import annotations

import pytest
from django.test import Client

from cutline.collect.models import (
    Annotator,
    Platform,
    Project,
    ProjectState,
    Task,
)
from cutline.web.people.models import Person
from tests.collect.taking_part.acting import (
    MTURK,
    PROLIFIC,
    words,
)
from tests.collect.taking_part.conftest import begun
from tests.server import made as people

pytestmark = pytest.mark.django_db


class TestBeginning:
    def test_the_start_page_says_what_is_asked(self, client: Client, project: Project) -> None:
        Project.objects.update(pay=12, currency="EUR", tasks_each=3)
        said = words(client.get("/c/birds/"))
        for expected in ("Birds", '<li dir="auto">No names.</li>', "EUR 0.12", "20 minutes"):
            assert expected in said
        assert "Sign in to begin" in said

    def test_without_an_account_there_is_no_beginning_here(
        self, client: Client, project: Project
    ) -> None:
        assert client.post("/c/birds/").status_code == 403
        assert client.get("/c/birds/task/").headers["Location"] == "/c/birds/"
        assert client.get("/c/birds/last/").headers["Location"] == "/c/birds/"
        assert client.get("/c/birds/finished/").headers["Location"] == "/c/birds/"
        assert not Annotator.objects.exists()

    def test_with_an_account(self, client: Client, project: Project) -> None:
        client.force_login(people.person("pia"))
        assert "Begin" in words(client.get("/c/birds/"))
        assert client.post("/c/birds/").headers["Location"] == "/c/birds/task/"
        assert client.post("/c/birds/").status_code == 302
        only = Annotator.objects.get()
        assert (only.platform, only.person) == (
            Platform.ACCOUNT,
            Person.objects.get(username="pia"),
        )
        assert "cutline_annotator" not in client.cookies

    def test_by_the_link(self, client: Client, project: Project) -> None:
        address = f"/c/birds/join/{project.invitation}/"
        assert "Begin" in words(client.get(address))
        assert not Annotator.objects.exists(), "who only looks has not begun"
        begun(client, project)
        cookie = client.cookies["cutline_annotator"]
        assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
        assert cookie["path"] == "/c/birds/"
        assert client.post(address).status_code == 302
        assert Annotator.objects.count() == 1

    def test_a_wrong_link(self, client: Client, project: Project) -> None:
        assert client.get("/c/birds/join/nothing/").status_code == 404
        assert client.post("/c/birds/join/nothing/").status_code == 404

    def test_the_link_and_an_account_are_one_person(self, client: Client, project: Project) -> None:
        client.force_login(people.person("pia"))
        begun(client, project)
        client.post("/c/birds/")
        assert Annotator.objects.get().platform == Platform.ACCOUNT

    def test_from_mturk(self, client: Client, project: Project) -> None:
        address = f"{MTURK}&turkSubmitTo=https://workersandbox.mturk.com"
        page = client.get(address)
        assert "frame-ancestors https://*.mturk.com" in page.headers["Content-Security-Policy"]
        assert client.post(address).headers["Location"] == "/c/birds/task/"
        one = Annotator.objects.get()
        assert (one.external_id, one.external_study, one.external_session) == ("A1", "H3", "X9")
        assert client.post(address).status_code == 302
        assert Annotator.objects.count() == 1

    def test_a_preview_gives_nothing_out(self, client: Client, project: Project) -> None:
        address = "/c/birds/from/mturk/?assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE&hitId=H3"
        said = words(client.get(address))
        assert "This is a preview" in said
        assert '<form method="post" action="/c/' not in said
        assert client.post(address).status_code == 200
        assert not Annotator.objects.exists()
        assert not Task.objects.exists()

    def test_in_a_frame_a_window_is_offered(self, client: Client, project: Project) -> None:
        said = words(client.get(MTURK, HTTP_SEC_FETCH_DEST="iframe"))
        assert "Open in a window of its own" in said
        assert ">Begin<" not in said

    @pytest.mark.parametrize("worker", ["", "x" * 101, "a%0Ab"])
    def test_a_link_without_a_worker(self, client: Client, project: Project, worker: str) -> None:
        answer = client.post(f"/c/birds/from/other/?worker={worker}")
        assert answer.status_code == 400
        assert "link is not complete" in words(answer)
        assert not Annotator.objects.exists()

    def test_platforms_that_are_not_known(self, client: Client, project: Project) -> None:
        for name in ("account", "link", "elsewhere"):
            assert client.get(f"/c/birds/from/{name}/?worker=1").status_code == 404

    @pytest.mark.parametrize("state", ["draft", "paused", "closed"])
    def test_nobody_begins_while_it_is_not_open(
        self, client: Client, project: Project, state: str
    ) -> None:
        Project.objects.update(state=state)
        expected = 404 if state == "draft" else 409
        for address in (f"/c/birds/join/{project.invitation}/", PROLIFIC):
            assert client.post(address).status_code == expected
        assert not Annotator.objects.exists()

    def test_managers_see_a_draft(self, client: Client, project: Project) -> None:
        Project.objects.update(state=ProjectState.DRAFT)
        client.force_login(project.owner)
        assert "has not begun" in words(client.get("/c/birds/"))
