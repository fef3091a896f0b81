"""Rating captions: every kind of question, by forms and by keys."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import expect

from cutline.collect.models import Annotator, Item, Mode, Project, Role, Task
from cutline.collect.rating.questions import COCO_QUESTIONS
from cutline.collect.taking_part.ratings import captions_of, is_swapped
from tests.collect import made
from tests.collect.taking_part.acting import JSON, another, task_of, words
from tests.collect.taking_part.conftest import begun
from tests.collect.taking_part.test_in_browser import begin
from tests.server.pages.driven import OpenSite

CONTENT = [
    {"system": "first-secret", "caption": "A brown dog on a couch."},
    {"system": "second-secret", "caption": "A dog, asleep."},
]
GRADED: Any = COCO_QUESTIONS["M3-M5"].to_dict()
LIKERT = {"kind": "likert", "text": "How good is it?", "points": 5, "low": "bad", "high": "good"}


def rated(project: Project, question: Any, captions: int = 1) -> Project:
    Project.objects.update(mode=Mode.RATINGS, question=question)
    Item.objects.update(content=CONTENT[:captions])
    project.refresh_from_db()
    return project


def rate(client: Client, task: Task, headers: Any = None, **chosen: Any) -> Any:
    fields = {name.replace("_", "-"): value for name, value in chosen.items()}
    return client.post(f"/c/birds/task/{task.pk}/answer/", fields, **(headers or {}))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("question", "captions", "chosen", "value"),
    [
        (LIKERT, 1, {"answer": "4"}, 4),
        ({"kind": "yes_no", "text": "Is it?"}, 2, {"answer": "no"}, False),
        ({"kind": "pair", "text": "Which?"}, 2, {"answer": "tie"}, "tie"),
        ({"kind": "pair", "text": "Which?"}, 2, {"answer": "second"}, "second"),
        (
            GRADED,
            2,
            {"answer_0": "5", "answer_1": "1", "answer_2": "3"},
            {"correctness": 5, "detail": 1, "similarity": 3},
        ),
    ],
)
def test_every_kind(
    client: Client, project: Project, question: Any, captions: int, chosen: Any, value: Any
) -> None:
    rated(project, question, captions)
    begun(client, project)
    page = client.get("/c/birds/task/")
    said = words(page)
    assert question["text"] in said
    assert "A brown dog on a couch." in said
    assert "secret" not in said, "whose caption it is must not show"
    task = task_of(client)
    for refused in ({}, dict.fromkeys(chosen, "9"), dict.fromkeys(chosen, "<b>")):
        page = rate(client, task, **refused)
        assert page.status_code == 422
        assert "answer everything" in words(page)
        assert "<b>" not in words(page).split("</header>")[1].split("<fieldset")[1]
        assert rate(client, task, JSON, **refused).status_code == 422
    for _ in range(2):
        assert rate(client, task, **chosen).status_code == 302
    task.refresh_from_db()
    assert (task.state, task.value) == ("done", value)
    made.check_counts(project)
    # Gone back to, it is as it was chosen.
    page = client.get("/c/birds/last/")
    assert words(page).count(" checked") == len(chosen)
    assert client.post("/c/birds/last/", {"task": task.pk}).status_code == 422


@pytest.mark.django_db
def test_pairs_stand_in_an_order_by_chance_that_stays(client: Client, project: Project) -> None:
    rated(project, {"kind": "pair", "text": "Which?", "ties": False}, 2)
    orders = set()
    for _ in range(12):
        other = another(project)
        page = other.get("/c/birds/task/")
        task = page.context["task"]
        shown = [caption.text for caption in captions_of(task)]
        orders.add(tuple(shown))
        # The first on the page is called first, whichever it is to the item.
        options = page.context["groups"][0].options
        assert [option.label for option in options] == ["First caption", "Second caption"]
        first = "second" if is_swapped(task) else "first"
        assert options[0].value == first
        assert shown[0] == CONTENT[["first", "second"].index(first)]["caption"]
        assert [c.text for c in captions_of(other.get("/c/birds/task/").context["task"])] == shown
        rate(other, task, answer="first")
    assert len(orders) == 2


@pytest.mark.django_db
def test_a_draft_of_a_rating(client: Client, project: Project) -> None:
    rated(project, LIKERT)
    begun(client, project)
    task = task_of(client)
    for draft in ('{"answer": "4"}', "[1]", '{"answer": {}}', "{", "null"):
        address = f"/c/birds/task/{task.pk}/draft/"
        assert client.post(address, {"text": draft}).json() == {"kept": True}
        page = client.get("/c/birds/task/")
        assert (" checked" in words(page)) == (draft == '{"answer": "4"}')


@pytest.mark.django_db
@pytest.mark.parametrize("question", [{}, {"kind": "essay", "text": "x"}, [], {"kind": "pair"}])
def test_a_project_without_a_question(client: Client, project: Project, question: Any) -> None:
    rated(project, question)
    begun(client, project)
    page = client.get("/c/birds/task/")
    assert page.status_code == 409
    assert "not ready" in words(page)


@pytest.mark.django_db
def test_known_ratings_and_fast_ones(client: Client, project: Project) -> None:
    rated(project, LIKERT)
    Project.objects.update(attention_every=2)
    wrong = {"content": CONTENT[:1], "expected": {"value": 1, "within": 1}}
    made.item(project, 60, Role.ATTENTION, **wrong)
    begun(client, project)
    rate(client, task_of(client), answer="4")
    task = task_of(client)
    rate(client, task, answer="5", seconds="0.1")
    task.refresh_from_db()
    assert (task.is_right, task.flags) == (False, ["fast", "attention"])


@pytest.mark.django_db(transaction=True)
def test_by_keys(open_site: OpenSite, project: Project) -> None:
    rated(project, GRADED, 2)
    page = open_site()
    begin(page, project)
    for key in "42":
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    expect(page.locator(".connection")).to_contain_text("answer everything")
    page.reload()
    assert page.locator("input:checked").count() == 2  # nothing is lost
    page.keyboard.press("5")
    page.keyboard.press("Enter")
    expect(page.locator(".standing")).to_contain_text("1 done")
    task = Task.objects.get(state="done")
    assert task.value == {"correctness": 4, "detail": 2, "similarity": 5}
    assert Annotator.objects.count() == 1
    # A choice that is changed by a key, and sent by a click.
    Project.objects.update(question={"kind": "pair", "text": "Which is better?"})
    page.reload()
    for key in "312":
        page.keyboard.press(key)
    expect(page.get_by_label("Second caption")).to_be_checked()
    page.get_by_role("button", name="Send").dblclick()
    expect(page.locator(".standing")).to_contain_text("2 done")
    assert Task.objects.filter(state="done").count() == 2


@pytest.mark.django_db(transaction=True)
def test_without_scripts(open_site: OpenSite, project: Project) -> None:
    rated(project, {"kind": "yes_no", "text": "Could a person have written this?"})
    page = open_site(java_script_enabled=False)
    begin(page, project)
    page.get_by_label("Yes").check()
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".standing")).to_contain_text("1 done")
    assert Task.objects.get(state="done").value is True
