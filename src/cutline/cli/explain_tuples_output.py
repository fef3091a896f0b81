"""SPICE's tuples for people (what matched, what was invented, what was missed) and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.text import Text

from cutline.core.signature import Signature
from cutline.datasets.wording import printable
from cutline.metrics.explained.spice_tuples import MatchedTuple, TupleComparison
from cutline.metrics.spice import Spice
from cutline.scoring.explanation import ImageComparison
from cutline.text.scene_graph import SceneTuple

FORMAT_VERSION = 1

_LABEL_WIDTH = len("invented") + 2
#: Labels, signs that do without colour, and colours.
_KINDS = (("matched", "=", "green"), ("invented", "+", "red"), ("missed", "-", "yellow"))
_LEGEND = "=  in both    +  only in the caption    -  only in the references"


@dataclass(frozen=True)
class ExplainedTuples:
    """What was asked for, and what all its numbers carry."""

    metric: Spice
    signature: Signature
    images: Sequence[ImageComparison]
    are_files: bool = True  # else the captions were typed, and there are no images to name


def show_tuples(explained: ExplainedTuples, console: Console) -> None:
    """Each image's tuples, a line each, with the numbers they make."""
    for image in explained.images:
        if explained.are_files:
            heading = f"image {printable(str(image.image_id))}: {printable(image.candidate)}"
            console.print(Text(heading, style="bold"), soft_wrap=True)
        for line in _lines(image.compared):
            console.print(line, soft_wrap=True)
        compared = image.compared
        numbers = (("precision", compared.precision), ("recall", compared.recall))
        shown = "  ".join(f"{name} {value:.3f}" for name, value in (*numbers, ("F", compared.f)))
        console.out(shown, highlight=False)
        console.print()
    console.out(_LEGEND, style="dim", highlight=False)
    console.out(str(explained.signature), style="dim", highlight=False)


def tuples_as_json(explained: ExplainedTuples) -> str:
    """Every tuple of every image, with all statistics."""
    content = {
        "cutline": "explanation",
        "version": FORMAT_VERSION,
        "metric": str(explained.metric),
        "signature": str(explained.signature),
        "images": [_image_dict(image) for image in explained.images],
    }
    return json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _lines(compared: TupleComparison) -> Iterator[Text]:
    of_kind: tuple[Iterable[str], ...] = (
        map(_shown_match, compared.matched),
        map(_shown, compared.invented),
        map(_shown, compared.missed),
    )
    for (label, sign, style), tuples in zip(_KINDS, of_kind, strict=True):
        for number, shown in enumerate(tuples):
            line = Text((label if not number else "").ljust(_LABEL_WIDTH), style="dim")
            line.append(f"{sign} ", style=style)
            line.append(shown)
            yield line
    if not (compared.matched or compared.invented or compared.missed):
        yield Text("neither has an object", style="dim")


def _shown_match(pair: MatchedTuple) -> str:
    said, wanted = _shown(pair.candidate), _shown(pair.reference)
    return said if said == wanted else f"{said}  (as {wanted})"


def _shown(parts: SceneTuple) -> str:
    """`dog`, `dog: brown`, `dog - on - couch`."""
    return printable((": " if len(parts) == 2 else " - ").join(parts))


def _image_dict(image: ImageComparison) -> dict[str, Any]:
    compared = image.compared
    return {
        "image_id": image.image_id,
        "candidate": image.candidate,
        "score": compared.f,
        "precision": compared.precision,
        "recall": compared.recall,
        "matched": [
            {"candidate": pair.candidate, "reference": pair.reference} for pair in compared.matched
        ],
        "invented": compared.invented,
        "missed": compared.missed,
        "statistics": dict(zip(Spice.columns, compared.statistics.tolist(), strict=True)),
    }
