"""Rescores: the old board until they are published, what they would change, and what becomes of
submissions that come in meanwhile."""

from __future__ import annotations

import pytest

from cutline.core.errors import UsageError
from cutline.core.types import Run
from cutline.server.board.rows import board_of
from cutline.server.models import (
    Benchmark,
    JobState,
    Kind,
    Phase,
    Rescore,
    RescoreState,
    Result,
    ScoringJob,
    State,
)
from cutline.server.rescoring import publish as publishing
from cutline.server.rescoring.difference import difference_of
from cutline.server.rescoring.jobs import progress_of
from cutline.server.rescoring.pinned import waiting_for_another, why_waiting
from cutline.server.rescoring.publish import drop, publish
from cutline.server.rescoring.start import start
from cutline.server.scoring import scorer
from cutline.web.people.models import AuditEntry, Person, Role
from tests.server import made
from tests.server.scored import score_all, submission

pytestmark = pytest.mark.django_db


@pytest.fixture
def host() -> Person:
    return made.person("hanna", Role.HOST)


@pytest.fixture
def phase(host: Person) -> Phase:
    """A board of two systems and people, scored."""
    phase = made.phase(made.benchmark(host, metrics=("rouge-l", "bleu-4")))
    for name, good in (("Alpha", 8), ("Beta", 4)):
        submission(phase, made.team(f"Team {name}", made.person(name.lower())), _run(name, good))
    score_all()
    return phase


def _run(name: str, good: int) -> Run:
    return made.run(name, good=good)


def _again(phase: Phase) -> Phase:
    return Phase.objects.select_related("benchmark").get(pk=phase.pk)


def _shown(phase: Phase) -> dict[str, dict[str, float | None]]:
    board = board_of(_again(phase), viewer_is_host=True)
    return {
        row.method: {metric: value.value for metric, value in row.values.items()}
        for row in board.rows
    }


@pytest.fixture
def upgraded(phase: Phase, monkeypatch: pytest.MonkeyPatch) -> Benchmark:
    """The benchmark on a server that was upgraded since."""
    monkeypatch.setattr(scorer, "__version__", "99.0")
    return phase.benchmark


def test_the_board_stays_as_it_is_until_the_new_one_is_published(
    host: Person, phase: Phase
) -> None:
    before = _shown(phase)
    rescore = start(host, phase.benchmark, metrics=["cider-d", "rouge-l"])
    score_all()
    assert _shown(phase) == before
    assert _again(phase).benchmark.metrics == ["rouge-l", "bleu-4"]
    revision = _again(phase).benchmark.revision
    publish(host, rescore)
    after = _shown(phase)
    benchmark = _again(phase).benchmark
    assert benchmark.scorer == rescore.scorer
    assert benchmark.revision > revision
    assert {tuple(values) for values in after.values()} == {("cider-d", "rouge-l")}
    assert {name: values["rouge-l"] for name, values in after.items()} == {
        name: values["rouge-l"] for name, values in before.items()
    }
    assert [*AuditEntry.objects.filter(action__startswith="rescore").values_list("action")] == [
        ("rescore.publish",),
        ("rescore.start",),
    ]


def test_what_would_change_is_told_entry_by_entry(
    host: Person, phase: Phase, upgraded: Benchmark
) -> None:
    rescore = start(host, upgraded)
    score_all()
    # As if the new version counted otherwise: the second overtakes the first.
    for name, value in (("Alpha", 0.25), ("Beta", 0.5)):
        result = Result.objects.get(submission__method=name, scorer=rescore.scorer)
        result.scores[""]["rouge-l"]["value"] = value
        result.save()
    difference = difference_of(Rescore.objects.get(pk=rescore.pk))
    of_test = next(part for part in difference.phases if part.phase.slug == "test")
    alpha, beta, human = of_test.changes
    assert (alpha.submission.method, alpha.place_before, alpha.place_after) == ("Alpha", 1, 2)
    assert (beta.submission.method, beta.place_before, beta.place_after) == ("Beta", 2, 1)
    assert beta.after["rouge-l"].value == 0.5
    assert (human.place_before, human.place_after, human.has_new_scores) == (None, None, False)
    assert difference.summary() == {
        "entries": 4,  # and the human row of dev
        "with_new_scores": 2,
        "with_new_places": 2,
        "missing": 0,
        "scored": 4,
        "failed": 0,
    }


def test_a_dropped_rescore_leaves_no_job_behind(
    host: Person, phase: Phase, upgraded: Benchmark
) -> None:
    before = _shown(phase)
    rescore = start(host, upgraded)
    drop(host, rescore)
    score_all()
    jobs = ScoringJob.objects.filter(scorer=rescore.scorer)
    assert set(jobs.values_list("state", flat=True)) == {JobState.CANCELLED}
    assert _shown(phase) == before
    with pytest.raises(UsageError, match="dropped already"):
        publish(host, rescore)
    again = start(host, upgraded)
    score_all()
    publish(host, again)
    assert _shown(phase).keys() == before.keys()


def test_a_board_that_is_not_whole_is_not_published(
    host: Person, phase: Phase, upgraded: Benchmark
) -> None:
    rescore = start(host, upgraded)
    with pytest.raises(UsageError, match="4 submissions are still to be scored"):
        publish(host, rescore)
    assert _again(phase).benchmark.scorer == rescore.scorer_before


def test_after_an_upgrade_submissions_wait_and_are_scored_by_nobody_else(
    host: Person, phase: Phase, upgraded: Benchmark
) -> None:
    late = submission(phase, made.team("Late", made.person("lars")), method="Late")
    score_all()
    late.refresh_from_db()
    assert late.state == State.QUEUED
    assert not late.results.exists()
    assert waiting_for_another(upgraded) == 1
    assert "this installation is cutline-99.0-" in why_waiting(upgraded)


def test_what_waited_is_done_when_the_rescore_is_published(
    host: Person, phase: Phase, upgraded: Benchmark
) -> None:
    waiting = submission(phase, made.team("Late", made.person("lars")), method="Late")
    rescore = start(host, upgraded)
    score_all()
    waiting.refresh_from_db()
    assert waiting.state == State.QUEUED
    newest = submission(phase, made.team("Newest", made.person("nina")), method="Newest")
    publish(host, rescore)
    waiting.refresh_from_db()
    assert (waiting.state, waiting.on_board) == (State.DONE, True)
    assert why_waiting(Benchmark.objects.get(pk=upgraded.pk)) == ""
    score_all()
    newest.refresh_from_db()
    assert (newest.state, newest.on_board) == (State.DONE, True)
    assert set(_shown(phase)) == {"Alpha", "Beta", "Late", "Newest", "Human"}


def test_what_came_in_meanwhile_is_scored_before_publication(host: Person, phase: Phase) -> None:
    rescore = start(host, phase.benchmark, slice_name="")
    score_all()
    submission(phase, made.team("Late", made.person("lars")), method="Late")
    pending = ScoringJob.objects.get(submission__method="Late")
    assert pending.scorer == rescore.scorer_before
    score_all()
    assert not progress_of(rescore).is_ready
    with pytest.raises(UsageError, match="1 submissions are still to be scored"):
        publish(host, rescore)
    score_all()
    publish(host, rescore)
    assert set(_shown(phase)) == {"Alpha", "Beta", "Late", "Human"}


def test_entries_that_cannot_be_scored_fall_off_only_if_the_host_says_so(
    host: Person, phase: Phase, upgraded: Benchmark
) -> None:
    rescore = start(host, upgraded)
    lost = ScoringJob.objects.filter(scorer=rescore.scorer, submission__method="Beta")
    lost.update(state=JobState.FAILED, fault="the captions cannot be scored")
    score_all()
    assert progress_of(rescore).failed == 1
    with pytest.raises(UsageError, match="1 submissions cannot be scored"):
        publish(host, rescore)
    publish(host, rescore, drop_failed=True)
    assert set(_shown(phase)) == {"Alpha", "Human"}
    beta = phase.submissions.get(method="Beta")
    assert (beta.state, beta.on_board, beta.reason) == (State.FAILED, False, publishing.LOST)


def test_nothing_is_computed_anew_where_nothing_would_change(host: Person, phase: Phase) -> None:
    with pytest.raises(UsageError, match="nothing to compute anew"):
        start(host, phase.benchmark)
    with pytest.raises(UsageError, match="nothing to compute anew"):
        start(host, phase.benchmark, metrics=["bleu-4", "rouge-l"])
    start(host, phase.benchmark, metrics=["bleu-4"])
    with pytest.raises(UsageError, match="open already"):
        start(host, phase.benchmark, metrics=["rouge-l"])


def test_a_benchmark_without_submissions_changes_at_once(host: Person) -> None:
    draft = made.benchmark(host, "draft", published=False)
    rescore = start(host, draft, metrics=["bleu-4"])
    draft.refresh_from_db()
    assert (rescore.state, draft.metrics) == (RescoreState.PUBLISHED, ["bleu-4"])
    assert why_waiting(draft) == ""


def test_people_are_scored_anew_too(host: Person, phase: Phase, upgraded: Benchmark) -> None:
    rescore = start(host, upgraded)
    score_all()
    rows = Result.objects.filter(scorer=rescore.scorer, submission__kind=Kind.HUMAN)
    assert rows.count() == 2
