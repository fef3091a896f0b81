"""The study of fidelity as tables on the terminal, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from rich.console import Console

from cutline.cli.fidelity_study.study import Counted, FidelityStudy
from cutline.cli.score_output import without_nan
from cutline.cli.terminal import new_table, print_whole

FORMAT_VERSION = 1

#: So many of what is invented or missed are shown; the machine's form has all.
MOST_SLIPS = 5


def show_study(found: FidelityStudy, console: Console) -> None:
    """Means by captioner and detector, what was counted, agreement with people, signatures."""
    if found.systems and found.detectors:
        for metric in found.metrics:
            _show_means(found, str(metric), console)
    if found.systems or found.detectors:
        _show_counts(found, console)
    if found.slips:
        _show_slips(found, console)
    if found.agreements:
        _show_agreements(found, console)
    for signature in found.signatures:
        console.out(signature, style="dim", highlight=False)


def _show_means(found: FidelityStudy, spec: str, console: Console) -> None:
    rows = new_table(f"mean {spec}")
    for detector in found.detectors:
        rows.add_column(detector.name, justify="right", no_wrap=True)
    rows.add_column("undefined", justify="right", no_wrap=True)
    for system in found.systems:
        scores = [found.scores[detector.name, system.name][spec] for detector in found.detectors]
        undefined = sum(int(score.parts["undefined"]) for score in scores)
        rows.add_row(system.name, *(f"{score.value:.3f}" for score in scores), str(undefined))
    print_whole(rows, console)
    console.print()


def _show_counts(found: FidelityStudy, console: Console) -> None:
    rows = new_table("counted")
    for head in ("images", "mean", "least", "most", "different", "words"):
        rows.add_column(head, justify="right", no_wrap=True)
    for kind, counted in (("nouns", found.systems), ("objects", found.detectors)):
        for each in counted:
            rows.add_row(f"{kind} of {each.name}", *count_cells(each))
    print_whole(rows, console)
    console.print()


def count_cells(counted: Counted) -> list[str]:
    """Images; mean, least and most an image; different ones; words in a caption."""
    numbers = counted.per_image
    if not len(numbers):
        return ["0", "", "", "", "0", ""]
    words = "" if counted.lengths is None else f"{counted.lengths.mean():.1f}"
    return [
        f"{len(numbers):,}",
        f"{numbers.mean():.2f}",
        f"{numbers.min():.0f}",
        f"{numbers.max():.0f}",
        f"{counted.unique:,}",
        words,
    ]


def _show_slips(found: FidelityStudy, console: Console) -> None:
    rows = new_table("captioner", "detector", "names, but not seen", "seen, but not named")
    for each in found.slips:
        rows.add_row(each.system, each.detector, first_of(each.invented), first_of(each.missed))
    print_whole(rows, console)
    console.print()


def first_of(counted: Sequence[tuple[str, int]], most: int = MOST_SLIPS) -> str:
    """The first of these, each with its number of images."""
    return ", ".join(f"{word} {count:,}" for word, count in counted[:most])


def _show_agreements(found: FidelityStudy, console: Console) -> None:
    rows = new_table("metric", "against")
    for head in ("rho", "95% interval", "R2", "slope", "intercept", "captions", "undefined"):
        rows.add_column(head, justify="right", no_wrap=True)
    for each in found.agreements:
        low, high = each.interval
        rows.add_row(
            each.spec,
            each.against,
            f"{each.rho:.3f}",
            f"{low:.3f} to {high:.3f}",
            f"{each.r_squared:.3f}",
            f"{each.line[0]:.3f}",
            f"{each.line[1]:.3f}",
            f"{len(each.values)}",
            f"{each.undefined}",
        )
    print_whole(rows, console)
    console.print()


def as_json(found: FidelityStudy) -> str:
    """Every figure."""
    content: dict[str, Any] = {
        "cutline": "study",
        "version": FORMAT_VERSION,
        "study": "fidelity",
        "scores": [
            {"detector": detector, "system": system, **score.to_dict()}
            for (detector, system), scores in found.scores.items()
            for score in scores.scores
        ],
        "systems": [_counted(each) for each in found.systems],
        "detectors": [_counted(each) for each in found.detectors],
        "slips": [
            {
                "detector": each.detector,
                "system": each.system,
                "invented": dict(each.invented),
                "missed": dict(each.missed),
            }
            for each in found.slips
        ],
        "agreement": [
            {
                "spec": each.spec,
                "against": each.against,
                "rho": each.rho,
                "interval": list(each.interval),
                "r2": each.r_squared,
                "slope": each.line[0],
                "intercept": each.line[1],
                "captions": len(each.values),
                "undefined": each.undefined,
                "signature": each.signature,
            }
            for each in found.agreements
        ],
    }
    return json.dumps(without_nan(content), indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _counted(each: Counted) -> dict[str, Any]:
    numbers = each.per_image
    return {
        "name": each.name,
        "images": len(numbers),
        "per_image": float(numbers.mean()) if len(numbers) else None,
        "different": each.unique,
        "words": None if each.lengths is None else float(each.lengths.mean()),
    }
