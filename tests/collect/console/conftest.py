"""A site with a project that people have answered, its owner, a manager, and others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client
from PIL import Image

from cutline.collect.assignment import Answer, finish, next_task
from cutline.collect.models import Annotator, Manager, Project, ProjectState, Role, Task, TaskState
from cutline.collect.projects import NewItem, create_project
from cutline.collect.projects.change import set_state
from cutline.web.people.models import Person
from cutline.web.people.models import Role as SiteRole
from tests.browser import browser
from tests.collect import made
from tests.server import made as people
from tests.server.pages.driven import beside_a_loop, open_site

__all__ = ["beside_a_loop", "browser", "open_site"]

SignedIn = Callable[[Person], Client]
THINGS = ("dog", "cat", "horse", "train", "boat", "bird")
COLOURS = ("peru", "slategray", "saddlebrown", "firebrick", "steelblue", "olivedrab")


@pytest.fixture
def signed_in() -> SignedIn:
    def client(person: Person) -> Client:
        opened = Client()
        opened.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
        return opened

    return client


@pytest.fixture
def owner() -> Person:
    return people.person("hanna", SiteRole.HOST)


@pytest.fixture
def manager() -> Person:
    return people.person("mia")


@pytest.fixture
def stranger() -> Person:
    """A host, of other things."""
    return people.person("stefan", SiteRole.HOST)


@pytest.fixture
def project(owner: Person, manager: Person, tmp_path: Path) -> Project:
    """Six images of which two people have written, one of them oddly."""
    images = []
    for number, (thing, colour) in enumerate(zip(THINGS, COLOURS, strict=True), 1):
        path = tmp_path / f"{number}.png"
        Image.new("RGB", (320, 200 + 8 * number), colour).save(path)
        images.append(NewItem(number, path, (thing, "tree"), "in-domain"))
    new = create_project(owner, "Some animals", images, references_per_image=3, pay=12)
    set_state(owner, new, ProjectState.OPEN)
    Manager.objects.create(project=new, person=manager)
    for number in (1, 2):
        writer = made.annotator(new, number)
        for _ in THINGS:
            task = next_task(writer)
            assert task is not None
            thing = THINGS[task.item.position]
            flags = ("pasted",) if number == 2 and thing == "cat" else ()
            text = f"A small {thing} stands below a tall tree in a wide park."
            finish(task, Answer(text, seconds=21.5 + number, flags=flags))
    return new


@pytest.fixture
def writer(project: Project) -> Annotator:
    return project.annotators.get(number=2)


@pytest.fixture
def flagged(writer: Annotator) -> Task:
    return Task.objects.exclude(flags=[]).get(annotator=writer, state=TaskState.DONE)


@pytest.fixture
def owners(signed_in: SignedIn, owner: Person) -> Client:
    return signed_in(owner)


@pytest.fixture
def attention(project: Project) -> None:
    """An item with a known answer, which somebody got wrong."""
    item = made.item(project, 0, Role.ATTENTION, expected={"all_of": [["dog"]]}, taken=1, done=1)
    Task.objects.create(
        item=item,
        annotator=project.annotators.get(number=1),
        state=TaskState.DONE,
        locked_until=project.created,
        finished=project.created,
        text="A cat.",
        is_right=False,
    )
