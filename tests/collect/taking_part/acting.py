"""What those who take part do, by a client."""

from __future__ import annotations

from typing import Any

from django.test import Client

from cutline.collect.models import Project, Task
from tests.collect.taking_part.conftest import begun

GOOD = "A brown dog sleeps on a small green couch."
OTHER = "Two children throw a red ball over the fence."
THIRD = "Three grey birds sit together on a thin wire."
MTURK = "/c/birds/from/mturk/?workerId=A1&assignmentId=X9&hitId=H3"
PROLIFIC = "/c/birds/from/prolific/?PROLIFIC_PID=p1&STUDY_ID=s1&SESSION_ID=e1"
JSON: dict[str, Any] = {"HTTP_ACCEPT": "application/json"}


def task_of(client: Any) -> Task:
    """What is shown to somebody."""
    answer = client.get("/c/birds/task/")
    assert answer.status_code == 200, answer
    return Task.objects.select_related("item").get(pk=answer.context["task"].pk)


def send(client: Any, task: Task, text: str = GOOD, **more: Any) -> Any:
    """Sends a caption."""
    headers = {"HTTP_ACCEPT": more.pop("accept")} if "accept" in more else {}
    return client.post(f"/c/birds/task/{task.pk}/answer/", {"text": text, **more}, **headers)


def words(response: Any) -> str:
    """A page with single spaces."""
    return " ".join(response.content.decode().split())


def another(project: Project) -> Client:
    """Somebody else who has begun."""
    other = Client()
    begun(other, project)
    return other
