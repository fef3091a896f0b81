"""What is asked of people in a project, how, and for how much."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import Any

from django import forms

from cutline.collect.models import Mode, Project
from cutline.collect.projects.part_classes import PART_CLASSES
from cutline.collect.rating.questions import COCO_QUESTIONS, question_of
from cutline.core.errors import UsageError
from cutline.text.caption_checks.instructions import DEFAULT_INSTRUCTIONS
from cutline.web.people.names import plain_line

_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")
_PRIMING = (
    ("none", "Nobody sees the labels"),
    ("all", "Everybody sees the labels as keywords"),
    ("experiment", "An experiment: some see keywords, others do not"),
)
_KEPT = ("kept", "As it is")
_MOST_HIDDEN = 1000


class SettingsForm(forms.Form):
    """The settings of a project; those that its mode has no use for are left out."""

    title = forms.CharField(label="Title", max_length=120)
    instructions = forms.CharField(
        label="Instructions",
        max_length=10_000,
        widget=forms.Textarea(attrs={"rows": 10}),
        help_text="Plain text. A line that starts with “- ” is a rule.",
        initial=DEFAULT_INSTRUCTIONS,
    )
    question = forms.CharField(
        label="Question",
        max_length=5000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
        help_text="Only in a project of ratings. One of "
        + ", ".join(COCO_QUESTIONS)
        + ' (as COCO asked), or JSON such as {"kind": "pair", "text": "Which caption is better?"}.',
    )
    language = forms.CharField(
        label="Language",
        max_length=20,
        initial="en",
        help_text="A tag such as en or pt-BR. Checks of English words are for English alone.",
    )
    references_per_image = forms.IntegerField(
        label="Answers for each image",
        min_value=1,
        max_value=100,
        initial=5,
        help_text="Each by another person: reference captions, or ratings.",
    )
    holds_out = forms.BooleanField(
        label="One caption more, held out",
        required=False,
        initial=True,
        help_text="By which people are measured later, as systems are.",
    )
    least_words = forms.IntegerField(label="Least words", min_value=0, max_value=100, initial=8)
    priming = forms.ChoiceField(label="Keywords", choices=_PRIMING, initial="none")
    primed_percent = forms.IntegerField(
        label="Percent of people who see keywords",
        min_value=1,
        max_value=99,
        initial=50,
        required=False,
        help_text="In an experiment.",
    )
    hidden_labels = forms.CharField(
        label="Labels that are never shown",
        max_length=50_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text="One a line. By default classes of Open Images that are parts of things.",
        initial="\n".join(PART_CLASSES),
    )
    lock_minutes = forms.IntegerField(
        label="Minutes for an image",
        min_value=1,
        max_value=24 * 60,
        initial=20,
        help_text="For so long nobody else is given the place.",
    )
    pass_percent = forms.IntegerField(
        label="Pass mark, in percent",
        min_value=0,
        max_value=100,
        required=False,
        help_text="Of the qualification items in the manifest. Empty: there is no test.",
    )
    attention_every = forms.IntegerField(
        label="An attention item every so many tasks",
        min_value=2,
        max_value=1000,
        required=False,
        help_text="Of the attention items in the manifest. Empty: never.",
    )
    price = forms.DecimalField(
        label="Pay for an answer",
        min_value=Decimal(0),
        max_value=Decimal(1000),
        decimal_places=2,
        initial=Decimal(0),
    )
    currency = forms.RegexField(label="Currency", regex="^[A-Z]{3}$", initial="USD")
    tasks_each = forms.IntegerField(
        label="Answers of each person",
        min_value=1,
        max_value=1_000_000,
        required=False,
        help_text="Then the completion code is shown. Empty: as many as there are.",
    )

    def clean_title(self) -> str:
        """The title on one line."""
        return plain_line(self.cleaned_data["title"])

    def clean_instructions(self) -> str:
        """With one kind of line end."""
        return str(self.cleaned_data["instructions"]).replace("\r\n", "\n").strip() + "\n"

    def clean_language(self) -> str:
        """A language tag."""
        given = str(self.cleaned_data["language"]).strip()
        if not _LANGUAGE.fullmatch(given):
            raise forms.ValidationError(f"“{given}” is no tag of a language, expected en or pt-BR.")
        return given

    def clean_hidden_labels(self) -> list[str]:
        """Labels, each once."""
        lines = map(str.strip, str(self.cleaned_data["hidden_labels"]).splitlines())
        found = list(dict.fromkeys(line[:80] for line in lines if line))
        if len(found) > _MOST_HIDDEN:
            raise forms.ValidationError(
                f"There are {len(found)} labels, expected at most {_MOST_HIDDEN}."
            )
        return found

    def clean_question(self) -> dict[str, Any]:
        """A question, by the name of one of COCO's or as JSON."""
        given = str(self.cleaned_data["question"]).strip()
        if not given:
            return {}
        if given in COCO_QUESTIONS:
            return COCO_QUESTIONS[given].to_dict()
        try:
            return question_of(json.loads(given)).to_dict()
        except UsageError as error:
            raise forms.ValidationError(str(error)) from None
        except (ValueError, RecursionError):
            names = ", ".join(COCO_QUESTIONS)
            raise forms.ValidationError(f"It is not JSON, and none of {names}.") from None

    def settings(self) -> dict[str, Any]:
        """What was given, as a project keeps it."""
        given = dict(self.cleaned_data)
        percent = given.pop("pass_percent")
        price = given.pop("price")
        priming, share = given.pop("priming"), given.pop("primed_percent") or 50
        found = {name: value for name, value in given.items() if name in _FIELDS}
        found["pass_mark"] = None if percent is None else percent / 100
        found["pay"] = int(price * 100)
        if priming != _KEPT[0]:
            found["arms"] = arms_for(priming, share)
        return found

    def show(self, project: Project) -> None:
        """Be the form of a project that is there."""
        is_captions = project.mode == Mode.CAPTIONS
        without = ("question",) if is_captions else ("holds_out", "least_words", "hidden_labels")
        for name in (*without, *(() if is_captions else ("priming", "primed_percent"))):
            del self.fields[name]
        if is_captions and _priming_of(project.arms)[0] == _KEPT[0]:
            field = self.fields["priming"]
            if isinstance(field, forms.ChoiceField):
                field.choices = [_KEPT, *_PRIMING]


#: Fields that settings of a project have under the same name.
_FIELDS = (
    "instructions",
    "question",
    "language",
    "references_per_image",
    "holds_out",
    "least_words",
    "hidden_labels",
    "lock_minutes",
    "attention_every",
    "currency",
    "tasks_each",
    "title",
)


def arms_for(priming: str, percent: int) -> list[dict[str, Any]]:
    """The arms of a project, by what was chosen.

    >>> [arm["share"] for arm in arms_for("experiment", 25)], arms_for("none", 50)
    ([75, 25], [])
    """
    if priming == "none":
        return []
    keywords = {"name": "keywords", "primed": True, "share": 1 if priming == "all" else percent}
    if priming == "all":
        return [keywords]
    return [{"name": "plain", "primed": False, "share": 100 - percent}, keywords]


def _priming_of(arms: list[dict[str, Any]]) -> tuple[str, int]:
    for priming in ("none", "all"):
        if arms == arms_for(priming, 50):
            return priming, 50
    shares = [arm["share"] for arm in arms if isinstance(arm.get("share"), int)]
    if len(arms) == len(shares) == 2 and sum(shares) > 0:
        # One half is one half, whether it is called 1 of 2 or 50 of 100.
        percent = round(100 * shares[1] / sum(shares))
        parts = [100 * share / sum(shares) for share in shares]
        if arms_for("experiment", percent) == [
            {**arm, "share": part} for arm, part in zip(arms, parts, strict=True)
        ]:
            return "experiment", percent
    return _KEPT[0], 50


def initial_of(project: Project) -> dict[str, Any]:
    """What the form of a project shows at first."""
    found = {name: getattr(project, name) for name in _FIELDS}
    priming, percent = _priming_of(project.arms)
    return found | {
        "question": json.dumps(project.question, ensure_ascii=False) if project.question else "",
        "hidden_labels": "\n".join(project.hidden_labels),
        "priming": priming,
        "primed_percent": percent,
        "pass_percent": None if project.pass_mark is None else round(project.pass_mark * 100),
        "price": Decimal(project.pay) / 100,
    }


class ChangeForm(SettingsForm):
    """The settings of a project that is there."""

    def __init__(self, project: Project, *arguments: Any, **options: Any) -> None:
        options.setdefault("initial", initial_of(project))
        super().__init__(*arguments, **options)
        self.show(project)

    def settings(self) -> dict[str, Any]:
        """What was given; nothing of fields that this project has no use for."""
        for name in ("priming", "primed_percent"):
            self.cleaned_data.setdefault(name, _KEPT[0] if name == "priming" else None)
        return super().settings()
