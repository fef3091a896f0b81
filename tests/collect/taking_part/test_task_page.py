"""The page of a task: keywords, drafts, checks, skipping, the last answer."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from cutline.collect.models import (
    Annotator,
    Item,
    Project,
    Role,
    Task,
    TaskState,
)
from tests.collect import made
from tests.collect.taking_part.acting import (
    GOOD,
    JSON,
    OTHER,
    send,
    task_of,
    words,
)
from tests.collect.taking_part.conftest import begun, stored_picture

pytestmark = pytest.mark.django_db


class TestTaskPage:
    def test_keywords_by_arm(self, client: Client, project: Project) -> None:
        Project.objects.update(hidden_labels=["Wing"])
        Item.objects.update(labels=["Bird", "wing", "bird", "Tree"])
        begun(client, project)
        assert "need not use" not in words(client.get("/c/birds/task/"))
        Task.objects.all().delete()
        Item.objects.update(taken=0)
        Annotator.objects.update(is_primed=True)
        page = client.get("/c/birds/task/")
        assert page.context["keywords"] == ["Bird", "Tree"]
        assert "You need not use these words" in words(page)

    def test_known_items_look_like_all_others(self, client: Client, project: Project) -> None:
        Project.objects.update(attention_every=2, pay=5, tasks_each=3)
        expected = {"all_of": [["dog"]]}
        name = stored_picture(0)
        same = {"expected": expected, "picture": name, "width": 1200, "height": 800, "labels": []}
        made.item(project, 50, Role.ATTENTION, **same)
        Item.objects.filter(role=Role.COLLECT).update(labels=[], picture=name)
        begun(client, project)
        pages = []
        for text in (GOOD, OTHER):
            page = client.get("/c/birds/task/")
            task = Task.objects.get(pk=page.context["task"].pk)
            said = words(page)
            for number, stands_for in (
                (f"task/{task.pk}/", "T"),
                (f'data-task="{task.pk}"', "T"),
                (f"pictures/{task.item_id}/", "P"),
                (page.context["csrf_token"].__str__(), "C"),
                (f'data-begun="{task.started.timestamp():.0f}"', "B"),
            ):
                said = said.replace(number, stands_for)
            pages.append((task.item.role, said))
            send(client, task, text)
        assert [role for role, _ in pages] == ["collect", "attention"]
        first, second = (said for _, said in pages)
        first = first.replace("<b>0</b> of 4", "N").replace("USD 0.00", "M").replace("0 done", "D")
        second = second.replace("<b>1</b> of 4", "N").replace("USD 0.05", "M")
        second = second.replace("1 done", "D")
        second = second.replace(
            '<a class="small" href="/c/birds/last/">Change the last answer</a>', ""
        )
        assert first.split() == second.split()

    def test_a_failed_check_is_flagged(self, client: Client, project: Project) -> None:
        Project.objects.update(attention_every=2)
        made.item(project, 50, Role.ATTENTION, expected={"all_of": [["dog", "puppy"]]})
        begun(client, project)
        send(client, task_of(client))
        task = task_of(client)
        assert task.item.role == Role.ATTENTION
        assert send(client, task, OTHER, seconds="60").status_code == 302
        task.refresh_from_db()
        assert (task.is_right, "attention" in task.flags) == (False, True)

    def test_drafts_are_kept_and_keep_the_place(self, client: Client, project: Project) -> None:
        begun(client, project)
        task = task_of(client)
        soon = timezone.now() + timedelta(seconds=30)
        Task.objects.filter(pk=task.pk).update(locked_until=soon)
        answer = client.post(f"/c/birds/task/{task.pk}/draft/", {"text": "A half"})
        assert answer.json() == {"kept": True}
        task.refresh_from_db()
        assert task.draft == "A half"
        assert task.locked_until > soon
        assert ">A half<" in words(client.get("/c/birds/task/"))

    def test_checks_while_typing(self, client: Client, project: Project) -> None:
        begun(client, project)
        address = f"/c/birds/task/{task_of(client).pk}/check/"
        found = client.post(address, {"text": "There is a dog."}, **JSON).json()
        assert [one["check"] for one in found["findings"]] == ["there-is", "few-words"]
        assert found["words"] == 4
        page = client.post(address, {"text": "There is a dog."})
        assert page.status_code == 200
        assert "To put right:" in words(page)
        assert Task.objects.get().draft == "There is a dog."

    def test_skipping(self, client: Client, project: Project) -> None:
        begun(client, project)
        task = task_of(client)
        address = f"/c/birds/task/{task.pk}/skip/"
        for fields in ({}, {"reason": "nonsense"}, {"reason": "other", "words": " "}):
            assert client.post(address, fields).status_code == 422
            assert client.post(address, fields, **JSON).status_code == 422
        said = {"reason": "other", "words": "It \x00 shows " + "x" * 300}
        assert client.post(address, said).status_code == 302
        assert client.post(address, said).status_code == 302
        task.refresh_from_db()
        assert task.state == TaskState.SKIPPED
        assert task.skip_reason.startswith("Another reason: It shows x")
        assert len(task.skip_reason) == 200
        assert task_of(client).pk != task.pk
        assert send(client, task).status_code == 409
        made.check_counts(project)


class TestLastAnswer:
    def test_it_can_be_changed(self, client: Client, project: Project) -> None:
        begun(client, project)
        task = task_of(client)
        send(client, task, pasted="1")
        page = client.get("/c/birds/last/")
        assert GOOD in words(page)
        assert "Change it" in words(page)
        assert client.post("/c/birds/last/", {"task": task.pk, "text": "Bad"}).status_code == 422
        changed = client.post("/c/birds/last/", {"task": task.pk, "text": OTHER})
        assert changed.headers["Location"] == "/c/birds/task/"
        task.refresh_from_db()
        assert (task.text, "pasted" in task.flags) == (OTHER, True)
        assert "Your answer is changed" in words(client.get("/c/birds/task/"))
        made.check_counts(project)

    def test_not_for_ever(self, client: Client, project: Project) -> None:
        begun(client, project)
        task = task_of(client)
        send(client, task)
        Task.objects.update(finished=timezone.now() - timedelta(minutes=11))
        assert client.get("/c/birds/last/").headers["Location"] == "/c/birds/task/"
        late = client.post("/c/birds/last/", {"task": task.pk, "text": OTHER})
        assert late.status_code == 409
        assert "no longer be changed" in words(late)

    @pytest.mark.parametrize("number", ["", "x", "9" * 30, "-1", "²"])
    def test_what_is_no_task(self, client: Client, project: Project, number: str) -> None:
        begun(client, project)
        assert client.post("/c/birds/last/", {"task": number, "text": OTHER}).status_code == 404
