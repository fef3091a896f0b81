"""What a team does with a submission: choose it for the board, withdraw it, edit its details."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from cutline.server.access import require
from cutline.server.models import Submission
from cutline.server.pages.forms import DetailsForm
from cutline.server.pages.found import submission_at
from cutline.server.submissions import changes
from cutline.server.uploads.refused import Refused
from cutline.web.people.views.who import person_of


@login_required
@require_POST
def choose(request: HttpRequest, submission_id: uuid.UUID) -> HttpResponse:
    """Put a submission on the board, or take it off."""
    submission = submission_at(request, submission_id)
    on_board = request.POST.get("on_board") == "1"
    try:
        changes.choose(person_of(request), submission, on_board=on_board)
    except Refused as refusal:
        messages.error(request, refusal.message)
    else:
        done = "stands on the board now" if on_board else "is off the board now"
        if on_board and submission.phase.hides(submission.created):
            done = "is chosen; the board shows nothing of your team until the blind period ends"
        messages.success(request, f"“{submission.method}” {done}.")
    return redirect("entry", submission.pk)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: HttpRequest, submission_id: uuid.UUID) -> HttpResponse:
    """Ask whether it is meant, then do it: it cannot be undone."""
    submission = submission_at(request, submission_id)
    person = person_of(request)
    require(person, "withdraw", submission)
    if request.method == "POST":
        try:
            changes.withdraw(person, submission)
        except Refused as refusal:
            messages.error(request, refusal.message)
        else:
            messages.success(request, f"“{submission.method}” is withdrawn.")
        return redirect("entry", submission.pk)
    return render(request, "server/withdraw.html", {"submission": submission})


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, submission_id: uuid.UUID) -> HttpResponse:
    """Change what is said of a submission; its captions stay as they are."""
    submission = submission_at(request, submission_id)
    person = person_of(request)
    require(person, "edit", submission)
    form = DetailsForm(request.POST or None, initial=DetailsForm.initial_of(submission))
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                changes.edit(person, submission, form.details())
            except Refused as refusal:
                form.refuse(refusal)
                status = refusal.status
            else:
                messages.success(request, "The details are changed.")
                return redirect("entry", submission.pk)
    context = {"form": form, "submission": Submission.objects.get(pk=submission.pk)}
    return render(request, "server/edit_entry.html", context, status=status)
