"""Forms about a benchmark as a whole."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.validators import URLValidator
from django.utils.text import slugify

from cutline.core.errors import ContentError, CutlineError
from cutline.core.spec import parse_spec
from cutline.server.hosting.bundles import bundle_of
from cutline.server.hosting.upload import MOST_BYTES
from cutline.server.models import Benchmark, Visibility
from cutline.web.people.names import plain_line

MOST_METRICS = 20
VISIBILITIES = (
    (Visibility.PUBLIC, "Public: listed for everybody"),
    (Visibility.UNLISTED, "Unlisted: for whoever has the address"),
    (Visibility.PRIVATE, "Private: for its hosts alone"),
)
_WEB = URLValidator(schemes=["http", "https"])


class BundleForm(forms.Form):
    """A bundle to upload."""

    bundle = forms.FileField(
        label="Bundle",
        help_text=f"The whole bundle as a zip, with its private part, as “cutline bundle make” "
        f"writes it; at most {MOST_BYTES >> 20} MiB. It is checked before anything is kept.",
        widget=forms.ClearableFileInput(attrs={"accept": ".zip,application/zip"}),
    )

    def add_problems(self, error: CutlineError) -> None:
        """Say what is wrong with the bundle, a line for each problem."""
        lines = str(error).splitlines() if isinstance(error, ContentError) else [str(error)]
        for line in lines:
            self.add_error("bundle", line)


class CreateForm(BundleForm):
    """A new benchmark."""

    title = forms.CharField(
        label="Title", max_length=120, required=False, help_text="By default that of the bundle."
    )
    slug = forms.CharField(
        label="Address",
        max_length=60,
        required=False,
        help_text="What stands after /b/ in its address: letters, digits and hyphens. By default "
        "made from the bundle's name. It cannot be changed later.",
    )

    def clean_title(self) -> str:
        """The title on one line."""
        return plain_line(self.cleaned_data["title"])

    def clean_slug(self) -> str:
        """The address, if it can be one."""
        wanted = str(self.cleaned_data["slug"]).strip()
        if wanted and slugify(wanted) != wanted.lower():
            raise forms.ValidationError(
                f"“{wanted}” cannot stand in an address, expected letters, digits and hyphens"
                + (f", such as {slugify(wanted)}." if slugify(wanted) else ".")
            )
        if Benchmark.objects.filter(slug=wanted.lower()).exists():
            raise forms.ValidationError(
                f"There is a benchmark with the address “{wanted.lower()}” already: take another."
            )
        return wanted.lower()


class EditForm(forms.Form):
    """What is said of a benchmark, and who sees it."""

    title = forms.CharField(label="Title", max_length=120)
    summary = forms.CharField(
        label="Summary",
        max_length=300,
        required=False,
        help_text="A sentence, for the list of benchmarks.",
    )
    description = forms.CharField(
        label="Description",
        max_length=20_000,
        required=False,
        widget=forms.Textarea,
        help_text="Plain text; empty lines part paragraphs.",
    )
    rules = forms.CharField(
        label="Rules",
        max_length=20_000,
        required=False,
        widget=forms.Textarea,
        help_text="What participants may and may not do. Plain text too.",
    )
    discussion_url = forms.CharField(
        label="Discussion",
        max_length=200,
        required=False,
        help_text="The address of a page where people talk about it, such as a forum.",
        widget=forms.URLInput,
    )
    visibility = forms.ChoiceField(
        label="Who finds it", choices=VISIBILITIES, help_text="Once it is published."
    )
    decimals = forms.IntegerField(
        label="Decimals of scores",
        min_value=1,
        max_value=6,
        help_text="From 1 to 6. Everybody but hosts sees scores rounded so: the fewer, the less "
        "they tell of private references.",
    )

    def clean_title(self) -> str:
        """The title on one line."""
        return plain_line(self.cleaned_data["title"])

    def clean_summary(self) -> str:
        """The summary on one line."""
        return plain_line(self.cleaned_data["summary"])

    def clean_description(self) -> str:
        """With one kind of line end."""
        return _lines(self.cleaned_data["description"])

    def clean_rules(self) -> str:
        """With one kind of line end."""
        return _lines(self.cleaned_data["rules"])

    def clean_discussion_url(self) -> str:
        """An address of the web, which others will follow."""
        wanted = str(self.cleaned_data["discussion_url"]).strip()
        if wanted:
            try:
                _WEB(wanted)
            except forms.ValidationError:
                raise forms.ValidationError(
                    "That is no address of the web, expected one such as https://example.org/forum."
                ) from None
        return wanted


class ScoringForm(forms.Form):
    """What a board is scored by."""

    metrics = forms.CharField(
        label="Metrics",
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
        help_text="One a line, in the order of columns; the first ranks the board. Another order "
        "is shown at once; other metrics lead to a rescore.",
    )
    slice_name = forms.ChoiceField(
        label="Slice",
        required=False,
        help_text="Boards give scores by its labels too. Another one leads to a rescore.",
    )

    def __init__(self, benchmark: Benchmark, *arguments: Any, **options: Any) -> None:
        self._benchmark = benchmark
        self._manifest = bundle_of(benchmark).manifest
        options.setdefault(
            "initial",
            {"metrics": "\n".join(benchmark.metrics), "slice_name": benchmark.slice_name},
        )
        super().__init__(*arguments, **options)
        slices = [
            (one.name, f"{one.name}: {one.description}" if one.description else one.name)
            for one in self._manifest.slices
        ]
        field = self.fields["slice_name"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [("", "None: all images only"), *slices]

    def clean_metrics(self) -> list[str]:
        """Specs as they are usually written; those that the board has stay as they are."""
        # A spec of the board is kept as it is written there, which its scores are kept under.
        known = {str(parse_spec(spec)): spec for spec in self._benchmark.metrics}
        found: list[str] = []
        for line in self.cleaned_data["metrics"].split("\n"):
            if spec := line.strip():
                usual = self._usual(spec)
                found.append(known.get(usual, usual))
        if len(set(found)) < len(found):
            twice = next(spec for spec in found if found.count(spec) > 1)
            raise forms.ValidationError(f"{twice} stands there twice.")
        if not 0 < len(found) <= MOST_METRICS:
            raise forms.ValidationError(
                f"There are {len(found)} metrics, expected from 1 to {MOST_METRICS}."
            )
        return found

    def _usual(self, spec: str) -> str:
        try:
            metric = parse_spec(spec)
        except CutlineError as error:
            raise forms.ValidationError(f"{spec}: {error}") from None
        scored = [split for split in self._manifest.splits.values() if split.references_file]
        if metric.needs_objects and any(split.objects_file is None for split in scored):
            raise forms.ValidationError(f"{spec} needs objects, and the bundle has none.")
        return str(metric)


class NameForm(forms.Form):
    """A person, by username."""

    username = forms.CharField(
        label="Username",
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )


class DeleteForm(forms.Form):
    """The word of a host that a benchmark should go."""

    typed = forms.CharField(
        label="Its address, to be sure",
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, benchmark: Benchmark, *arguments: Any, **options: Any) -> None:
        self._slug = benchmark.slug
        super().__init__(*arguments, **options)
        self.fields["typed"].help_text = f"Type {self._slug}"

    def clean_typed(self) -> str:
        """The address, if it is this one's."""
        given = str(self.cleaned_data["typed"]).strip()
        if given != self._slug:
            raise forms.ValidationError(f"That is “{given}”, expected “{self._slug}”.")
        return given


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").strip()
