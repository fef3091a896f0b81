"""A run over shards, from its plan to its scores; the same command goes on with what is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from cutline.core.progress import counting
from cutline.scale.costs import write_costs
from cutline.scale.engine import Engine, Task
from cutline.scale.frequencies import add_up_range, plan_ranges, range_done
from cutline.scale.ids import (
    find_repeated,
    left_out_before,
    plan_id_ranges,
    put_left_out_together,
    repeated_file,
)
from cutline.scale.outcome import Outcome
from cutline.scale.plan import KEPT, SCORES, WORK, Plan, part_name
from cutline.scale.result import ShardScores, read_scores, write_scores
from cutline.scale.score_part import score_part
from cutline.scale.survey import survey_part
from cutline.scale.words_of_rows import LeftOut


def score_shards(plan: Plan, engine: Engine) -> ShardScores:
    """Score all rows of all shards.

    Every step leaves its answer in a file of its own, whole or not at all. What was interrupted,
    by whatever, goes on from there when it is run again.

    Args:
        plan: what is to be done.
        engine: who does it.

    Raises:
        FileError: when a shard cannot be read, an answer cannot be written, or the folder has
            another run.
        ContentError: when no row can be scored.
    """
    plan.folder.prepare()
    with plan.folder.held():
        plan.begin()
        found = read_scores(plan) if plan.folder.has(SCORES) else _scored(plan, engine)
        plan.folder.remove(*WORK)
        plan.folder.remove_halves("", *KEPT)
        return found


def _scored(plan: Plan, engine: Engine) -> ShardScores:
    left_out, images = left_out_before(plan) or {}, 0
    if plan.counted_ngrams:
        left_out, images = _survey(plan, engine)
    _each_part(plan, engine, "parts", partial(score_part, plan, left_out, images), left_out)
    if not plan.counted_ngrams:
        left_out = _left_out(plan, engine)
        _each_part(plan, engine, "parts", partial(score_part, plan, left_out, images), left_out)
    write_costs(plan)
    return write_scores(plan, left_out)


def _left_out(plan: Plan, engine: Engine) -> LeftOut:
    """The rows to leave out because their image has another one."""
    if (before := left_out_before(plan)) is not None:
        return before
    _each_range(
        plan,
        engine,
        partial(find_repeated, plan),
        plan_id_ranges(plan),
        repeated_file,
        "Comparing ids",
    )
    return put_left_out_together(plan)


def _survey(plan: Plan, engine: Engine) -> tuple[LeftOut, int]:
    """Count n-grams in all parts and add them up; which rows to leave out, and how many stay."""
    before = left_out_before(plan) or {}
    _each_part(plan, engine, "survey", partial(survey_part, plan, before), before)
    left_out = _left_out(plan, engine)
    _each_part(plan, engine, "survey", partial(survey_part, plan, left_out), left_out)
    _each_range(
        plan, engine, partial(add_up_range, plan), plan_ranges(plan), range_done, "Adding up counts"
    )
    names = [f"survey/{part_name(number)}.json" for number in range(len(plan.parts))]
    return left_out, sum(Outcome.read(plan.folder, name).images for name in names)


def _each_range(
    plan: Plan,
    engine: Engine,
    task: Task,
    ranges: int,
    answer: Callable[[int], str],
    message: str,
) -> None:
    """Do a task for every range whose answer is not on file."""
    done = plan.folder.names(answer(0).partition("/")[0])
    todo = [one for one in range(ranges) if answer(one).partition("/")[2] not in done]
    _counted(engine.run(task, todo), len(todo), message, "ranges")


def _each_part(plan: Plan, engine: Engine, step: str, task: Task, left_out: LeftOut) -> None:
    """Do a step for every part that it was not done for with these rows left out."""
    todo = list(_not_done(plan, step, left_out))
    message = "Counting n-grams" if step == "survey" else "Scoring"
    _counted(engine.run(task, todo), len(todo), message, "parts")


def _not_done(plan: Plan, step: str, left_out: LeftOut) -> Iterator[int]:
    there = plan.folder.names(step)
    for number in range(len(plan.parts)):
        name = f"{part_name(number)}.json"
        if name not in there:
            yield number
            continue
        done = Outcome.read(plan.folder, f"{step}/{name}")
        if done.left_out != done.left_out_digest(left_out, number):
            yield number


def _counted(done: Iterator[int], total: int, message: str, things: str) -> None:
    with counting(message, total, things) as count:
        for number, _ in enumerate(done, 1):
            count(number)
