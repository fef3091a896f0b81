"""A site with one of everything, in every condition, and every kind of visitor.

Private references, what people said beside them, objects and the texts of faults hold canary words.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from cutline.core.types import Run
from cutline.datasets.bundle import BundleContent, SplitContent, write_bundle
from cutline.server.hosting.create import host_bundle, publish
from cutline.server.jobs.queue import enqueue_scoring
from cutline.server.jobs.work import work_on
from cutline.server.models import (
    Benchmark,
    BenchmarkState,
    Host,
    JobState,
    Kind,
    Phase,
    Rescore,
    Result,
    State,
    Submission,
    Visibility,
)
from cutline.server.scoring.task import ContentFault
from cutline.web.access import Visitor
from cutline.web.people.forget import forget
from cutline.web.people.models import ApiToken, Invitation, Person, Role, Team
from tests.server import made, scored

REFERENCE, HUMAN, OBJECT, FAULT = made.CANARIES

#: All kinds of visitors. `helper` was made a host of the benchmark, and has no role of one.
VISITORS = (
    "anonymous",
    "unconfirmed",
    "other",
    "member",
    "team_owner",
    "other_host",
    "helper",
    "host",
    "owner",
    "admin",
    "inactive",
    "forgotten",
)
#: Who may see what is private of the benchmark.
RUNNERS = ("helper", "host", "owner", "admin")


@dataclass
class World:
    """The site."""

    visitors: dict[str, Visitor] = field(default_factory=dict)
    benchmarks: dict[str, Benchmark] = field(default_factory=dict)
    submissions: dict[str, Submission] = field(default_factory=dict)
    teams: dict[str, Team] = field(default_factory=dict)
    tokens: dict[str, ApiToken] = field(default_factory=dict)
    #: The text of each visitor's token, for calls.
    token_texts: dict[str, str] = field(default_factory=dict)

    def person(self, name: str) -> Person:
        found = self.visitors[name]
        assert isinstance(found, Person)
        return found


def world(hostile: str = "") -> World:
    """Build it. A `hostile` text stands in everything that people may write."""
    made_world = World()
    _people(made_world)
    for name in ("published", "unlisted", "private", "draft", "archived"):
        made_world.benchmarks[name] = _benchmark(made_world, name, hostile)
    _teams(made_world, hostile)
    _submissions(made_world, hostile)
    _rescore(made_world)
    _tokens(made_world)
    _end_some(made_world)
    return made_world


def _people(to: World) -> None:
    roles = {"other_host": Role.HOST, "host": Role.HOST, "owner": Role.HOST}
    roles |= {"admin": Role.ADMIN, "inactive": Role.ADMIN}
    to.visitors["anonymous"] = AnonymousUser()
    for name in VISITORS[1:]:
        confirmed = name != "unconfirmed"
        role = roles.get(name, Role.PARTICIPANT)
        to.visitors[name] = made.person(name.replace("_", "-"), role, confirmed=confirmed)


def _benchmark(of: World, name: str, hostile: str) -> Benchmark:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.zip"
        write_bundle(_content(name, hostile), path)
        benchmark = host_bundle(path, of.person("owner"), slug=name)
    for runner in ("host", "helper", "inactive"):
        Host.objects.create(benchmark=benchmark, person=of.person(runner))
    benchmark.summary = f"A summary {hostile}"
    benchmark.rules = f"One caption for each. {hostile}"
    benchmark.save()
    benchmark.phases.update(per_day=None)
    if name != "draft":
        visibility = name if name in Visibility.values else Visibility.PUBLIC
        publish(benchmark, of.person("owner"), Visibility(visibility))
    if name == "archived":
        benchmark.state = BenchmarkState.ARCHIVED
        benchmark.save()
    return benchmark


def _content(name: str, hostile: str) -> BundleContent:
    human = made.human()
    secret = Run("human", {i: (f"{said[0]} {HUMAN}",) for i, said in human.captions.items()})
    private = SplitContent.from_benchmark(
        "test", made.pictures(REFERENCE), visibility="private", human=secret
    )
    return BundleContent(
        name=name,
        benchmark_version="1.0",
        licence="CC0-1.0",
        title=f"Made pictures {name} {hostile}"[:120],
        description=f"Pictures. {hostile}",
        metrics=("bleu-4", "rouge-l"),
        slices={"light": "when it was taken"},
        splits=(
            SplitContent.from_benchmark("dev", made.pictures(), human=human),
            replace(private, objects={1: (OBJECT,), 2: (f"large {OBJECT}",)}),
        ),
    )


def _teams(to: World, hostile: str) -> None:
    owner = to.person("team_owner")
    members = [to.person(name) for name in ("member", "inactive", "forgotten")]
    to.teams["theirs"] = made.team("Theirs", owner, *members)
    to.teams["others"] = made.team("Others", to.person("other"))
    for name, team in to.teams.items():
        team.name, team.affiliation = f"{name} {hostile}"[:60], f"Somewhere {hostile}"[:120]
        team.save()
        expires = timezone.now() + timedelta(days=1)
        Invitation.objects.create(team=team, expires=expires)


def _submissions(to: World, hostile: str) -> None:
    published = to.benchmarks["published"]
    private, public = made.phase(published), made.phase(published, "dev")
    blind, public_blind = _another_phase(private, "blind"), _another_phase(public, "dev-blind")
    for name in ("done_off_board", "on_board", "queued", "running", "withdrawn", "disqualified"):
        to.submissions[name] = _submitted(to, private, name, hostile)
    to.submissions["failed_by_content"] = _submitted(to, private, "failed_by_content", hostile)
    to.submissions["failed_by_fault"] = _submitted(to, private, "failed_by_fault", hostile)
    to.submissions["blind"] = _submitted(to, blind, "blind", hostile)
    for name in ("public_off_board", "public_on_board", "public_disqualified"):
        to.submissions[name] = _submitted(to, public, name, hostile)
    to.submissions["public_blind"] = _submitted(to, public_blind, "public_blind", hostile)
    for name in ("unlisted", "private", "draft", "archived"):
        phase = made.phase(to.benchmarks[name], "dev")
        to.submissions[f"{name}_on_board"] = _submitted(to, phase, f"{name}_on_board", hostile)
    _let_fail(to)
    _score(to)
    _settle(to)
    for phase in (private, public):
        slug = "public_human" if phase.is_public else "human"
        to.submissions[slug] = phase.submissions.get(kind=Kind.HUMAN)
    to.submissions["imported"] = _imported(private)


def _another_phase(phase: Phase, slug: str) -> Phase:
    """One of the same split, whose scores nobody but hosts sees yet."""
    other = Phase.objects.get(pk=phase.pk)
    other.pk, other.slug, other.title, other.position = None, slug, slug, 9
    other.blind_from = timezone.now() - timedelta(days=1)
    other.blind_until = timezone.now() + timedelta(days=1)
    other.save()
    return other


def _submitted(to: World, phase: Phase, name: str, hostile: str) -> Submission:
    said = {i: (f"{c[0]} {name} {hostile}",) for i, c in made.run().captions.items()}
    new = scored.submission(phase, to.teams["theirs"], Run(name, said), f"{name} {hostile}"[:80])
    new.person = to.person("member")
    new.description = f"How it works. {hostile}"
    new.external_data, new.file_name = f"Books {hostile}", f"{hostile or 'run'}.jsonl"
    new.save()
    return new


def _let_fail(to: World) -> None:
    """Failures as scoring makes them, one by the captions and one by the platform."""

    def content(*arguments: object, **options: object) -> Any:
        raise ContentFault("The captions of image 3 cannot be tokenized.")

    def platform(*arguments: object, **options: object) -> Any:
        raise ValueError(f"cannot parse 'There is a {REFERENCE} dog', expected {FAULT}")

    job = to.submissions["failed_by_content"].jobs.get()
    work_on(job.pk, score=content)
    job = to.submissions["failed_by_fault"].jobs.get()
    while job.state == JobState.QUEUED:
        work_on(job.pk, score=platform)
        job.refresh_from_db()
    # What a program of the platform said is for hosts, and may be anything.
    job.fault += f" {FAULT} {REFERENCE}"
    job.save()


def _score(to: World) -> None:
    for name in ("queued", "running", "withdrawn"):
        to.submissions[name].jobs.update(state=JobState.CANCELLED)
    scored.score_all()
    for name in ("queued", "running"):
        to.submissions[name].jobs.update(state=JobState.QUEUED)


def _settle(to: World) -> None:
    """Give each the condition that its name tells, whatever scoring made of it."""
    on_board = ("on_board", "public_on_board", "blind", "public_blind")
    on_board += tuple(f"{name}_on_board" for name in ("unlisted", "private", "draft", "archived"))
    Submission.objects.exclude(team=None).update(on_board=False)
    for name, submission in to.submissions.items():
        submission.refresh_from_db()
        submission.on_board = name in on_board
        if name in ("running", "withdrawn"):
            submission.state = State(name)
        if name.endswith("disqualified"):
            submission.disqualified = timezone.now()
            submission.disqualified_why = "It describes other pictures."
        submission.save()


def _imported(phase: Phase) -> Submission:
    row = Submission.objects.create(
        phase=phase, kind=Kind.IMPORTED, method="Before", state=State.DONE, counts=False
    )
    like = Result.objects.filter(submission__phase=phase).first()
    assert like is not None
    like.pk, like.submission, like.statistics = None, row, None
    like.save()
    return row


def _rescore(to: World) -> None:
    benchmark = to.benchmarks["published"]
    Rescore.objects.create(
        benchmark=benchmark,
        scorer="cutline-next",
        scorer_before=benchmark.scorer,
        metrics=["rouge-l"],
        bundle=benchmark.bundle,
        bundle_digest=benchmark.bundle_digest,
        bundle_version=benchmark.bundle_version,
        started_by=to.person("host"),
    )


def _tokens(to: World) -> None:
    expires = timezone.now() + timedelta(days=1)
    for name in VISITORS[1:]:
        token, text = ApiToken.make(to.person(name), "machine", expires)
        to.tokens[name], to.token_texts[name] = token, text


def _end_some(to: World) -> None:
    gone = to.person("inactive")
    gone.is_active = False
    gone.save()
    forget(to.person("forgotten"))
    for name in VISITORS[1:]:
        to.visitors[name] = Person.objects.get(pk=to.person(name).pk)
    to.tokens.pop("forgotten")
    enqueue_scoring(to.submissions["queued"])
