"""What somebody wants to download."""

from __future__ import annotations

from django import forms

_FORMS = (
    ("coco", "COCO captions (JSON)"),
    ("nocaps", "nocaps, with domains (JSON)"),
    ("collected", "With who wrote them, in which arm and how long (JSON lines)"),
)
_PARTS = (
    ("references", "References: to measure by"),
    ("human", "Held out: what people are measured by"),
    ("all", "All"),
)
_VISIBILITIES = (
    ("private", "Private: nobody sees references"),
    ("public", "Public: references can be downloaded"),
)
_PARTIAL = "Though captions are missing: take what is there"


class CaptionsForm(forms.Form):
    """Captions as a file."""

    form = forms.ChoiceField(label="Form", choices=_FORMS, initial="coco")
    part = forms.ChoiceField(
        label="Captions",
        choices=_PARTS,
        initial="references",
        help_text="Of COCO and nocaps; the third form has all.",
    )
    partial = forms.BooleanField(label=_PARTIAL, required=False)


class BundleForm(forms.Form):
    """A benchmark."""

    licence = forms.CharField(
        label="Licence", max_length=100, help_text="What people may do with it, such as CC-BY-4.0."
    )
    version = forms.CharField(label="Version", max_length=40, initial="1.0")
    split = forms.CharField(label="Name of the split", max_length=60, initial="test")
    visibility = forms.ChoiceField(label="References", choices=_VISIBILITIES, initial="private")
    partial = forms.BooleanField(label=_PARTIAL, required=False)
