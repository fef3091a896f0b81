"""Changing a project: its settings and state, who runs it, and its end."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST

from cutline.collect.console.forms.create import TypedForm
from cutline.collect.console.forms.filters import ManagerForm
from cutline.collect.console.forms.settings import ChangeForm
from cutline.collect.console.page import asked_of_project, page
from cutline.collect.models import Manager, Project, ProjectState, Task, TaskState
from cutline.collect.projects.change import (
    add_manager,
    change_settings,
    delete_project,
    remove_manager,
    set_state,
)
from cutline.core.errors import CutlineError
from cutline.web.console import done, posted, sentence
from cutline.web.people.models import Person

_SAID = {
    ProjectState.OPEN: "It is open: people are given images.",
    ProjectState.PAUSED: "It is paused: what somebody is at may be finished, nothing is given out.",
    ProjectState.CLOSED: "It is closed: it takes no more answers.",
}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """What is asked of people, how, and for how much."""
    person, project = asked_of_project(request, slug, "manage")
    form = ChangeForm(project, posted(request))
    if request.method == "POST" and form.is_valid():
        try:
            changed = change_settings(person, project, form.settings())
        except CutlineError as error:
            form.add_error(None, sentence(str(error)))
        else:
            messages.success(request, "Saved." if changed.settings else "Nothing was different.")
            if changed.above:
                messages.warning(
                    request,
                    f"{changed.above} image{'s' if changed.above > 1 else ''} had more answers "
                    f"already, or in hand: they keep them.",
                )
            return redirect("manage_settings", project.slug)
    return _page(request, person, project, {"form": form}, 422 if form.errors else 200)


def _page(
    request: HttpRequest, person: Person, project: Project, forms: dict[str, object], status: int
) -> HttpResponse:
    context = {
        "form": ChangeForm(project),
        "manager_form": ManagerForm(),
        "managers": Manager.objects.filter(project=project).select_related("person"),
        **forms,
    }
    return page(
        request,
        person,
        "collect_console/settings.html",
        context,
        project=project,
        here="manage_settings",
        status=status,
    )


@login_required
@require_POST
def state(request: HttpRequest, slug: str) -> HttpResponse:
    """Open, pause or close a project."""
    person, project = asked_of_project(request, slug, "manage")
    wanted = request.POST.get("to", "")
    to = next((state for state in _SAID if state.value == wanted), None)
    if to is None:
        messages.error(request, "That is no state of a project.")
    else:
        done(request, lambda: set_state(person, project, to), _SAID[to])
    return redirect("manage_project", project.slug)


@login_required
@require_POST
def managers(request: HttpRequest, slug: str) -> HttpResponse:
    """Add a manager, or remove one."""
    person, project = asked_of_project(request, slug, "change_managers")
    form = ManagerForm(request.POST)
    name = str(request.POST.get("username", "")).strip()
    other = Person.objects.filter(username=name, is_active=True).first()
    if not form.is_valid() or other is None:
        if form.is_valid():
            form.add_error("username", f"There is nobody called “{name}”.")
        return _page(request, person, project, {"manager_form": form}, 422)
    if request.POST.get("do") == "remove":
        said = f"{name} no longer runs it."
        done(request, lambda: remove_manager(person, project, other), said)
    else:
        done(request, lambda: add_manager(person, project, other), f"{name} runs it too.")
    return redirect("manage_settings", project.slug)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Remove a project for good: once asked, once confirmed by typing its address."""
    person, project = asked_of_project(request, slug, "delete")
    form = TypedForm(project.slug, posted(request))
    if request.method == "POST" and form.is_valid():
        delete_project(person, project)
        messages.success(request, f"“{project.title}” is gone, with all that was collected in it.")
        return redirect("manage_home")
    answers = Task.objects.filter(item__project=project, state=TaskState.DONE).count()
    return page(
        request,
        person,
        "collect_console/delete.html",
        {"form": form, "answers": answers},
        project=project,
        status=422 if form.errors else 200,
    )
