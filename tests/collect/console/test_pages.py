"""Every page of the console: for whom it is, and what stands on it."""

from __future__ import annotations

import pytest
from django.test import Client

from cutline.collect.console.forms.settings import initial_of
from cutline.collect.models import Annotator, Project, Task
from cutline.collect.models import Role as ItemRole
from cutline.collect.quality.block import block
from cutline.web.people.models import AuditEntry, Person, Role
from tests.collect import made
from tests.collect.console.conftest import SignedIn
from tests.server import made as people

pytestmark = pytest.mark.django_db

PAGES = ("", "settings/", "images/", "people/", "review/", "audit/")
ACTS = (
    "state/",
    "managers/",
    "review/{task}/",
    "people/{writer}/block/",
    "people/{writer}/unblock/",
)


@pytest.mark.parametrize("page", PAGES)
def test_pages_are_for_those_who_run_the_project(
    signed_in: SignedIn,
    owner: Person,
    manager: Person,
    stranger: Person,
    project: Project,
    page: str,
) -> None:
    address = f"/collect/some-animals/{page}"
    admin = people.person("ada", Role.ADMIN)
    for person in (owner, manager, admin):
        answer = signed_in(person).get(address)
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "private, no-store"
    assert signed_in(stranger).get(address).status_code == 403
    assert Client().get(address).headers["Location"].startswith("/account/login/")
    Project.objects.update(state="draft")
    assert signed_in(stranger).get(address).status_code == 404


@pytest.mark.parametrize("act", ACTS)
def test_nobody_else_changes_anything(
    signed_in: SignedIn,
    stranger: Person,
    project: Project,
    writer: Annotator,
    flagged: Task,
    act: str,
) -> None:
    address = f"/collect/some-animals/{act.format(task=flagged.pk, writer=writer.pk)}"
    before = AuditEntry.objects.count()
    answer = signed_in(stranger).post(address, {"why": "x", "verdict": "accept", "to": "closed"})
    assert answer.status_code == 403
    assert signed_in(stranger).get(address).status_code == 405
    assert Client().post(address).status_code == 302
    flagged.refresh_from_db()
    assert (flagged.verdict, AuditEntry.objects.count()) == ("", before)


def test_home_lists_own_projects_and_is_for_hosts(
    signed_in: SignedIn, owner: Person, manager: Person, stranger: Person, project: Project
) -> None:
    for person in (owner, manager):
        assert b"Some animals" in signed_in(person).get("/collect/").content
    found = signed_in(stranger).get("/collect/")
    assert b"Some animals" not in found.content
    assert b"Create a project" in found.content
    assert b"Create a project" not in signed_in(manager).get("/collect/").content
    assert signed_in(people.person("paul")).get("/collect/").status_code == 403


def test_the_dashboard_says_how_far_it_is(
    owners: Client, project: Project, attention: None
) -> None:
    said = owners.get("/collect/some-animals/").content.decode()
    assert 'of <span class="figures">24</span> answers' in said
    assert "USD 1.56" in said  # twelve captions and an item with a known answer
    assert "USD 3.00" in said
    assert f"/c/some-animals/join/{project.invitation}/" in said
    assert "PROLIFIC_PID={{%PROLIFIC_PID%}}" in said
    assert "Captions name 7 of the 7 labels" in said


def test_an_empty_project_has_a_dashboard(owners: Client, project: Project) -> None:
    project.annotators.all().delete()
    project.items.all().delete()
    assert owners.get("/collect/some-animals/").status_code == 200
    assert owners.get("/collect/some-animals/people/").status_code == 200


def test_images_are_found_by_state_words_and_id(owners: Client, project: Project) -> None:
    def shown(query: str) -> int:
        answer = owners.get(f"/collect/some-animals/images/?{query}")
        assert answer.status_code == 200
        return answer.content.count(b'<li class="shot">')

    assert shown("") == 6
    assert shown("state=finished") == 0
    assert shown("state=untouched") == 0
    assert shown("text=small+horse") == 1
    assert shown("image=3") == 1
    assert shown("image=nothing") == 0
    assert shown("slice_label=in-domain&state=open") == 6
    assert shown("state=unheard-of") == 6


def test_people_are_sorted_by_any_column(owners: Client, project: Project) -> None:
    def order(query: str) -> list[int]:
        said = owners.get(f"/collect/some-animals/people/?{query}").content.decode()
        return sorted((1, 2), key=lambda number: said.index(f">W{number}</a>"))

    assert order("") == [1, 2]
    assert order("sort=seconds&order=down") == [2, 1]
    assert order("sort=pasted&order=down") == [2, 1]
    assert order("sort=unheard-of") == [1, 2]


def test_a_person_is_shown_with_all_they_wrote(
    owners: Client, project: Project, writer: Annotator
) -> None:
    said = owners.get(f"/collect/some-animals/people/{writer.pk}/").content.decode()
    assert said.count('<li class="shot">') == 6
    assert "pasted" in said
    assert "Block and discard 6" in said
    assert owners.get("/collect/some-animals/people/9999/").status_code == 404


def test_what_people_write_is_text(owners: Client, project: Project, flagged: Task) -> None:
    Task.objects.filter(pk=flagged.pk).update(text="<script>alert(1)</script> is what I see here")
    for page in ("images/", "review/", f"people/{flagged.annotator_id}/"):
        said = owners.get(f"/collect/some-animals/{page}").content
        assert b"<script>alert" not in said
        assert b"&lt;script&gt;" in said


def test_pictures_are_for_managers_and_not_for_strangers(
    signed_in: SignedIn, owners: Client, stranger: Person, project: Project
) -> None:
    item = project.items.all()[0]
    address = f"/c/some-animals/pictures/{item.pk}/?width=480"
    assert owners.get(address).headers["Content-Type"] == "image/jpeg"
    assert signed_in(stranger).get(address).status_code == 404


def test_the_log_has_what_managers_did(owners: Client, owner: Person, writer: Annotator) -> None:
    block(owner, writer, "Copies one sentence.")
    said = owners.get("/collect/some-animals/audit/").content.decode()
    assert "annotator.block" in said
    assert "discarded: 6" in said
    said = owners.get("/collect/some-animals/audit/?action=project").content.decode()
    assert "annotator.block" not in said
    assert "project.create" in said


def test_the_log_has_nothing_of_a_benchmark_of_the_same_address(
    owners: Client, project: Project
) -> None:
    AuditEntry.objects.create(action="benchmark.edit", subject="x", scope=project.slug)
    assert b"benchmark.edit" not in owners.get("/collect/some-animals/audit/").content


def test_the_overview_says_what_is_never_asked(owners: Client, project: Project) -> None:
    made.item(project, 0, ItemRole.QUALIFICATION)
    Project.objects.update(pass_mark=None)
    said = owners.get("/collect/some-animals/").content.decode()
    assert "Without a pass mark nobody is given the 1 item of the test" in said
    Project.objects.update(pass_mark=0.5)
    assert "Without a pass mark" not in owners.get("/collect/some-animals/").content.decode()


@pytest.mark.parametrize(("shares", "percent"), [((1, 1), 50), ((3, 1), 25), ((80, 20), 20)])
def test_an_experiment_is_known_by_its_proportions(
    project: Project, shares: tuple[int, int], percent: int
) -> None:
    names = (("plain", False), ("keywords", True))
    project.arms = [
        {"name": name, "primed": primed, "share": share}
        for (name, primed), share in zip(names, shares, strict=True)
    ]
    shown = initial_of(project)
    assert (shown["priming"], shown["primed_percent"]) == ("experiment", percent)
