"""The study as tables on the terminal, and as JSON."""

from __future__ import annotations

import json
from typing import Any

from rich.console import Console

from cutline.cli.model_study.compositional.study import OTHERS, ModelStudy
from cutline.cli.model_study.spread import spread_text
from cutline.cli.model_study.training_table import show_training
from cutline.cli.score_output import without_nan
from cutline.cli.terminal import new_table, print_whole
from cutline.core.progress import duration_text

FORMAT_VERSION = 1


def show_study(found: ModelStudy, console: Console) -> None:
    """Recall of systems, what the study is about, pairs, what was trained, signatures."""
    console.print(about(found))
    console.print()
    _show_systems(found, console)
    console.print()
    _show_differences(found, console)
    console.print()
    _show_pairs(found, console)
    console.print()
    show_training(((one.task.name, one) for one in found.written), console)
    console.print()
    for line in found.signatures:
        console.out(line, style="dim", highlight=False)


def about(found: ModelStudy) -> str:
    """What was done, in a sentence."""
    settings = found.settings
    seeds = ", ".join(map(str, settings.seeds))
    worlds = (
        "one scene world" if len(settings.seeds) == 1 else f"{len(settings.seeds)} scene worlds"
    )
    return (
        f"{len(found.written)} captioners, trained on {worlds} of {settings.scenes:,} scenes (seed "
        f"{seeds}) in {duration_text(found.seconds)}. Recall@5 of "
        f"{len(found.pairs)} pairs that were never trained on, unless the data is full; mean and "
        f"standard deviation over seeds."
    )


def _show_systems(found: ModelStudy, console: Console) -> None:
    table = new_table("system")
    for head in ("recall@5", *(f"seed {seed}" for seed in found.settings.seeds), *OTHERS):
        table.add_column(head, justify="right", no_wrap=True)
    for system in found.systems:
        recall = found.recall_of(system)
        others = (f"{found.figure(system, spec).mean:.3f}" for spec in OTHERS)
        by_seed = (f"{value:.3f}" for value in recall.values)
        table.add_row(system, spread_text(recall), *by_seed, *others)
    print_whole(table, console)


def _show_differences(found: ModelStudy, console: Console) -> None:
    table = new_table("recall@5: the gain of")
    table.add_column("mean", justify="right", no_wrap=True)
    for name, spread in found.differences.items():
        table.add_row(name, spread_text(spread, signed=True))
    print_whole(table, console)


def _show_pairs(found: ModelStudy, console: Console) -> None:
    table = new_table("recall@5 by pair")
    for pair in found.pairs:
        table.add_column(str(pair), justify="right", no_wrap=True)
    table.add_row("scenes that ask for it", *(str(found.asking(str(p))) for p in found.pairs))
    for system in found.systems:
        means = (found.recall_of(system, str(pair)).mean for pair in found.pairs)
        table.add_row(system, *(f"{mean:.3f}" for mean in means))
    print_whole(table, console)


def as_json(found: ModelStudy) -> str:
    """Every figure, and every caption that was judged."""
    content: dict[str, Any] = {
        "cutline": "study",
        "version": FORMAT_VERSION,
        "study": "models compositional",
        "scenes": found.settings.scenes,
        "epochs": found.settings.epochs,
        "seeds": list(found.settings.seeds),
        "seconds": round(found.seconds, 1),
        "systems": {system: _system(found, system) for system in found.systems},
        "differences": {name: spread.to_dict() for name, spread in found.differences.items()},
        "models": [
            {
                "model": one.task.model,
                "data": one.task.data,
                "seed": one.task.seed,
                "scenes": one.scenes,
                "weights": one.weights,
                "words": one.words,
                "loss": one.loss,
                "cpu_seconds": round(one.seconds, 1),
                "signature": one.signature,
                "captions": one.captions,
            }
            for one in found.written
        ],
        "signatures": found.signatures,
    }
    return json.dumps(without_nan(content), indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _system(found: ModelStudy, system: str) -> dict[str, Any]:
    return {
        "recall@5": found.recall_of(system).to_dict(),
        "pairs": {str(one): found.recall_of(system, str(one)).to_dict() for one in found.pairs},
        **{spec: found.figure(system, spec).to_dict() for spec in OTHERS},
    }
