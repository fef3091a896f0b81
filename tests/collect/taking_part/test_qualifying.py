"""The test before somebody is let in."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from cutline.collect.assignment import expire
from cutline.collect.models import (
    AnnotatorState,
    Project,
    Role,
    Task,
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


class TestQualifying:
    @pytest.fixture
    def tested(self, project: Project) -> Project:
        Project.objects.update(pass_mark=0.5)
        for place, thing in enumerate(("dog", "ball")):
            expected = {"all_of": [[thing]]}
            made.item(project, place, Role.QUALIFICATION, expected=expected)
        project.refresh_from_db()
        return project

    @pytest.mark.parametrize(
        ("texts", "state"),
        [
            ((GOOD, OTHER), AnnotatorState.ACTIVE),
            ((GOOD, THIRD), AnnotatorState.ACTIVE),
            (
                (THIRD, GOOD),
                AnnotatorState.FAILED,
            ),
        ],
    )
    def test_the_pass_mark(
        self, client: Client, tested: Project, texts: tuple[str, str], state: str
    ) -> None:
        assert "a short test" in words(client.get("/c/birds/"))
        one = begun(client, tested)
        assert one.state == AnnotatorState.NEW
        for text in texts:
            one.refresh_from_db()
            assert one.state == AnnotatorState.NEW
            assert send(client, task_of(client), text).status_code == 302
        one.refresh_from_db()
        assert one.state == state
        page = client.get("/c/birds/task/")
        assert ("did not go" in words(page)) == (state == AnnotatorState.FAILED)
        if state == AnnotatorState.ACTIVE:
            assert page.context["task"].item.role == Role.COLLECT

    def test_skipped_is_not_right(self, client: Client, tested: Project) -> None:
        Project.objects.update(pass_mark=1.0)
        one = begun(client, tested)
        send(client, task_of(client))
        client.post(f"/c/birds/task/{task_of(client).pk}/skip/", {"reason": "unclear"})
        one.refresh_from_db()
        assert one.state == AnnotatorState.FAILED

    def test_what_expired_is_asked_again(self, client: Client, tested: Project) -> None:
        one = begun(client, tested)
        first = task_of(client)
        Task.objects.update(locked_until=timezone.now() - timedelta(hours=1))
        assert expire(tested) == 1
        send(client, task_of(client), OTHER)
        again = task_of(client)
        assert again.pk == first.pk
        send(client, again)
        one.refresh_from_db()
        assert one.state == AnnotatorState.ACTIVE

    def test_a_test_that_is_taken_away(self, client: Client, tested: Project) -> None:
        begun(client, tested)
        Project.objects.update(pass_mark=None)
        assert task_of(client).item.role == Role.COLLECT
