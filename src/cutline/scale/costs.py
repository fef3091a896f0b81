"""What a run over shards took, step by step, for those who plan a larger one."""

from __future__ import annotations

import json

from cutline.scale.frequencies import plan_ranges, seconds_of_ranges
from cutline.scale.ids import seconds_of_ids
from cutline.scale.outcome import Outcome
from cutline.scale.plan import COSTS, Plan, part_name


def write_costs(plan: Plan) -> None:
    """Write down seconds of processors, and how much was read and spilled."""
    steps = {"score": _outcomes(plan, "parts")}
    ranges, adding = 0, 0.0
    if plan.counted_ngrams:
        steps["survey"] = _outcomes(plan, "survey")
        ranges, adding = plan_ranges(plan), seconds_of_ranges(plan)
    seconds = {step: sum(one.seconds for one in done) for step, done in steps.items()}
    seconds["compare ids"] = seconds_of_ids(plan)
    content = {
        "cutline": "shard-costs",
        "version": 1,
        "rows": sum(one.rows for one in steps["score"]),
        "parts": len(plan.parts),
        "ranges": ranges,
        "bytes": sum(_bytes_of_shards(plan).values()),
        "spilled_keys": sum(one.spilled for one in steps.get("survey", ())),
        "seconds": {**seconds, "add up": adding} if ranges else seconds,
    }
    plan.folder.write(COSTS, json.dumps(content, indent=1).encode())


def _outcomes(plan: Plan, step: str) -> list[Outcome]:
    names = [f"{step}/{part_name(number)}.json" for number in range(len(plan.parts))]
    return [Outcome.read(plan.folder, name) for name in names]


def _bytes_of_shards(plan: Plan) -> dict[str, int]:
    return {part.shard: part.size for part in plan.parts}
