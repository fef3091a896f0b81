"""The study as tables on the terminal, and as JSON."""

from __future__ import annotations

import json
from typing import Any

from rich.console import Console

from cutline.cli.model_study.novel_objects.study import METRIC, NovelStudy
from cutline.cli.model_study.spread import spread_text
from cutline.cli.model_study.training_table import show_training
from cutline.cli.score_output import without_nan
from cutline.cli.terminal import new_table, print_whole
from cutline.core.progress import duration_text
from cutline.datasets.world.types import DOMAINS

FORMAT_VERSION = 1


def show_study(found: NovelStudy, console: Console) -> None:
    """Scores by domain, novel words, gains, what was trained, signatures."""
    console.print(about(found))
    console.print()
    for table in (_scores, _words, _differences):
        table(found, console)
        console.print()
    show_training(((done.task.model, done) for done in found.trained), console)
    console.print()
    for line in found.signatures:
        console.out(line, style="dim", highlight=False)


def about(found: NovelStudy) -> str:
    """What was done, in a sentence."""
    settings = found.settings
    seeds = ", ".join(map(str, settings.seeds))
    many = f"a scene world (seed {seeds})"
    if len(settings.seeds) > 1:
        many = f"{len(settings.seeds)} scene worlds (seeds {seeds})"
    return (
        f"{len(found.trained)} captioners, trained on {many} of {settings.scenes:,} scenes "
        f"in {duration_text(found.seconds)}. No scene to train on shows "
        f"{_listed(settings.novel)}: test scenes show none of these (in-domain), one beside known "
        f"things (near-domain), or nothing else (out-of-domain)."
    )


def _listed(names: tuple[str, ...]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}" if len(names) > 1 else names[0]


def _scores(found: NovelStudy, console: Console) -> None:
    table = new_table(METRIC)
    for head in (*DOMAINS, "all", "novel F1", "constraints met"):
        table.add_column(head, justify="right", no_wrap=True)
    for system in found.systems:
        table.add_row(system, *system_cells(found, system))
    print_whole(table, console)


def system_cells(found: NovelStudy, system: str) -> list[str]:
    """CIDEr by domain and of all, F1 of novel words, and how many captions do as they are asked."""
    given, satisfied = found.asked(system)
    return [
        *(spread_text(found.cider(system, domain)) for domain in (*DOMAINS, None)),
        spread_text(found.f1(system)),
        f"{satisfied:,} of {given:,}" if given else "",
    ]


def _words(found: NovelStudy, console: Console) -> None:
    table = new_table("F1 of novel words")
    for label in found.settings.novel:
        table.add_column(label, justify="right", no_wrap=True)
    table.add_column("named rightly", justify="right", no_wrap=True)
    for system in found.systems:
        table.add_row(system, *word_cells(found, system))
    print_whole(table, console)


def word_cells(found: NovelStudy, system: str) -> list[str]:
    """F1 of each novel class, and how often one was named where a person named it."""
    means = [f"{found.f1(system, label).mean:.3f}" for label in found.settings.novel]
    return [*means, f"{found.named(system):,}"]


def _differences(found: NovelStudy, console: Console) -> None:
    table = new_table("the gain of")
    for head in (f"{METRIC}, {DOMAINS[-1]}", "novel F1"):
        table.add_column(head, justify="right", no_wrap=True)
    for name, (cider, f1) in found.differences.items():
        table.add_row(name, spread_text(cider, signed=True), spread_text(f1, signed=True))
    print_whole(table, console)


def as_json(found: NovelStudy) -> str:
    """Every figure, and every caption that was judged."""
    settings = found.settings
    content: dict[str, Any] = {
        "cutline": "study",
        "version": FORMAT_VERSION,
        "study": "models novel-objects",
        "scenes": settings.scenes,
        "epochs": settings.epochs,
        "seeds": list(settings.seeds),
        "novel": list(settings.novel),
        "vectors": settings.vectors,
        "seconds": round(found.seconds, 1),
        "systems": {system: _system(found, system) for system in found.systems},
        "differences": {
            name: {f"{METRIC}, {DOMAINS[-1]}": cider.to_dict(), "novel-f1": f1.to_dict()}
            for name, (cider, f1) in found.differences.items()
        },
        "models": [
            {
                "model": done.task.model,
                "seed": done.task.world.seed,
                "scenes": done.scenes,
                "weights": done.weights,
                "words": done.words,
                "loss": done.loss,
                "cpu_seconds": round(done.seconds, 1),
                "signature": done.signature,
            }
            for done in found.trained
        ],
        "captions": {
            str(seed): {
                system: {str(i): text for i, text in found.written[system, seed].captions.items()}
                for system in found.systems
            }
            for seed in settings.seeds
        },
        "signatures": found.signatures,
    }
    return json.dumps(without_nan(content), indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _system(found: NovelStudy, system: str) -> dict[str, Any]:
    given, satisfied = found.asked(system)
    return {
        METRIC: {
            **{domain: found.cider(system, domain).to_dict() for domain in DOMAINS},
            "all": found.cider(system).to_dict(),
        },
        "novel-f1": {
            "mean of classes": found.f1(system).to_dict(),
            **{label: found.f1(system, label).to_dict() for label in found.settings.novel},
        },
        "named rightly": found.named(system),
        "constraints": {"given": given, "satisfied": satisfied},
    }
