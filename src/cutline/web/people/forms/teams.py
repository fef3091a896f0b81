"""Forms about teams."""

from __future__ import annotations

from django import forms

from cutline.web.people.names import plain_line, public_name

MOST_DAYS = 30


class TeamForm(forms.Form):
    """The name of a team and where its people are from."""

    name = forms.CharField(
        label="Name", max_length=60, help_text="It stands on boards for everybody to see."
    )
    affiliation = forms.CharField(
        label="Affiliation",
        max_length=120,
        required=False,
        help_text="A university, a company. It is public too.",
    )

    def clean_name(self) -> str:
        """The name, if it is one."""
        return public_name(self.cleaned_data["name"])

    def clean_affiliation(self) -> str:
        """The affiliation on one line."""
        return plain_line(self.cleaned_data["affiliation"])


class InvitationForm(forms.Form):
    """A link by which people join."""

    days = forms.IntegerField(
        label="Days the link holds",
        min_value=1,
        max_value=MOST_DAYS,
        initial=7,
        help_text=f"From 1 to {MOST_DAYS}. Whoever has the link can join.",
    )
