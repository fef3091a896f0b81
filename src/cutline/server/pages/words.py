"""Phases, limits and states in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from cutline.server.models import BenchmarkState, Phase, State, Submission
from cutline.server.submissions.limits import Remaining


@dataclass(frozen=True)
class Standing:
    """How far something has come: a word, the tone of it, and sentences that say more."""

    word: str
    #: A class of the theme's chips, empty for a plain one.
    tone: str = ""
    said: tuple[str, ...] = ()


def day(when: datetime) -> str:
    """A day as all pages write it.

    >>> from datetime import UTC
    >>> day(datetime(2026, 5, 1, 9, 30, tzinfo=UTC))
    '1 May 2026'
    """
    return f"{when.day} {when:%B %Y}"


def moment(when: datetime) -> str:
    """A point in time as all pages write it.

    >>> from datetime import UTC
    >>> moment(datetime(2026, 5, 1, 9, 30, tzinfo=UTC))
    '1 May 2026, 09:30 UTC'
    """
    return f"{day(when)}, {when:%H:%M} UTC"


def phase_standing(phase: Phase, now: datetime | None = None) -> Standing:
    """Whether a phase takes submissions, and what of it is hidden."""
    now = now or timezone.now()
    word, tone, said = _openness(phase, now)
    return Standing(word, tone, tuple(filter(None, [said, blind_words(phase, now)])))


def _openness(phase: Phase, now: datetime) -> tuple[str, str, str]:
    if phase.is_frozen(now):
        return "frozen", "note", f"Frozen since {moment(_given(phase.frozen))}: the board is final."
    if phase.benchmark.state == BenchmarkState.ARCHIVED:
        return "archived", "", "The benchmark is archived: it is there to be read."
    if phase.opens is not None and now < phase.opens:
        return "not open yet", "note", f"Opens on {moment(phase.opens)}."
    if phase.closes is not None and now >= phase.closes:
        return "closed", "", f"Closed on {moment(phase.closes)}."
    if phase.closes is not None:
        return "open", "good", f"Open until {moment(phase.closes)}."
    return "open", "good", "Open, with no end set."


def _given(when: datetime | None) -> datetime:
    return when or timezone.now()


def blind_words(phase: Phase, now: datetime | None = None) -> str:
    """What a blind period hides; empty where there is none, or it is over."""
    now = now or timezone.now()
    if phase.blind_from is None or (phase.blind_until is not None and phase.blind_until <= now):
        return ""
    until = (
        f"until {moment(phase.blind_until)}"
        if phase.blind_until is not None
        else "until the hosts say otherwise"
    )
    return f"Blind from {moment(phase.blind_from)}: scores of what comes after are hidden {until}."


def takes_submissions(phase: Phase, now: datetime | None = None) -> bool:
    """Whether a submission can be taken by the dates, whoever asks."""
    return phase.benchmark.state != BenchmarkState.ARCHIVED and phase.is_open(now)


def limit_words(phase: Phase) -> str:
    """The limits of a team, in a line.

    >>> limit_words(Phase(per_day=5))
    '5 a day'
    """
    parts = [
        f"{limit:,} {over}"
        for limit, over in (
            (phase.per_day, "a day"),
            (phase.per_phase, "in this phase"),
            (phase.per_benchmark, "in all phases"),
        )
        if limit is not None
    ]
    return ", ".join(parts) or "no limit"


def left_words(left: Remaining) -> str:
    """What a team may still submit, and when it may again."""
    if left.failing == 0:
        return f"None today: too many files could not be scored. Next on {moment(left.resets)}."
    if left.least is None:
        return "As many as you like."
    if left.least == 0:
        return f"None. Next on {moment(left.next_slot)}." if left.next_slot else "None."
    parts = [
        f"{count:,} {over}"
        for count, over in (
            (left.day, "today"),
            (left.phase, "in this phase"),
            (left.benchmark, "in all phases"),
        )
        if count is not None
    ]
    resets = f" A new day begins on {moment(left.resets)}." if left.day is not None else ""
    return f"{', '.join(parts)}.{resets}"


def submission_standing(submission: Submission) -> Standing:
    """How far a submission has come."""
    if submission.disqualified is not None:
        return Standing("disqualified", "bad")
    words = {
        State.QUEUED: Standing("queued", "note", ("It waits for its turn.",)),
        State.RUNNING: Standing("running", "note", ("It is being scored.",)),
        State.DONE: Standing("done", "good"),
        State.FAILED: Standing("failed", "bad"),
        State.WITHDRAWN: Standing("withdrawn", "", ("It was taken back by its team.",)),
    }
    return words[State(submission.state)]


def size_text(size: int) -> str:
    """A number of bytes for people.

    >>> size_text(32 << 20), size_text(1500)
    ('32 MiB', '1.5 KiB')
    """
    for unit, factor in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if size >= factor:
            return f"{size / factor:.1f} {unit}".replace(".0 ", " ")
    return f"{size} bytes"


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "entry", "entries"), counted(2, "entry", "entries")
    ('1 entry', '2 entries')
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def web_address(address: str) -> str:
    """An address that a page may link to: one of the web, else none.

    >>> web_address("javascript:alert(1)"), web_address("https://example.org/")
    ('', 'https://example.org/')
    """
    return address if address.lower().startswith(("https://", "http://")) else ""


def joined(words: Iterable[str]) -> str:
    """A list in words.

    >>> joined(["a", "b", "c"])
    'a, b and c'
    """
    *most, last = list(words)
    return f"{', '.join(most)} and {last}" if most else last
