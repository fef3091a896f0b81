"""A crowd that writes captions, at once and in the test's own process."""

from __future__ import annotations

from cutline.collect.assignment import Answer, finish, next_task
from cutline.collect.models import Annotator, Item, Project
from tests.collect import made

_THINGS = ("bird", "tree", "house", "river", "dog", "child")


def caption_of(item: Item, who: Annotator) -> str:
    """A sentence about an image that nobody else writes."""
    thing = _THINGS[item.position % len(_THINGS)]
    return f"A small {thing} number {item.position} is seen from place {who.number} near a fence."


def crowd(project: Project, people: int) -> list[Annotator]:
    """People who have joined, in the arms that the project has."""
    arms = [one["name"] for one in project.arms] or ["all"]
    primed = {one["name"]: one["primed"] for one in project.arms}
    return [
        made.annotator(
            project,
            number,
            arm=arms[number % len(arms)],
            is_primed=primed.get(arms[number % len(arms)], False),
        )
        for number in range(1, people + 1)
    ]


def write_captions(project: Project, people: int, most: int | None = None) -> list[Annotator]:
    """Have people write until nothing is left, or until so many captions are written."""
    everybody = crowd(project, people)
    written, is_going_on = 0, True
    while is_going_on:
        is_going_on = False
        for who in everybody:
            if most is not None and written >= most:
                return everybody
            task = next_task(who)
            if task is None:
                continue
            finish(task, Answer(caption_of(task.item, who), seconds=10.0 + who.number))
            written, is_going_on = written + 1, True
    return everybody
