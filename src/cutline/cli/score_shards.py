"""`cutline score --engine`: rows of shards in, scores and values of each image out, in a folder."""

from __future__ import annotations

import json as json_module
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing, redirect_stdout
from typing import TYPE_CHECKING

from cutline.cli.terminal import answers, new_table, note, print_whole
from cutline.core.errors import ContentError, UsageError
from cutline.core.jobs import default_jobs
from cutline.core.metric import Metric
from cutline.reports.wording import UNDEFINED, value_text
from cutline.text.tokenizer import parse_tokenizer

if TYPE_CHECKING:
    from cutline.scale.engine import Engine
    from cutline.scale.result import ShardScores

ENGINES = ("shards", "ray")


def score_in_shards(
    shards: Sequence[str],
    output: str | None,
    metrics: Sequence[Metric],
    tokenizer: str,
    engine: str,
    *,
    address: str | None,
    jobs: int | None,
    json: bool,
    is_strict: bool,
    other_options: Mapping[str, object],
) -> None:
    """Score shards, print what was found, and say what was wrong with rows.

    Args:
        shards: files or folders of rows.
        output: the folder to write to.
        metrics: what to compute.
        tokenizer: its spec.
        engine: one of `ENGINES`.
        address: of a Ray cluster.
        jobs: workers.
        json: print JSON.
        is_strict: fail where something is wrong with rows.
        other_options: options of `cutline score` that do not go with shards, and their values.

    Raises:
        UsageError: for options that do not fit together.
        ContentError: when no row can be scored; when strict, also when something is wrong with one.
    """
    _check(engine, output, address, other_options)
    from cutline.scale.parts import find_parts
    from cutline.scale.plan import PROBLEMS, Plan
    from cutline.scale.run import score_shards

    assert output is not None
    plan = Plan.of(output, metrics, parse_tokenizer(tokenizer), find_parts(shards))
    with closing(_engine(engine, address, jobs)) as workers, redirect_stdout(sys.stderr):
        found = score_shards(plan, workers)  # Ray may print to standard output
    if json:
        print(json_module.dumps(found.to_dict(), indent=1))
    else:
        _show(found)
    note(f"cutline: values of each image are in {plan.folder.file('per-image')}")
    for spec, score in found.scores.items():
        if undefined := score.get("undefined"):
            note(
                f"cutline: {spec} has no value for {undefined:,} of {found.images:,} images, "
                f"without nouns, objects or known words; they are left out of the mean"
            )
    if found.problems:
        lines = "\n".join(f"  {line}" for line in found.told())
        message = f"of {found.rows:,} rows {found.images:,} were scored:\n{lines}"
        message += f"\nplaces are in {plan.folder.file(PROBLEMS)}"
        if is_strict:
            raise ContentError(message)
        note(f"cutline: {message}")


def _check(
    engine: str, output: str | None, address: str | None, other_options: Mapping[str, object]
) -> None:
    if engine not in ENGINES:
        raise UsageError(f"--engine is {' or '.join(ENGINES)}, not {engine!r}")
    if output is None or output == "-":
        raise UsageError("--engine needs -o FOLDER, which values of images are written to")
    if address is not None and engine != "ray":
        raise UsageError("--address is that of a Ray cluster: it goes with --engine ray")
    wrong = [name for name, value in other_options.items() if value]
    if wrong:
        raise UsageError(
            f"{', '.join(wrong)} does not go with --engine: rows of shards have their own "
            f"references, and what they are scored by is -o FOLDER's to keep"
        )


def _engine(name: str, address: str | None, jobs: int | None) -> Engine:
    if name == "ray":
        from cutline.scale.on_ray import OnRay

        return OnRay(address, jobs)
    from cutline.scale.engine import Processes

    return Processes(jobs or default_jobs())


def _show(found: ShardScores) -> None:
    table, console = new_table("images"), answers()
    for spec in found.scores:
        table.add_column(spec, justify="right", no_wrap=True)
    values = [
        UNDEFINED if score["value"] is None else value_text(score["value"])
        for score in found.scores.values()
    ]
    table.add_row(f"{found.images:,}", *values)
    print_whole(table, console)
    console.print()
    for score in found.scores.values():
        console.out(score["signature"], style="dim", highlight=False)
