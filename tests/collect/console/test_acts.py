"""What managers do: blocking, reviews, states, settings, managers, and the end of a project."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from cutline.collect.console.forms.settings import ChangeForm
from cutline.collect.models import Annotator, Manager, Project, Task
from cutline.web.people.models import AuditEntry, Person
from tests.collect.console.conftest import SignedIn
from tests.server import made as people

pytestmark = pytest.mark.django_db

OF = "/collect/some-animals/"


def audited(action: str) -> AuditEntry:
    return AuditEntry.objects.get(action=action)


def settings_of(project: Project, **other: Any) -> dict[str, Any]:
    """What the form of the settings would be sent with."""
    initial = ChangeForm(project).initial
    fields = ChangeForm(project).fields
    given = {name: initial[name] for name in fields if initial.get(name) is not None}
    # A box that is not ticked is not sent.
    return {name: value for name, value in {**given, **other}.items() if value is not False}


def test_a_manager_blocks_and_unblocks(
    signed_in: SignedIn, manager: Person, project: Project, writer: Annotator
) -> None:
    client = signed_in(manager)
    answer = client.post(f"{OF}people/{writer.pk}/block/", {"why": ""})
    assert answer.status_code == 422
    answer = client.post(f"{OF}people/{writer.pk}/block/", {"why": "Copies."}, follow=True)
    assert "W2 is blocked" in answer.content.decode()
    entry = audited("annotator.block")
    assert (entry.actor, entry.detail["discarded"]) == (manager, 6)
    assert set(project.items.values_list("done", flat=True)) == {1}
    again = client.post(f"{OF}people/{writer.pk}/block/", {"why": "Copies."}, follow=True)
    assert "blocked already" in again.content.decode()
    client.post(f"{OF}people/{writer.pk}/unblock/")
    writer.refresh_from_db()
    assert writer.state == "active"
    assert audited("annotator.unblock").actor == manager


def test_reviews_lead_from_one_to_the_next(owners: Client, flagged: Task) -> None:
    page = owners.get(f"{OF}review/").content.decode()
    assert flagged.text in page
    assert "pasted" in page
    after = Task.objects.exclude(pk=flagged.pk).filter(state="done").first()
    assert after is not None
    given = {"verdict": "accept", "after": after.pk}
    answer = owners.post(f"{OF}review/{flagged.pk}/", given)
    assert answer.headers["Location"] == f"{OF}review/?task={after.pk}"
    flagged.refresh_from_db()
    assert flagged.verdict == "accepted"
    assert flagged.text not in owners.get(f"{OF}review/").content.decode()


@pytest.mark.parametrize(
    ("given", "verdict", "state"),
    [
        ({"verdict": "reject", "why": "It is of a dog."}, "rejected", "discarded"),
        ({"verdict": "reject", "reason": "It copies.", "why": ""}, "rejected", "discarded"),
        ({"verdict": "fix", "text": "A small cat sits by a tree."}, "fixed", "done"),
        ({"verdict": "fix", "text": ""}, "", "done"),
        ({"verdict": "reject"}, "", "done"),
        ({"verdict": "burn"}, "", "done"),
        ({}, "", "done"),
    ],
)
def test_reviews_are_taken_or_refused(
    owners: Client, flagged: Task, given: dict[str, str], verdict: str, state: str
) -> None:
    owners.post(f"{OF}review/{flagged.pk}/", given)
    flagged.refresh_from_db()
    assert (flagged.verdict, flagged.state) == (verdict, state)
    assert AuditEntry.objects.filter(action__startswith="answer.").count() == bool(verdict)


def test_an_answer_of_another_project_is_not_reviewed_here(
    owners: Client, flagged: Task, project: Project
) -> None:
    other = Project.objects.create(
        slug="others", title="Others", owner=people.person("otto"), instructions="-"
    )
    Task.objects.filter(pk=flagged.pk).update(
        item=other.items.create(position=0, image_id=1, picture="1.jpg", wanted=1)
    )
    assert owners.post(f"{OF}review/{flagged.pk}/", {"verdict": "accept"}).status_code == 404
    assert owners.get(f"{OF}review/?task={flagged.pk}").status_code == 404


def test_states_are_changed_in_their_order(owners: Client, project: Project) -> None:
    for to in ("paused", "open", "closed"):
        owners.post(f"{OF}state/", {"to": to})
        project.refresh_from_db()
        assert project.state == to
    assert "cannot" in owners.post(f"{OF}state/", {"to": "paused"}, follow=True).content.decode()
    assert "no state" in owners.post(f"{OF}state/", {"to": "x"}, follow=True).content.decode()
    assert audited("project.closed").detail == {"before": "open"}


def test_settings_are_saved_and_wanted_counts_follow(owners: Client, project: Project) -> None:
    given = settings_of(project, references_per_image=10, price="0.25", priming="experiment")
    answer = owners.post(f"{OF}settings/", given, follow=True)
    assert "Saved." in answer.content.decode()
    project.refresh_from_db()
    assert (project.references_per_image, project.pay) == (10, 25)
    assert [arm["name"] for arm in project.arms] == ["plain", "keywords"]
    assert set(project.items.values_list("wanted", flat=True)) == {11}
    assert audited("project.change").detail["after"]["pay"] == 25
    given = settings_of(project, references_per_image=1)
    answer = owners.post(f"{OF}settings/", given, follow=True)
    assert "Saved." in answer.content.decode()
    given = settings_of(project, references_per_image=1, holds_out="")
    said = owners.post(f"{OF}settings/", given, follow=True).content.decode()
    assert "6 images had more answers" in said
    assert set(project.items.values_list("wanted", flat=True)) == {2}


def test_what_is_the_same_is_not_written_down(owners: Client, project: Project) -> None:
    said = owners.post(f"{OF}settings/", settings_of(project), follow=True).content.decode()
    assert "Nothing was different." in said
    assert not AuditEntry.objects.filter(action="project.change").exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"title": ""},
        {"language": "English!"},
        {"references_per_image": 0},
        {"price": "-1"},
        {"currency": "dollars"},
        {"pass_percent": 101},
        {"attention_every": 1},
        {"primed_percent": 100},
    ],
)
def test_settings_that_make_no_sense_are_shown_again(
    owners: Client, project: Project, wrong: dict[str, Any]
) -> None:
    answer = owners.post(f"{OF}settings/", settings_of(project, **wrong))
    assert answer.status_code == 422
    assert b"error-summary" in answer.content
    assert not AuditEntry.objects.filter(action="project.change").exists()


def test_a_project_of_ratings_has_settings_of_its_own(owners: Client, project: Project) -> None:
    question = {"kind": "likert", "text": "How good is it?", "points": 5, "low": "", "high": ""}
    Project.objects.update(mode="ratings", question=question, holds_out=False)
    project.refresh_from_db()
    said = owners.get(f"{OF}settings/").content.decode()
    assert 'name="question"' in said
    assert 'name="least_words"' not in said
    answer = owners.post(f"{OF}settings/", settings_of(project, title="Ratings"), follow=True)
    assert "Saved." in answer.content.decode()
    answer = owners.post(f"{OF}settings/", settings_of(project, question="M3"))
    assert answer.status_code == 422
    assert "cannot be changed any more" in answer.content.decode()


def test_only_the_owner_changes_managers_and_deletes(
    signed_in: SignedIn, owners: Client, manager: Person, project: Project
) -> None:
    for address in ("managers/", "delete/"):
        assert signed_in(manager).post(f"{OF}{address}", {"typed": "x"}).status_code == 403
    people.person("pia")
    owners.post(f"{OF}managers/", {"username": "pia"})
    owners.post(f"{OF}managers/", {"username": "mia", "do": "remove"})
    assert [one.person.username for one in Manager.objects.all()] == ["pia"]
    assert owners.post(f"{OF}managers/", {"username": "nobody"}).status_code == 422
    assert audited("manager.add").detail["username"] == "pia"


def test_a_project_is_deleted_by_typing_its_address(owners: Client, project: Project) -> None:
    assert owners.post(f"{OF}delete/", {"typed": "Some animals"}).status_code == 422
    assert "12 answers" in owners.get(f"{OF}delete/").content.decode()
    assert owners.post(f"{OF}delete/", {"typed": "some-animals"}).status_code == 302
    assert not Project.objects.exists()
    assert audited("project.delete").detail["answers"] == 12
