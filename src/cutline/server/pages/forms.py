"""The forms of participants: a submission, and what is said of it."""

from __future__ import annotations

from typing import Any

from django import forms

from cutline.server.models import Submission
from cutline.server.submissions.details import (
    MOST_ADDRESS,
    MOST_DESCRIPTION,
    MOST_EXTERNAL_DATA,
    MOST_METHOD,
    Details,
)
from cutline.server.uploads.refused import Refused
from cutline.web.people.models import Person, Team

#: In place of a team's slug: a team of one, made when it is needed.
OWN = "own"
_LINE = {"autocomplete": "off"}
_ENDINGS = ".json,.jsonl,.csv,.tsv,.txt,.gz,.zip"


class DetailsForm(forms.Form):
    """What a team says of a submission. `Details` has the last word on each field."""

    method = forms.CharField(
        label="Name of the method",
        max_length=MOST_METHOD,
        widget=forms.TextInput(_LINE),
        help_text="It stands on the board for everybody to see.",
    )
    description = forms.CharField(
        label="Description",
        required=False,
        max_length=MOST_DESCRIPTION,
        widget=forms.Textarea({"rows": 4}),
        help_text="How it works, in a few sentences. Plain text.",
    )
    paper_url = forms.CharField(
        label="Paper",
        required=False,
        max_length=MOST_ADDRESS,
        widget=forms.URLInput(_LINE),
        help_text="An address, such as https://arxiv.org/abs/1812.08658",
    )
    code_url = forms.CharField(
        label="Code",
        required=False,
        max_length=MOST_ADDRESS,
        widget=forms.URLInput(_LINE),
        help_text="An address, such as https://example.org/code",
    )
    uses_external_data = forms.BooleanField(
        label="It learnt from data beyond the benchmark’s own",
        required=False,
        help_text="Other captions, images, or a model trained on them. The board marks it.",
    )
    external_data = forms.CharField(
        label="Which data",
        required=False,
        max_length=MOST_EXTERNAL_DATA,
        widget=forms.TextInput(_LINE),
        help_text="Names, such as Conceptual Captions 3M.",
    )

    def clean(self) -> dict[str, Any]:
        """The declaration and what it names go together."""
        data: dict[str, Any] = super().clean() or {}
        names = data.get("external_data", "").strip()
        if data.get("uses_external_data") and not names and "external_data" not in self.errors:
            self.add_error("external_data", "Name the data, or take the mark above away.")
        if names and not data.get("uses_external_data"):
            self.add_error(
                "uses_external_data", "Data is named below: set this mark, or name none."
            )
        return data

    def details(self) -> Details:
        """What was typed."""
        data = self.cleaned_data
        return Details(
            data["method"],
            data["description"],
            data["paper_url"],
            data["code_url"],
            data["external_data"],
        )

    def refuse(self, refusal: Refused) -> None:
        """Show why something was refused, at the fields that it is about."""
        placed = False
        for problem in refusal.problems:
            field = str(problem.get("field", ""))
            if field in self.fields:
                self.add_error(field, f"This {problem['message']}.")
                placed = True
        if not placed:
            about_file = refusal.code in ("invalid_file", "too_large") and "file" in self.fields
            self.add_error("file" if about_file else None, refusal.message)

    @classmethod
    def initial_of(cls, submission: Submission) -> dict[str, Any]:
        """The form of a submission as it is by now."""
        said = vars(Details.of(submission))
        return {**said, "uses_external_data": bool(submission.external_data)}


class SubmitForm(DetailsForm):
    """A submission: a file, whose it is, and what is said of it."""

    field_order = ("team", "file", "method")

    team = forms.ChoiceField(
        label="Team", help_text="Limits count by team. Its name stands on the board."
    )
    file = forms.FileField(
        label="File of captions",
        allow_empty_file=True,
        # Stays as it is when the form around it is shown again with what is wrong.
        widget=forms.FileInput({"hx-preserve": "true", "accept": _ENDINGS}),
        help_text="JSON, JSON lines or a table; also packed, as .gz or .zip.",
        error_messages={"required": "Choose a file."},
    )

    def __init__(self, person: Person, teams: list[Team], *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        choices = [(team.slug, team.name) for team in teams]
        if not any(team.owner_id == person.pk for team in teams):
            choices.append((OWN, f"On my own, as “{person.username}”"))
        self.fields["team"].choices = choices  # type: ignore[attr-defined]

    def is_valid_for_check(self) -> bool:
        """Whether there is as much as a check of the file needs."""
        method = self.fields["method"]
        method.required = False
        try:
            return self.is_valid()
        finally:
            method.required = True  # the form is shown again, to be submitted by
