"""The form of a rating: what can be chosen, what was chosen, and in which order captions stand."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cutline.collect.models import Task
from cutline.collect.rating.questions import (
    Graded,
    Likert,
    Pair,
    Question,
    Scale,
    question_of,
)

_ORDINALS = ("First", "Second")


@dataclass(frozen=True)
class Option:
    """Something to choose, and the key that chooses it."""

    value: str
    label: str
    key: str
    note: str = ""
    is_chosen: bool = False


@dataclass(frozen=True)
class Group:
    """Options of which one is chosen."""

    name: str
    legend: str
    options: tuple[Option, ...]
    is_scale: bool = False
    is_missing: bool = False

    @property
    def low(self) -> str:
        """What the first option means."""
        return self.options[0].note

    @property
    def high(self) -> str:
        """What the last option means."""
        return self.options[-1].note


@dataclass(frozen=True)
class ShownCaption:
    """A caption to be judged, and what it is called; never whose it is."""

    label: str
    text: str


def question_in(task: Task) -> Question:
    """The question of a task's project.

    Raises:
        UsageError: when the project has none.
    """
    return question_of(task.item.project.question)


def is_swapped(task: Task) -> bool:
    """Whether the second of two captions is shown first: by chance, and the same each time."""
    if len(task.item.content) != 2 or question_in(task).kind != Pair.kind:
        return False
    said = f"{task.item.project.seed}:{task.item_id}:{task.annotator_id}"
    return bool(hashlib.sha256(said.encode()).digest()[0] & 1)


def captions_of(task: Task) -> list[ShownCaption]:
    """The captions to be judged, in the order in which they are shown."""
    texts = [str(one.get("caption", "")) for one in task.item.content if isinstance(one, Mapping)]
    if is_swapped(task):
        texts.reverse()
    if len(texts) == 1:
        return [ShownCaption("Caption", texts[0])]
    return [
        ShownCaption(f"{_ORDINALS[place] if place < 2 else place + 1} caption", text)
        for place, text in enumerate(texts)
    ]


def groups_of(task: Task, chosen: Mapping[str, str], *, is_sent: bool = False) -> list[Group]:
    """The form, with what was chosen so far; after sending also with what is missing."""
    groups = _groups(task, question_in(task))
    return [
        Group(
            group.name,
            group.legend,
            tuple(
                Option(o.value, o.label, o.key, o.note, chosen.get(group.name) == o.value)
                for o in group.options
            ),
            group.is_scale,
            is_sent and not any(chosen.get(group.name) == o.value for o in group.options),
        )
        for group in groups
    ]


def _groups(task: Task, question: Question) -> list[Group]:
    if isinstance(question, Graded):
        return [
            Group(f"answer-{place}", aspect.text, _points(aspect.scale), is_scale=True)
            for place, aspect in enumerate(question.aspects)
        ]
    if isinstance(question, Likert):
        return [Group("answer", question.text, _points(question.scale), is_scale=True)]
    if isinstance(question, Pair):
        return [Group("answer", question.text, _choices(task, question))]
    yes_no = (Option("yes", "Yes", "1"), Option("no", "No", "2"))
    return [Group("answer", question.text, yes_no)]


def _points(scale: Scale) -> tuple[Option, ...]:
    notes = {1: scale.low, scale.points: scale.high}
    return tuple(
        Option(str(point), str(point), str(point % 10), notes.get(point, ""))
        for point in range(1, scale.points + 1)
    )


def _choices(task: Task, question: Pair) -> tuple[Option, ...]:
    order = ("second", "first") if is_swapped(task) else ("first", "second")
    shown = [
        Option(value, f"{ordinal} caption", str(place + 1))
        for place, (value, ordinal) in enumerate(zip(order, _ORDINALS, strict=True))
    ]
    return (*shown, Option("tie", "They are equally good", "3")) if question.ties else tuple(shown)


def chosen_in(posted: Mapping[str, Any]) -> dict[str, str]:
    """What a form has chosen, by the names of its groups."""
    return {
        name: str(value)[:50]
        for name, value in posted.items()
        if isinstance(name, str) and name.startswith("answer")
    }


def chosen_in_draft(draft: str) -> dict[str, str]:
    """What was chosen before a page was loaded anew."""
    try:
        found = json.loads(draft)
    except ValueError:
        return {}
    return chosen_in(found) if isinstance(found, dict) else {}


def chosen_before(task: Task) -> dict[str, str]:
    """What was answered, as the form has it."""
    question = question_in(task)
    if isinstance(question, Graded):
        given = task.value if isinstance(task.value, dict) else {}
        return {
            f"answer-{place}": str(given.get(aspect.name, ""))
            for place, aspect in enumerate(question.aspects)
        }
    if isinstance(task.value, bool):
        return {"answer": "yes" if task.value else "no"}
    return {"answer": str(task.value)}


def value_in(task: Task, chosen: Mapping[str, str]) -> Any:
    """The answer that was chosen.

    Raises:
        UsageError: when something is missing, or was never there to choose.
    """
    question = question_in(task)
    if isinstance(question, Graded):
        return question.value_of(
            {
                aspect.name: chosen.get(f"answer-{place}")
                for place, aspect in enumerate(question.aspects)
            }
        )
    return question.value_of(chosen.get("answer"))


def words_to_read(task: Task) -> int:
    """How many words somebody has read who judged all captions."""
    return sum(len(caption.text.split()) for caption in captions_of(task))
