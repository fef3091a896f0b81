"""Forms about submissions, boards from elsewhere, people and the record."""

from __future__ import annotations

from typing import Any

from django import forms

from cutline.server.board_import.read import MOST_BYTES
from cutline.server.models import Benchmark, Phase, State
from cutline.web.people.models import Role

STATES = (
    ("", "All states"),
    *((state.value, state.value) for state in State),
    ("disqualified", "disqualified"),
    ("on_board", "on the board"),
)


class FilterForm(forms.Form):
    """Which submissions to list."""

    text = forms.CharField(
        label="Method or file",
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"type": "search"}),
    )
    team = forms.CharField(label="Team", max_length=60, required=False)
    state = forms.ChoiceField(label="State", choices=STATES, required=False)
    phase = forms.ChoiceField(label="Phase", required=False)

    def __init__(self, benchmark: Benchmark, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        phases = [(phase.slug, phase.title) for phase in benchmark.phases.all()]
        field = self.fields["phase"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [("", "All phases"), *phases]


class WhyForm(forms.Form):
    """Why a submission is disqualified."""

    why = forms.CharField(
        label="Reason",
        max_length=400,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Its team reads this.",
    )


class ImportForm(forms.Form):
    """Rows of another board."""

    phase = forms.ModelChoiceField(
        label="Phase",
        queryset=Phase.objects.none(),
        to_field_name="slug",
        empty_label=None,
        help_text="The board that they join.",
    )
    file = forms.FileField(
        label="CSV file",
        help_text=f"A head, then a line for each row; at most {MOST_BYTES >> 10} KiB, in UTF-8. "
        f"You see what it holds before anything is imported.",
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,text/csv"}),
    )

    def __init__(self, benchmark: Benchmark, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        field = self.fields["phase"]
        if isinstance(field, forms.ModelChoiceField):
            field.queryset = benchmark.phases.select_related("benchmark")


class PeopleForm(forms.Form):
    """Which people to list."""

    text = forms.CharField(
        label="Username or e-mail",
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"type": "search"}),
    )
    role = forms.ChoiceField(
        label="Role",
        choices=(("", "All roles"), *((role.value, role.value) for role in Role)),
        required=False,
    )


class RoleForm(forms.Form):
    """What a person may do on the site."""

    role = forms.ChoiceField(
        label="Role",
        choices=(
            (Role.PARTICIPANT, "Participant: submits"),
            (Role.HOST, "Host: creates benchmarks and runs them"),
            (Role.ADMIN, "Admin: runs the site, every benchmark and every person"),
        ),
        help_text="The person is signed out, and has it from the next sign-in on.",
    )


class AuditForm(forms.Form):
    """Which entries of the record to list."""

    text = forms.CharField(
        label="What was done, to what",
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"type": "search"}),
    )
    actor = forms.CharField(label="By whom", max_length=40, required=False)
    since = forms.DateField(
        label="Since (UTC)", required=False, widget=forms.DateInput(attrs={"type": "date"})
    )
    until = forms.DateField(
        label="Until (UTC)", required=False, widget=forms.DateInput(attrs={"type": "date"})
    )
