"""What is shown of scores: all of them to hosts; rounded, and on a ladder, to everybody else."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from cutline.server.board.entries import Entry, results_of
from cutline.server.board.ladder import standing
from cutline.server.board.values import Value, signature_of, value_of
from cutline.server.models import Kind, Phase, Result, State, Submission


@dataclass(frozen=True)
class Standing:
    """A value as it is shown, and the result that it comes from: another one's on a ladder."""

    value: Value
    result: Result
    #: Of the images that the value is of.
    signature: str


class Showing:
    """What somebody is shown of the scores of a phase.

    Args:
        phase: which.
        as_host: whether raw scores are shown.
        now: by when; a blind period may end.
    """

    def __init__(self, phase: Phase, *, as_host: bool, now: datetime | None = None) -> None:
        self._phase, self._as_host = phase, as_host
        self._on_ladder = phase.ladder_step is not None and not as_host
        self._of_team = self._histories(now or timezone.now()) if self._on_ladder else {}

    def standing(self, entry: Entry, metric: str, slice_label: str = "") -> Standing:
        """The value that stands for an entry."""
        result = self._source(entry).result
        value = value_of(result, metric, slice_label)
        if not self._as_host:
            value = value.rounded(self._phase.benchmark.decimals)
        return Standing(value, result, signature_of(result, metric, slice_label))

    def all_standing(self, entry: Entry) -> dict[str, dict[str, Standing]]:
        """All that stands for an entry, by slice label and metric."""
        metrics = self._phase.benchmark.metrics
        return {
            label: {metric: self.standing(entry, metric, label) for metric in metrics}
            for label in entry.result.scores
        }

    def scores(self, entry: Entry) -> dict[str, dict[str, Value]]:
        """All values of an entry, by slice label and metric."""
        return {
            label: {metric: one.value for metric, one in by_metric.items()}
            for label, by_metric in self.all_standing(entry).items()
        }

    def stands_for(self, entry: Entry) -> uuid.UUID | None:
        """The earlier submission of the team whose scores an entry shows; None where its own."""
        source = self._source(entry)
        return None if source is entry else source.submission.pk

    def _source(self, entry: Entry) -> Entry:
        """The entry whose scores are shown, all of them."""
        step = self._phase.ladder_step
        if not self._on_ladder or step is None or entry.submission.kind != Kind.SYSTEM:
            return entry
        lead = self._phase.benchmark.metrics[0]
        of_team = self._of_team.get(entry.submission.team_id, ())
        replayed = [*(one for one in of_team if _is_before(one, entry)), entry]
        values = [value_of(e.result, lead).value for e in replayed]
        place = standing(values, step)[-1]
        return entry if place is None else replayed[place]

    def _histories(self, now: datetime) -> dict[int | None, list[Entry]]:
        told = results_of(
            self._phase,
            Q(submission__kind=Kind.SYSTEM, submission__disqualified__isnull=True)
            & Q(submission__state__in=[State.DONE, State.WITHDRAWN]),
        )
        found: dict[int | None, list[Entry]] = {}
        for entry in told:
            if not self._phase.hides(entry.submission.created, now):
                found.setdefault(entry.submission.team_id, []).append(entry)
        return found


def scores_of(submission: Submission, *, as_host: bool) -> dict[str, dict[str, Value]]:
    """What is shown of the scores of one submission, by slice label and metric; often nothing yet.

    Whether somebody may see them at all is for `access` to say.
    """
    entry = entry_of(submission)
    return {} if entry is None else Showing(submission.phase, as_host=as_host).scores(entry)


def entry_of(submission: Submission) -> Entry | None:
    """A submission with its result, if it has one."""
    found = results_of(submission.phase, Q(submission=submission))
    return found[0] if found else None


def _is_before(one: Entry, other: Entry) -> bool:
    first, second = one.submission, other.submission
    return (first.created, str(first.pk)) < (second.created, str(second.pk))
