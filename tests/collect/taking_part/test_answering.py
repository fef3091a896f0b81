"""Answers: taken once, checked, flagged, refused."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from cutline.collect.models import (
    Annotator,
    Item,
    Project,
    Task,
    TaskState,
)
from tests.collect import made
from tests.collect.taking_part.acting import (
    GOOD,
    OTHER,
    THIRD,
    send,
    task_of,
    words,
)
from tests.collect.taking_part.conftest import begun

pytestmark = pytest.mark.django_db


class TestAnswering:
    def test_an_answer_is_taken_once(self, client: Client, project: Project) -> None:
        begun(client, project)
        task = task_of(client)
        for _ in range(3):
            assert send(client, task, f"  {GOOD}\n").headers["Location"] == "/c/birds/task/"
        answered = send(client, task, accept="application/json")
        assert answered.json() == {"next": "/c/birds/task/"}
        task.refresh_from_db()
        assert (task.state, task.text) == (TaskState.DONE, GOOD)
        made.check_counts(project)
        assert task_of(client).pk != task.pk

    def test_another_answer_to_the_same(self, client: Client, project: Project) -> None:
        begun(client, project)
        task = task_of(client)
        send(client, task)
        for accept in ("text/html", "application/json"):
            refused = send(client, task, OTHER, accept=accept)
            assert refused.status_code == 409
            assert "answered this already" in words(refused)
        task.refresh_from_db()
        assert task.text == GOOD

    @pytest.mark.parametrize(
        ("text", "check"),
        [
            ("", "few-words"),
            ("   \n ", "few-words"),
            ("A dog sleeps on a couch.", "few-words"),
            ("There is a brown dog that sleeps on a couch.", "there-is"),
            ("............ !!!! ???? .... ,,,, ;;;; ---- ....", "few-words"),
            ("x" * 1900, "few-words"),
            ("dog couch cat " * 120, "long"),
        ],
    )
    def test_problems_keep_it_from_being_taken(
        self, client: Client, project: Project, text: str, check: str
    ) -> None:
        begun(client, project)
        task = task_of(client)
        page = send(client, task, text, anyway="1")
        assert page.status_code == 422
        assert "To put right:" in words(page)
        answer = send(client, task, text, accept="application/json")
        assert answer.status_code == 422
        assert answer.json()["anyway"] == ""
        found = {one["check"]: one["severity"] for one in answer.json()["findings"]}
        assert found[check] == "problem"
        task.refresh_from_db()
        assert task.state == TaskState.LOCKED

    def test_what_was_typed_is_not_lost_by_a_problem(
        self, client: Client, project: Project
    ) -> None:
        begun(client, project)
        assert ">There is a dog<" in words(send(client, task_of(client), "There is a dog"))

    def test_copies_of_ones_own(self, client: Client, project: Project) -> None:
        begun(client, project)
        send(client, task_of(client))
        task = task_of(client)
        for text in (GOOD, GOOD.upper(), GOOD.replace("small", "large")):
            found = send(client, task, text, accept="application/json").json()["findings"]
            assert {"check": "own-copy", "severity": "problem"}.items() <= found[0].items()

    def test_copies_of_others_are_never_quoted(self, client: Client, project: Project) -> None:
        first = Client()
        begun(first, project)
        task = task_of(first)
        send(first, task)
        begun(client, project)
        mine = task_of(client)
        assert mine.item_id == task.item_id
        answer = send(client, mine, GOOD.lower(), accept="application/json")
        assert answer.status_code == 422
        found = {one["check"]: one for one in answer.json()["findings"]}
        assert found["copy"]["severity"] == "problem"
        assert "couch" not in found["copy"]["message"]
        # Nearly the same is let stand by who has seen it.
        nearly = GOOD.replace("small", "large")
        answer = send(client, mine, nearly, accept="application/json").json()
        assert answer["anyway"]
        assert answer["findings"][0]["severity"] == "warning"
        assert send(client, mine, nearly, anyway=answer["anyway"]).status_code == 302

    def test_a_warning_is_let_stand_by_a_second_press(
        self, client: Client, project: Project
    ) -> None:
        text = GOOD.upper()
        begun(client, project)
        task = task_of(client)
        page = send(client, task, text)
        assert page.status_code == 422
        assert "Send anyway" in words(page)
        seen = page.context["checked"].digest
        # It holds for the text that was warned of, and for no other.
        assert send(client, task, text.replace("DOG", "CAT"), anyway=seen).status_code == 422
        assert send(client, task, text, anyway=seen).status_code == 302

    def test_what_is_odd_is_flagged(self, client: Client, project: Project) -> None:
        begun(client, project)
        for fields, expected in (
            ({"seconds": "0.5"}, ["fast"]),
            ({"pasted": "1", "seconds": "1"}, ["pasted", "fast"]),
        ):
            task = task_of(client)
            Task.objects.filter(pk=task.pk).update(started=timezone.now() - timedelta(minutes=2))
            send(
                client, task, f"{GOOD} {OTHER}" if "pasted" in fields else GOOD, **fields, anyway=""
            )
            if task.state == TaskState.LOCKED and "pasted" in fields:
                text = THIRD
                assert send(client, task, text, **fields).status_code == 302
            task.refresh_from_db()
            assert task.flags == expected
            assert task.seconds == float(fields["seconds"])

    def test_texts_that_come_again_and_again(self, client: Client, project: Project) -> None:
        Project.objects.update(least_words=3)
        begun(client, project)
        for thing in ("red car", "big dog", "old man"):
            task = task_of(client)
            text = f"A photo with one {thing} in it"
            page = send(client, task, text, seconds="50")
            if page.status_code == 422:
                send(client, task, text, seconds="50", anyway=page.context["checked"].digest)
        task.refresh_from_db()
        assert (task.state, "templated" in task.flags) == (TaskState.DONE, True)

    @pytest.mark.parametrize(
        ("given", "most"), [("nan", 130), ("1e309", 130), ("-5", 0), ("99999", 130), ("x", 130)]
    )
    def test_time_is_no_more_than_passed(
        self, client: Client, project: Project, given: str, most: float
    ) -> None:
        begun(client, project)
        task = task_of(client)
        Task.objects.filter(pk=task.pk).update(started=timezone.now() - timedelta(minutes=2))
        assert send(client, task, seconds=given).status_code == 302
        task.refresh_from_db()
        assert 0 <= task.seconds <= most

    def test_late_answers(self, client: Client, project: Project) -> None:
        begun(client, project)
        task = task_of(client)
        made_late = {"state": TaskState.EXPIRED}
        Task.objects.filter(pk=task.pk).update(**made_late)
        Item.objects.filter(pk=task.item_id).update(taken=3)
        page = send(client, task)
        assert page.status_code == 409
        assert GOOD in words(page)
        assert client.post(f"/c/birds/task/{task.pk}/draft/", {"text": "A"}).json() == {
            "kept": False
        }

    def test_hostile_texts_are_shown_as_text(self, client: Client, project: Project) -> None:
        begun(client, project)
        task = task_of(client)
        hostile = "</textarea><script>alert(1)</script>\"'><img src=x onerror=alert(1)> \u202e\x00"
        page = send(client, task, hostile)
        assert page.status_code == 422
        assert b"<script>alert" not in page.content
        assert b"<img src=x" not in page.content
        client.post(f"/c/birds/task/{task.pk}/draft/", {"text": hostile})
        page = client.get("/c/birds/task/")
        assert b"<script>alert" not in page.content
        task.refresh_from_db()
        assert "\x00" not in task.draft
        assert task.draft.startswith("</textarea>")

    def test_hostile_labels_titles_and_addresses(self, client: Client, project: Project) -> None:
        bad = '"><script>alert(1)</script>'
        Project.objects.update(title=bad, instructions=f"- {bad}")
        Item.objects.update(labels=[bad], picture=f"https://example.org/{bad}", width=0)
        begun(client, project)
        Annotator.objects.update(is_primed=True)
        for address in ("/c/birds/", "/c/birds/task/"):
            page = client.get(address)
            assert page.status_code == 200
            assert b"<script>alert" not in page.content
        assert "alert(1)" in words(page)
