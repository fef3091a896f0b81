"""A new project: where its images come from."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.text import slugify

from cutline.collect.archives.child import MOST_PICTURES
from cutline.collect.archives.receive import MOST_BYTES, MOST_TABLE_BYTES
from cutline.collect.console.forms.settings import SettingsForm
from cutline.collect.models import Mode

_MOST_ADDRESSES = 900_000
_MODES = (
    (Mode.CAPTIONS.value, "People write captions"),
    (Mode.RATINGS.value, "People rate captions that the manifest has"),
)


class CreateForm(SettingsForm):
    """All of a new project."""

    slug = forms.CharField(
        label="Address",
        max_length=60,
        required=False,
        help_text="What stands after /c/ in its address: letters, digits and hyphens. By default "
        "made from the title. It cannot be changed later.",
    )
    mode = forms.ChoiceField(label="What is asked", choices=_MODES, initial=Mode.CAPTIONS.value)
    pictures = forms.FileField(
        label="Pictures",
        required=False,
        help_text=f"A zip of at most {MOST_PICTURES:,} pictures and {MOST_BYTES >> 20} MiB. Each "
        f"is opened before anything is kept. Larger ones: `cutline collect new` on the server.",
        widget=forms.ClearableFileInput(attrs={"accept": ".zip,application/zip"}),
    )
    addresses = forms.CharField(
        label="Addresses of pictures",
        max_length=_MOST_ADDRESSES,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
        help_text="One a line, such as https://example.org/7.jpg, perhaps with an image id and a "
        "tab before it. People's browsers load them from there.",
    )
    manifest = forms.FileField(
        label="Manifest",
        required=False,
        help_text="JSON lines or CSV: image_id; file (in the zip) or url; labels, slice_label, "
        f"role, expected, content. At most {MOST_TABLE_BYTES >> 20} MiB.",
    )
    objects = forms.FileField(
        label="Object labels",
        required=False,
        help_text="Objects of the images: COCO's instances, Open Images' boxes, or JSON.",
    )
    field_order = ("title", "slug", "mode", "pictures", "addresses", "manifest", "objects")

    def clean_slug(self) -> str:
        """The address, if it can be one."""
        wanted = str(self.cleaned_data["slug"]).strip()
        if wanted and slugify(wanted) != wanted.lower():
            raise forms.ValidationError(
                f"“{wanted}” cannot stand in an address, expected letters, digits and hyphens"
                + (f", such as {slugify(wanted)}." if slugify(wanted) else ".")
            )
        return wanted.lower()

    def clean(self) -> dict[str, Any]:
        """With images from somewhere, and a question where ratings are asked for."""
        given = super().clean() or self.cleaned_data
        if not any(given.get(name) for name in ("pictures", "addresses", "manifest")):
            self.add_error("pictures", "Give pictures, addresses of pictures, or a manifest.")
        if given.get("addresses") and (given.get("pictures") or given.get("manifest")):
            self.add_error("addresses", "Put addresses into the manifest, or give them alone.")
        if given.get("mode") == Mode.RATINGS:
            if not given.get("question") and "question" not in self.errors:
                self.add_error("question", "Say what is asked about the captions.")
            if not given.get("manifest"):
                self.add_error("manifest", "Ratings need a manifest with captions to be judged.")
        return given


class TypedForm(forms.Form):
    """The word of an owner that a project should go."""

    typed = forms.CharField(
        label="Its address, to be sure",
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, slug: str, *arguments: Any, **options: Any) -> None:
        self._slug = slug
        super().__init__(*arguments, **options)
        self.fields["typed"].help_text = f"Type {slug}"

    def clean_typed(self) -> str:
        """The address, if it is this one's."""
        given = str(self.cleaned_data["typed"]).strip()
        if given != self._slug:
            raise forms.ValidationError(f"That is “{given}”, expected “{self._slug}”.")
        return given
