"""Reviews: what stands, what does not, what is put right, and what is looked at next."""

from __future__ import annotations

import pytest

from cutline.collect.assignment import Answer, finish, next_task
from cutline.collect.models import Annotator, Figures, Project, Role, Task, TaskState, Verdict
from cutline.collect.quality.annotators import annotator_rows
from cutline.collect.quality.block import block
from cutline.collect.quality.figures import AT_ONCE, figures_of, renew, renew_figures
from cutline.collect.quality.review import accept, fix, reject
from cutline.collect.quality.spot_checks import to_review
from cutline.core.errors import UsageError
from cutline.web.people.models import AuditEntry, Person
from tests.collect import made
from tests.server import made as people

pytestmark = pytest.mark.django_db

USUAL = "A small brown bird sits on the branch of a tree"
ODD = "My favourite pizza has mushrooms and a lot of cheese"


THINGS = ("bench", "bucket", "candle", "drum", "engine", "fence", "gate", "harbour", "island")


def answered(by: Annotator, text: str = USUAL, **how: object) -> Task:
    task = next_task(by)
    assert task is not None
    if text == USUAL:  # of what is in the image, as far as others would say it too
        text = f"{USUAL} by the {THINGS[task.item.position % len(THINGS)]}"
    return finish(task, Answer(text, **how))  # type: ignore[arg-type]


@pytest.fixture
def hanna() -> Person:
    return people.person("hanna")


@pytest.fixture
def project(hanna: Person) -> Project:
    return made.project(hanna, images=6)


def test_accepted_captions_stand(hanna: Person, project: Project) -> None:
    task = accept(hanna, answered(made.annotator(project)))
    task.refresh_from_db()
    assert (task.state, task.verdict, task.reviewer) == (
        TaskState.DONE,
        Verdict.ACCEPTED,
        hanna,
    )
    assert AuditEntry.objects.get(action="answer.accept").detail["annotator"] == "W1"


def test_rejected_captions_are_asked_for_again_from_others(hanna: Person, project: Project) -> None:
    writer, other = made.annotator(project, 1), made.annotator(project, 2)
    task = answered(writer, ODD)
    reject(hanna, task, "It is of something else.")
    task.refresh_from_db()
    assert (task.state, task.verdict) == (TaskState.DISCARDED, Verdict.REJECTED)
    assert task.verdict_why == "It is of something else."
    made.check_counts(project)
    for _ in range(6):
        answered(other)
    assert {given.item_id for given in other.tasks.all()} >= {task.item_id}
    assert AuditEntry.objects.get(action="answer.reject").detail["why"]
    with pytest.raises(UsageError, match="discarded"):
        accept(hanna, task)
    with pytest.raises(UsageError, match="discarded"):
        reject(hanna, task, "Again.")
    with pytest.raises(UsageError, match="reason"):
        reject(hanna, answered(writer), " ")


def test_fixed_captions_keep_their_first_words(hanna: Person, project: Project) -> None:
    task = answered(made.annotator(project), "A small brown brid sits on the branch of a tree")
    fix(hanna, task, " A small brown bird\nsits on the branch of a tree ")
    fix(hanna, task, f"{USUAL}.")
    task.refresh_from_db()
    assert (task.text, task.verdict, task.state) == (USUAL + ".", Verdict.FIXED, TaskState.DONE)
    assert task.original.startswith("A small brown brid")
    for text, said in ((USUAL + ".", "different"), ("", "characters"), ("x" * 2001, "characters")):
        with pytest.raises(UsageError, match=said):
            fix(hanna, task, text)


def test_what_is_odd_is_looked_at_first_then_some_of_everybody(project: Project) -> None:
    one, two = made.annotator(project, 1), made.annotator(project, 2)
    plain = [answered(one) for _ in range(6)]
    flagged = [answered(two, flags=("pasted", "fast")), answered(two)]
    found = to_review(project, None, of_each=3)
    assert found[0].task == flagged[0]
    assert found[0].reasons[:2] == ("pasted", "written very fast")
    assert [entry.task.annotator for entry in found[1:]].count(one) == 3
    assert {entry.task for entry in found} <= {*plain, *flagged}
    # The same sample whoever asks, and nothing that was judged.
    assert [entry.task for entry in to_review(project, None, of_each=3)] == [
        entry.task for entry in found
    ]
    for entry in found:
        accept(project.owner, entry.task)
    assert [entry.task.annotator for entry in to_review(project, None, of_each=3)] == []


def test_those_who_failed_attention_and_who_agree_with_nobody_are_looked_at(
    project: Project,
) -> None:
    writers = [made.annotator(project, number) for number in (1, 2, 3)]
    for writer in writers[:2]:
        for _ in range(6):
            answered(writer)
    stray = [answered(writers[2], ODD if number == 3 else USUAL) for number in range(6)]
    figures = renew(project)
    reasons = {entry.task: entry.reasons for entry in to_review(project, figures, of_each=1)}
    assert "agrees little with others" in reasons[stray[3]]
    item = made.item(project, 0, Role.ATTENTION)
    wrong = Task.objects.create(
        item=item, annotator=writers[0], state="done", locked_until="2026-01-01T00:00Z"
    )
    Task.objects.filter(pk=wrong.pk).update(is_right=False)
    first = to_review(project, figures, of_each=1)[0]
    assert (first.task.annotator, first.reasons[0]) == (writers[0], "failed attention")


def test_figures_say_who_agrees_and_which_classes_are_named(project: Project) -> None:
    writers = [made.annotator(project, number) for number in (1, 2, 3)]
    for writer in writers:
        for _ in range(6):
            answered(writer, ODD if writer is writers[2] else USUAL)
    figures = figures_of(project)
    assert figures is not None
    rows = annotator_rows(project, figures)
    assert [row.done for row in rows] == [6, 6, 6]
    assert rows[0].agreement[0] > rows[2].agreement[0]
    assert rows[0].words == 14
    assert [one for one in figures.coverage if one["label"] == "bird"] == [
        {"label": "bird", "images": 6, "named_images": 6, "captions": 12}
    ]


def test_hidden_labels_are_not_covered(project: Project) -> None:
    Project.objects.filter(pk=project.pk).update(hidden_labels=["Tree"])
    project.refresh_from_db()
    assert [one["label"] for one in renew(project).coverage] == ["bird"]


def test_figures_follow_what_is_discarded(project: Project, hanna: Person) -> None:
    writers = [made.annotator(project, number) for number in (1, 2)]
    for writer in writers:
        for _ in range(6):
            answered(writer)
    before = renew(project)
    block(hanna, writers[1], "Copies.")
    after = renew(project)
    assert (len(before.agreement), len(after.agreement)) == (12, 0)
    assert before.basis != after.basis


def test_a_worker_computes_what_takes_longer(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered(made.annotator(project))
    monkeypatch.setattr("cutline.collect.quality.figures.AT_ONCE", 0)
    monkeypatch.setattr("cutline.collect.quality.figures.cache.add", lambda *of: True)
    assert figures_of(project) is None
    assert figures_of(project) is None
    from django_tasks_db.models import DBTaskResult

    (waiting,) = DBTaskResult.objects.ready().filter(task_path=renew_figures.module_path)
    renew_figures.call(*waiting.args_kwargs["args"])
    assert figures_of(project) == Figures.objects.get()
    assert AT_ONCE > 0


def test_who_stands_out_is_marked_and_not_blocked(hanna: Person) -> None:
    project = made.project(hanna, images=12, references=7)
    for number in range(1, 8):
        writer = made.annotator(project, number)
        for place in range(12):
            is_odd = number == 7
            seconds = 2.0 if is_odd else 20.0 + number + place / 10
            answered(writer, ODD if is_odd else USUAL, seconds=seconds)
    rows = annotator_rows(project, renew(project))
    assert {row.annotator.number: row.marks for row in rows if row.marks} == {
        7: ["agrees little", "is fast"]
    }
    assert rows[6].annotator.state == "active"
