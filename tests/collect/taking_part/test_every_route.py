"""What holds for every address of those who take part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from cutline.collect.models import Annotator, Project, Task
from cutline.collect.taking_part.urls import urlpatterns
from cutline.web.access import Table
from tests.collect.taking_part.acting import GOOD, task_of
from tests.collect.taking_part.conftest import begun

pytestmark = pytest.mark.django_db


def addresses(project: Project, task: Task) -> Iterator[str]:
    """One for each route; a new route has to be thought of here."""
    known = {
        "slug": project.slug,
        "invitation": project.invitation,
        "platform": "prolific",
        "task": task.pk,
        "item": task.item_id,
    }
    for pattern in urlpatterns:
        names = pattern.pattern.converters
        yield reverse(str(pattern.name), kwargs={name: known[name] for name in names})


@pytest.mark.parametrize("method", ["get", "post"])
def test_every_view_asks_the_table(
    client: Client, project: Project, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(client, project)
    found = list(addresses(project, task_of(client)))
    asked: list[str] = []
    may = Table.may

    def noted(self: Any, person: Any, action: str, subject: Any) -> bool:
        asked.append(action)
        return may(self, person, action, subject)

    monkeypatch.setattr(Table, "may", noted)
    for address in found:
        asked.clear()
        answer = getattr(client, method)(address)
        assert answer.status_code == 405 or "see" in asked, address


def test_a_draft_is_nobodys_to_see(client: Client, project: Project) -> None:
    begun(client, project)
    found = list(addresses(project, task_of(client)))
    Project.objects.update(state="draft")
    for address in found:
        for answer in (client.get(address), client.post(address, {"text": GOOD})):
            assert answer.status_code in (404, 405), address


def test_every_answer_says_what_a_browser_may_do_with_it(client: Client, project: Project) -> None:
    begun(client, project)
    for address in addresses(project, task_of(client)):
        headers = client.get(address).headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'; script-src 'self';" in policy, address
        assert "frame-ancestors 'none'" in policy, address
        assert headers["X-Content-Type-Options"] == "nosniff", address
        caches = headers.get("Cache-Control", "")
        assert "private" in caches or "no-store" in caches or "Allow" in headers, address


def test_every_form_needs_to_come_from_a_page_of_the_site(client: Client, project: Project) -> None:
    begun(client, project)
    task = task_of(client)
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = client.cookies
    for address in addresses(project, task):
        answer = strict.post(address, {"text": GOOD, "reason": "unclear"})
        assert answer.status_code in (403, 405), address
    task.refresh_from_db()
    assert (task.state, task.draft) == ("locked", "")
    assert Annotator.objects.count() == 1


def test_looking_changes_nothing(client: Client, project: Project) -> None:
    begun(client, project)
    task = task_of(client)
    for address in addresses(project, task):
        client.get(address)
        client.head(address)
    task.refresh_from_db()
    assert (task.state, Annotator.objects.count(), Task.objects.count()) == ("locked", 1, 1)
