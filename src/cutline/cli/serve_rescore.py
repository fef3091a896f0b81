"""`cutline serve rescore`: compute a board anew, see what would change, then publish it or not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cutline.cli.serving.subcommand import Data, opened_site
from cutline.cli.terminal import answers, new_table, note, print_whole, working
from cutline.core.errors import ContentError, UsageError, near_names

if TYPE_CHECKING:
    from cutline.server.models import Benchmark, Rescore
    from cutline.server.rescoring.difference import Change, Difference

#: Hosts see raw scores; more than this is noise.
_DECIMALS = 4


def rescore(
    context: typer.Context,
    benchmark: Annotated[
        str, typer.Argument(help="What stands in its address.", metavar="BENCHMARK")
    ],
    publish: Annotated[
        bool, typer.Option("--publish", help="Show the new board in place of the old one.")
    ] = False,
    drop: Annotated[
        bool, typer.Option("--drop", help="Drop the open rescore; the board stays as it is.")
    ] = False,
    drop_failed: Annotated[
        bool,
        typer.Option(
            "--drop-failed",
            help="Publish also where entries that cannot be scored fall off the board.",
        ),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the difference as JSON.")] = False,
    data: Data = None,
) -> None:
    """Score a benchmark's board anew by this installation, and print what would change.

    The board that people see stays as it is until `--publish`. A rescore that the console started,
    such as one with other metrics, is gone on with.

    Example: cutline serve rescore pets

    Example: cutline serve rescore pets --publish
    """
    if publish and drop:
        raise UsageError("--publish and --drop exclude each other: give one of them")
    opened_site(context, data)
    from cutline.server.rescoring import publish as acts
    from cutline.server.rescoring.difference import difference_of
    from cutline.server.rescoring.start import NothingToRescoreError, start
    from cutline.server.rescoring.which import open_rescore

    found = benchmark_named(benchmark)
    current = open_rescore(found)
    if drop:
        if current is None:
            raise UsageError(f"{found.slug}: no rescore is open")
        acts.drop(None, current)
        note("cutline: dropped; the board stays as it is")
        return
    try:
        with working("Scoring anew"):
            current = current or start(None, found)
            score_here(current)
    except NothingToRescoreError as nothing:
        note(f"cutline: {nothing}")
        return
    difference = difference_of(_fresh(current))
    _print(difference, as_json)
    if publish and current.is_open:
        acts.publish(None, current, drop_failed=drop_failed)
        note("cutline: published")
    elif current.is_open:
        note("cutline: the board is as it was; --publish shows the new one, --drop drops it")
    if difference.progress.failed and not drop_failed:
        raise ContentError(
            f"{difference.progress.failed:,} submissions cannot be scored anew: --drop-failed lets "
            f"them fall off the board"
        )


def benchmark_named(slug: str) -> Benchmark:
    """The benchmark of an address.

    Raises:
        UsageError: when there is none.
    """
    from cutline.server.models import Benchmark

    found = Benchmark.objects.filter(slug=slug).first()
    if found is None:
        known = list(Benchmark.objects.values_list("slug", flat=True))
        listed = ", ".join(sorted(known)) or "none"
        raise UsageError(
            f"there is no benchmark {slug!r}{near_names(slug, known)}; there are: {listed}"
        )
    return found


def score_here(current: Rescore) -> None:
    """Score in this process what no worker has taken; it needs no site that runs."""
    from cutline.server.jobs.work import work_on
    from cutline.server.models import JobState, ScoringJob

    jobs = ScoringJob.objects.filter(
        scorer=current.scorer, submission__phase__benchmark=current.benchmark
    )
    attempts = 3
    for _ in range(attempts):
        for job in jobs.filter(state=JobState.QUEUED).values_list("pk", flat=True):
            work_on(job)


def _fresh(current: Rescore) -> Rescore:
    from cutline.server.models import Rescore

    return Rescore.objects.select_related("benchmark").get(pk=current.pk)


def _print(difference: Difference, as_json: bool) -> None:
    console = answers()
    if as_json:
        console.print_json(data=difference_dict(difference))
        return
    summary = difference.summary()
    for part in difference.phases:
        table = new_table(part.phase.title, "team", "place")
        for metric in difference.metrics:
            table.add_column(metric, justify="right", no_wrap=True)
        for change in part.changes:
            cells = [_cells(change, metric) for metric in difference.metrics]
            submission = change.submission
            table.add_row(submission.method, submission.shown_team, _place(change), *cells)
        if part.changes:
            print_whole(table, console)
            console.print()
    console.print(
        f"{difference.rescore.benchmark.slug}: {summary['entries']} entries: "
        f"{summary['with_new_scores']} with other scores, "
        f"{summary['with_new_places']} at another place, {summary['missing']} missing; "
        f"{difference.progress.done} of {difference.progress.total} submissions scored anew"
    )


def difference_dict(difference: Difference) -> dict[str, Any]:
    """What would change, as JSON has it."""
    return {
        "cutline": "rescore",
        "version": 1,
        "benchmark": difference.rescore.benchmark.slug,
        "scorer": difference.rescore.scorer,
        "scorer_before": difference.rescore.scorer_before,
        "summary": difference.summary(),
        "entries": [
            {
                "id": str(change.submission.pk),
                "phase": part.phase.slug,
                "method": change.submission.method,
                "team": change.submission.shown_team or None,
                "place_before": change.place_before,
                "place_after": change.place_after,
                "before": {metric: value.value for metric, value in change.before.items()},
                "after": {metric: value.value for metric, value in change.after.items()},
            }
            for part in difference.phases
            for change in part.changes
        ],
    }


def _place(change: Change) -> str:
    before, after = (
        "-" if place is None else str(place) for place in (change.place_before, change.place_after)
    )
    return before if before == after else f"{before} > {after}"


def _cells(change: Change, metric: str) -> str:
    texts = []
    for values in (change.before, change.after):
        value = values[metric].value if metric in values else None
        texts.append("-" if value is None else f"{value:.{_DECIMALS}f}")
    return texts[0] if texts[0] == texts[1] else f"{texts[0]} > {texts[1]}"
