"""What comes next for somebody: a task, or a word on why there is none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cutline.collect.assignment import next_task
from cutline.collect.models import (
    Annotator,
    AnnotatorState,
    Project,
    ProjectState,
    Role,
    Task,
    TaskState,
)
from cutline.collect.quality.qualify import settle

Code = Literal[
    "blocked", "failed", "draft", "paused", "closed", "finished", "nothing_left", "not_taken"
]


@dataclass(frozen=True)
class Notice:
    """Why there is no task, in words; `earns_code` where somebody has done what they came for."""

    code: Code
    headline: str
    step: str
    earns_code: bool = False

    @property
    def sign(self) -> str:
        """Beside the words, so that nothing is said by colour alone."""
        return {"blocked": "–", "failed": "–", "not_taken": "!", "finished": "✓"}.get(
            self.code, "○"
        )


def coming(annotator: Annotator) -> Task | Notice:
    """What somebody does next; what is in hand may be finished while nothing new is given."""
    settle(annotator)
    standing_in_the_way = of_person(annotator)
    if standing_in_the_way is not None:
        return standing_in_the_way
    is_closed = annotator.project.state == ProjectState.CLOSED
    found = None if is_closed else next_task(annotator)
    if found is not None:
        found.annotator = annotator
        return found
    return of_project(annotator.project, has_answered=_has_answered(annotator)) or _over(annotator)


def of_person(annotator: Annotator) -> Notice | None:
    """What is said to those who take part no longer."""
    if annotator.state == AnnotatorState.BLOCKED:
        return Notice(
            "blocked",
            "You no longer take part in this project.",
            "The people who run it have ended your part. Ask them if you think that this is wrong.",
        )
    if annotator.state == AnnotatorState.FAILED:
        return Notice(
            "failed",
            "Thank you. The test did not go as it has to.",
            "This project asks for something that your answers did not show. Nothing more is "
            "asked of you here; if a platform sent you, please return the task there.",
        )
    return None


def of_project(project: Project, *, has_answered: bool = False) -> Notice | None:
    """What is said where a project gives nothing out."""
    if project.state == ProjectState.CLOSED:
        step = "It takes no more answers. Thank you for yours." if has_answered else ""
        return Notice(
            "closed",
            "This project is closed.",
            step or "It takes no more answers.",
            earns_code=has_answered,
        )
    if project.state == ProjectState.PAUSED:
        return Notice(
            "paused",
            "This project pauses.",
            "Nothing new is given out for now, and nothing of yours is lost. Come back later.",
        )
    if project.state == ProjectState.DRAFT:
        return Notice(
            "draft",
            "This project has not begun.",
            "Only those who run it see this page. Open the project to let people take part.",
        )
    return None


def _over(annotator: Annotator) -> Notice:
    share, has_answered = annotator.project.tasks_each, _has_answered(annotator)
    if share is not None and _collected(annotator) >= share:
        return Notice(
            "finished", "That was all. Thank you!", "You have done your share.", earns_code=True
        )
    step = (
        "Thank you for your answers. If others leave something over, it will be here."
        if has_answered
        else "Others are at all that there is. If they leave something over, it will be here. If "
        "a platform sent you, please return the task there."
    )
    return Notice("nothing_left", "Nothing is left for you here.", step, earns_code=has_answered)


def _collected(annotator: Annotator) -> int:
    return annotator.tasks.filter(state=TaskState.DONE, item__role=Role.COLLECT).count()


def _has_answered(annotator: Annotator) -> bool:
    return _collected(annotator) > 0
