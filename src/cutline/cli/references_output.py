"""What `cutline references` found, as tables and as JSON."""

from __future__ import annotations

import json
import math
from typing import Any

from rich.console import Console

from cutline.benchmarks.references import HumanBaseline, ReferenceCurve
from cutline.cli.references_work import Found, HumanRow
from cutline.cli.score_output import without_nan
from cutline.cli.terminal import new_table, print_whole
from cutline.reports.wording import interval_text, value_text
from cutline.scoring.slicing import SMALL_SLICE

FORMAT_VERSION = 1


def show(found: Found, console: Console) -> None:
    """Tables of what was written and measured; of how many captions there are, if nothing was."""
    asked = {
        _show_written: found.manifest is not None,
        _show_human: found.human is not None,
        _show_curve: found.curve is not None,
    }
    parts = [part for part, is_asked in asked.items() if is_asked]
    for number, part in enumerate(parts or [_show_counts]):
        if number:
            console.print()
        part(found, console)


def _show_counts(found: Found, console: Console) -> None:
    table = new_table()
    for name in ("captions an image", "images"):
        table.add_column(name, justify="right", no_wrap=True)
    for count, images in found.counts.items():
        table.add_row(f"{count:,}", f"{images:,}")
    print_whole(table, console)


def _show_written(found: Found, console: Console) -> None:
    assert found.manifest is not None
    table = new_table("file")
    for name in ("images", "captions", "an image"):
        table.add_column(name, justify="right", no_wrap=True)
    for of_set in found.manifest["sets"]:
        images = f"{of_set['images']:,}"
        captions = f"{of_set['captions']:,}"
        table.add_row(of_set["references"], images, captions, of_set["references_an_image"])
        table.add_row(of_set["human"], images, images, "1")
    print_whole(table, console)


def _show_human(found: Found, console: Console) -> None:
    human = found.human
    assert human is not None
    has_slices = any(row.label for row in found.rows)
    table = new_table("system", *(["slice", "images"] if has_slices else []))
    for spec in human.human.specs:
        table.add_column(spec, justify="right", no_wrap=True)
    for row in found.rows:
        system = "" if row.label else row.scores.system
        cells = [_label(row), f"{_images(row):,}"] if has_slices else []
        values = [value_text(row.scores.value(spec)) for spec in row.scores.specs]
        table.add_row(system, *cells, *values)
        if row.intervals:
            bounds = [interval_text(one) for one in row.intervals]
            table.add_row("", *(["", ""] if has_slices else []), *bounds, style="dim")
    print_whole(table, console)
    if any(row.label and _images(row) < SMALL_SLICE for row in found.rows):
        console.print("* too few images to say much")
    console.print()
    for signature in human.human.signatures.values():
        console.out(str(signature), style="dim", highlight=False)
    console.out(human_procedure(found), style="dim", highlight=False)


def human_procedure(found: Found) -> str:
    """How human scores and their intervals came about."""
    assert found.human is not None
    bounds = found.rows[0].intervals
    of_rounds = f"leave-one-out:rounds={found.human.rounds}"
    # The seed of rounds is that of resamples too.
    return f"{of_rounds}|{bounds[0].procedure}" if bounds else found.human.procedure


def _label(row: HumanRow) -> str:
    is_small = row.label and _images(row) < SMALL_SLICE
    return f"{row.label}*" if is_small else row.label or "all"


def _images(row: HumanRow) -> int:
    return len(row.scores.image_ids)


def _show_curve(found: Found, console: Console) -> None:
    curve = found.curve
    assert curve is not None
    table = new_table("system")
    for name in ("references", *curve.signatures):
        table.add_column(name, justify="right", no_wrap=True)
    for one in curve.systems:
        columns = [
            zip(one.means(spec), one.deviations(spec), strict=True) for spec in curve.signatures
        ]
        for size, cells in zip(one.sizes, zip(*columns, strict=True), strict=True):
            name = one.system if size == one.sizes[0] else ""
            table.add_row(name, str(size), *(mean_text(*cell) for cell in cells))
    print_whole(table, console)
    console.print()
    for signature in curve.signatures.values():
        console.out(str(signature), style="dim", highlight=False)
    console.out(curve.procedure, style="dim", highlight=False)


def mean_text(mean: float, deviation: float) -> str:
    """A mean over draws, and how far draws differ.

    >>> mean_text(0.51234, 0.0021), mean_text(0.5, math.nan)
    ('0.512 ± 0.002', '0.500')
    """
    return value_text(mean) if math.isnan(deviation) else f"{value_text(mean)} ± {deviation:.3f}"


def as_json(found: Found) -> str:
    """Every figure."""
    content: dict[str, Any] = {
        "cutline": "references",
        "version": FORMAT_VERSION,
        "captions_an_image": {str(count): images for count, images in found.counts.items()},
    }
    if found.manifest is not None:
        content["written"] = {"folder": found.folder, **found.manifest}
    if found.human is not None:
        content["human"] = _human_dict(found, found.human)
    if found.curve is not None:
        content["curve"] = _curve_dict(found.curve)
    return json.dumps(without_nan(content), indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _human_dict(found: Found, human: HumanBaseline) -> dict[str, Any]:
    return {
        "procedure": human.procedure,
        "rounds": human.rounds,
        "seed": human.seed,
        "left_out": list(human.left_out),
        "scores": [
            {
                "system": row.scores.system,
                "slice": row.label,
                "images": _images(row),
                "spec": spec,
                "value": row.scores.value(spec),
                "rounds": row.scores.values(spec),
                **({"interval": row.intervals[place].to_dict()} if row.intervals else {}),
                "signature": str(row.scores.signatures[spec]),
            }
            for row in found.rows
            for place, spec in enumerate(row.scores.specs)
        ],
    }


def _curve_dict(curve: ReferenceCurve) -> dict[str, Any]:
    return {
        "procedure": curve.procedure,
        "draws": curve.draws,
        "seed": curve.seed,
        "left_out": list(curve.left_out),
        "scores": [
            {
                "system": one.system,
                "spec": spec,
                "references": list(one.sizes),
                "values": one.means(spec),
                "deviations": one.deviations(spec),
                "draws": one.values[spec].tolist(),
                "signature": str(signature),
            }
            for one in curve.systems
            for spec, signature in curve.signatures.items()
        ],
    }
