"""A training as tables for people, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator

from rich.console import Console

from cutline.cli.terminal import new_table, print_whole
from cutline.core.progress import duration_text
from cutline.models.training.loop import Trained
from cutline.models.training.plan import Plan
from cutline.models.training.run import Outcome
from cutline.models.training.settings import LOSS, TrainingSettings


def show_plan(plan: Plan, console: Console) -> None:
    """What will be done."""
    for line in _plan_lines(plan):
        console.print(line)
    console.print()


def _plan_lines(plan: Plan) -> Iterator[str]:
    config, data, settings = plan.config, plan.data, plan.config.training
    yield f"{config.model}: {plan.weights:,} weights, {len(data.vocabulary):,} words"
    yield f"learns from {len(data):,} captions of {len(data.ids):,} images: {config.data.train}"
    if plan.val is None:
        yield "judged by nothing: the last epoch counts"
    elif settings.metric == LOSS:
        yield f"judged by the loss of {len(plan.val):,} captions: {config.data.val}"
    else:
        how = "greedy captions" if settings.beam == 1 else f"captions by beam {settings.beam}"
        images = f"{len(plan.val.ids):,} images"
        yield f"judged by {settings.metric} of {how} of {images}: {config.data.val}"
    yield f"by {_how(settings, data.number_of_batches(settings.batch))}"
    if (critical := config.self_critical) is not None:
        yield (
            f"then by {critical.reward} of {critical.samples} sampled captions of each image "
            f"against {critical.baseline}: learning rate {critical.settings.learning_rate:g}, at "
            f"most {critical.settings.epochs} epochs"
        )
    yield f"into {config.output}"


def _how(settings: TrainingSettings, batches: int) -> str:
    end = f"at most {settings.epochs:,} epochs of {batches:,} batches"
    if settings.most_steps:
        end += f", {settings.most_steps:,} steps"
    if settings.patience:
        end += f", until {settings.patience} are no better"
    rate = f"learning rate {settings.learning_rate:g}"
    if settings.decay != "none":
        rate += f" ({settings.decay} decay)"
    return f"{settings.optimizer}, {rate}, batches of {settings.batch}, {end}, seed {settings.seed}"


def show_outcome(plan: Plan, outcome: Outcome, console: Console) -> None:
    """What came of it, part by part, and where it is."""
    table = new_table("training")
    has_values = plan.val is not None
    metric = [plan.config.training.metric] if has_values else []
    for head in ("epochs", "best", *metric, "loss", "time"):
        table.add_column(head, justify="right", no_wrap=True)
    for name, part in outcome.parts.items():
        table.add_row(name, *_row(part, has_values))
    print_whole(table, console)
    console.print(f"\n{outcome.model} is the model, {outcome.log} has every epoch")
    for signature in (outcome.signature, plan.signature):
        if signature:
            console.out(signature, style="dim", highlight=False)


def _row(part: Trained, has_values: bool) -> Iterator[str]:
    best = part.best_epoch
    yield f"{len(part.history):,}"
    yield "none" if best is None else f"{best['epoch']:,}"
    if has_values:
        yield "" if part.best is None else f"{part.best:.4f}"
    losses = part.history[-1]["losses"] if best is None else best["losses"]
    yield ", ".join(f"{name} {value:.3f}" for name, value in losses.items())
    yield duration_text(part.seconds)


def as_json(plan: Plan, outcome: Outcome) -> str:
    """The same for machines."""
    content = {
        "cutline": "training",
        "version": 1,
        "model": outcome.model,
        "log": outcome.log,
        "signature": plan.signature,
        "values": outcome.signature,
        "parts": {
            name: {
                "best": part.best,
                "best_epoch": None if part.best_epoch is None else part.best_epoch["epoch"],
                "steps": part.steps,
                "seconds": round(part.seconds, 1),
                "ended": part.ended,
                "history": list(part.history),
            }
            for name, part in outcome.parts.items()
        },
    }
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"
