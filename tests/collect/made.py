"""Projects and people who take part, to test with."""

from __future__ import annotations

from typing import Any

from cutline.collect.models import Annotator, Item, Platform, Project, ProjectState, Role, Task
from cutline.web.people.models import Person
from tests.server import made

#: Items with known answers are there for everybody.
EVERYBODY = 1_000_000


def project(
    owner: Person | None = None, *, images: int = 4, references: int = 2, **fields: Any
) -> Project:
    """An open project whose images want `references` captions and one that is held out."""
    new = Project.objects.create(
        **{
            "slug": "birds",
            "title": "Birds",
            "owner": owner or made.person("hanna"),
            "state": ProjectState.OPEN,
            "instructions": "- Say what is to be seen.",
            "references_per_image": references,
            **fields,
        }
    )
    for position in range(images):
        item(new, position)
    return new


def item(of: Project, position: int, role: Role = Role.COLLECT, **fields: Any) -> Item:
    is_known = role != Role.COLLECT
    return Item.objects.create(
        **{
            "project": of,
            "position": position,
            "role": role,
            "image_id": position + 1,
            "picture": f"{position + 1}.jpg",
            "labels": ["bird", "tree"],
            "wanted": EVERYBODY if is_known else of.wanted,
            **fields,
        }
    )


def annotator(of: Project, number: int = 1, **fields: Any) -> Annotator:
    given = {"platform": Platform.LINK, "external_id": f"someone-{number}", **fields}
    return Annotator.objects.create(project=of, number=number, **given)


def check_counts(of: Project) -> None:
    """That the counts of items are those of their tasks, and that nobody had an item twice."""
    for one in of.items.all():
        tasks = list(Task.objects.filter(item=one))
        held = [task for task in tasks if task.state in ("locked", "done")]
        done = [task for task in tasks if task.state == "done"]
        assert (one.taken, one.done) == (len(held), len(done)), one
        assert len({task.annotator_id for task in tasks}) == len(tasks)
