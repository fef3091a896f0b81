"""Forms about a phase."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms

from cutline.server.hosting.phases import WHY_RESERVE_STAYS, can_change_reserve
from cutline.server.models import Phase
from cutline.web.people.names import plain_line

_MEBIBYTE = 1 << 20
_MOST_COUNT = 1_000_000
_PLAIN = (
    "title",
    "opens",
    "closes",
    "blind_from",
    "blind_until",
    "per_day",
    "per_phase",
    "per_benchmark",
    "failing_per_day",
    "ladder_step",
)


class Moment(forms.DateTimeField):
    """A time of UTC, to the minute."""

    def __init__(self, **options: Any) -> None:
        # Browsers show a picker, and send the time as it stands there: nothing is converted.
        shown = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        options.setdefault("required", False)
        super().__init__(
            widget=shown,
            input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%d"],
            error_messages={
                "invalid": "That is no time, expected one such as 2026-05-31 18:00 (UTC)."
            },
            **options,
        )


def _count(label: str, text: str) -> forms.IntegerField:
    return forms.IntegerField(
        label=label, min_value=1, max_value=_MOST_COUNT, required=False, help_text=text
    )


class PhaseForm(forms.Form):
    """A phase: when it is open, how much is taken, and what is shown."""

    title = forms.CharField(label="Title", max_length=80)
    opens = Moment(label="Opens (UTC)", help_text="Empty: it is open from the start.")
    closes = Moment(label="Closes (UTC)", help_text="Empty: it stays open.")
    blind_from = Moment(
        label="Blind from (UTC)",
        help_text="Scores of what is submitted from here on are for hosts alone.",
    )
    blind_until = Moment(
        label="Blind until (UTC)", help_text="Then they show. Empty: not before you say so."
    )
    per_day = _count("Submissions in a day", "Of each team; a day of UTC. Empty for no limit.")
    per_phase = _count("Submissions in this phase", "Of each team. Empty for no limit.")
    per_benchmark = _count("Submissions in all phases", "Of each team. Empty for no limit.")
    failing_per_day = forms.IntegerField(
        label="Failing files in a day",
        min_value=1,
        max_value=_MOST_COUNT,
        help_text="Files that cannot be scored do not count above; there may be so many of them.",
    )
    most_megabytes = forms.IntegerField(
        label="Largest upload in MiB", min_value=1, max_value=256, help_text="From 1 to 256."
    )
    most_unpacked_megabytes = forms.IntegerField(
        label="Largest unpacked in MiB",
        min_value=1,
        max_value=1024,
        help_text="From 1 to 1,024. What an archive may unpack to.",
    )
    reserve_share = forms.FloatField(
        label="Share in reserve",
        min_value=0.0,
        max_value=0.5,
        help_text="From 0 to 0.5: so many of the images are left out of all scores but those that "
        "hosts see. A team that has fitted the board falls there.",
    )
    ladder_step = forms.FloatField(
        label="Ladder step",
        min_value=0.0,
        max_value=1.0,
        required=False,
        help_text="A score shows only when it beats what the team was last shown by this much, "
        "such as 0.002. Empty for no ladder.",
    )

    def __init__(self, phase: Phase, *arguments: Any, **options: Any) -> None:
        options["initial"] = {
            **{name: getattr(phase, name) for name in (*_PLAIN, "reserve_share")},
            "most_megabytes": max(1, phase.most_bytes // _MEBIBYTE),
            "most_unpacked_megabytes": max(1, phase.most_unpacked_bytes // _MEBIBYTE),
        }
        super().__init__(*arguments, **options)
        if not can_change_reserve(phase):
            self.fields["reserve_share"].disabled = True
            self.fields["reserve_share"].help_text = WHY_RESERVE_STAYS

    def clean_title(self) -> str:
        """The title on one line."""
        return plain_line(self.cleaned_data["title"])

    def clean(self) -> dict[str, Any]:
        """Times that fit together."""
        given = dict(self.cleaned_data)
        self._after(given, "opens", "closes", "It closes before it opens")
        self._after(given, "blind_from", "blind_until", "It ends before it begins")
        if given.get("blind_until") and not given.get("blind_from"):
            self.add_error("blind_from", "Say from when it is blind, or leave out the end too.")
        packed, unpacked = given.get("most_megabytes"), given.get("most_unpacked_megabytes")
        if packed and unpacked and unpacked < packed:
            self.add_error(
                "most_unpacked_megabytes",
                f"{unpacked} is less than an upload may weigh, expected at least {packed}.",
            )
        return given

    def values(self) -> dict[str, Any]:
        """What the phase's fields become."""
        given = self.cleaned_data
        return {
            **{name: given[name] for name in (*_PLAIN, "reserve_share")},
            "most_bytes": given["most_megabytes"] * _MEBIBYTE,
            "most_unpacked_bytes": given["most_unpacked_megabytes"] * _MEBIBYTE,
        }

    def _after(self, given: dict[str, Any], first: str, second: str, said: str) -> None:
        start, end = given.get(first), given.get(second)
        if isinstance(start, datetime) and isinstance(end, datetime) and end <= start:
            self.add_error(second, f"{said}: expected a time after {start:%Y-%m-%d %H:%M} UTC.")


class FreezeForm(forms.Form):
    """When a board becomes final."""

    when = Moment(label="Freeze at (UTC)", help_text="Empty: now.")
