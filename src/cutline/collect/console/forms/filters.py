"""What to list."""

from __future__ import annotations

from typing import Any

from django import forms

from cutline.collect.models import Project

_IMAGES = (
    ("", "All images"),
    ("open", "Wanting answers"),
    ("finished", "Finished"),
    ("untouched", "Nobody had them"),
    ("skipped", "Skipped by somebody"),
    ("known", "Items with known answers"),
)


class ImagesForm(forms.Form):
    """Which images to list."""

    text = forms.CharField(
        label="Words of captions",
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"type": "search"}),
    )
    image = forms.CharField(label="Image id", max_length=200, required=False)
    state = forms.ChoiceField(label="State", choices=_IMAGES, required=False)
    slice_label = forms.ChoiceField(label="Slice", required=False)

    def __init__(self, project: Project, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        labels = project.items.exclude(slice_label="").values_list("slice_label", flat=True)
        found = sorted(set(labels.distinct().order_by("slice_label")[:100]))
        field = self.fields["slice_label"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [("", "All slices"), *((label, label) for label in found)]
        if not found:
            del self.fields["slice_label"]


class AuditForm(forms.Form):
    """Which entries of the log to list."""

    action = forms.CharField(label="What", max_length=60, required=False)
    by = forms.CharField(label="By", max_length=40, required=False)


class WhyForm(forms.Form):
    """Why somebody is blocked."""

    why = forms.CharField(
        label="Reason",
        max_length=400,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="For the log; the person does not read it.",
    )


class ManagerForm(forms.Form):
    """Somebody by username."""

    username = forms.CharField(
        label="Username",
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
