"""What a manifest says of gaps: what they depend on, how many images, what was checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from cutline.benchmarks.compositional.gaps import Gap, Gaps, HeldOut
from cutline.benchmarks.compositional.leak_check import LeakCheck
from cutline.core.types import Benchmark
from cutline.core.version import __version__
from cutline.datasets.compositional_gaps import KIND, VERSION

#: How lists of images are written: Cutline's own way, or that of the published splits.
Layout = Literal["cutline", "published"]
LAYOUTS: tuple[Layout, ...] = ("cutline", "published")


def manifest_of(
    gaps: Gaps, names: Mapping[str, str], layout: Layout, sets: Iterable[Benchmark]
) -> dict[str, Any]:
    """The manifest of gaps, without what is only known once they are written.

    Args:
        gaps: what was cut.
        names: of the folder of each group.
        layout: of the lists.
        sets: all benchmarks that images come from.
    """
    is_text = any(isinstance(i, str) for benchmark in sets for i in benchmark.image_ids)
    return {
        "cutline": KIND,
        "version": VERSION,
        "made_by": f"cutline {__version__}",
        "layout": layout,
        "image_ids": "text" if is_text else "numbers",
        "gap": gaps.rule,
        "matcher": gaps.matcher,
        "concepts": {"name": gaps.concepts.name, "digest": gaps.concepts.digest},
        "val_share": gaps.val_share,
        "seed": gaps.seed,
        "groups": [_group(gap, names[gap.name]) for gap in gaps.gaps],
        "warnings": gaps.warnings(),
    }


def _group(gap: Gap, folder: str) -> dict[str, Any]:
    return {
        "name": gap.name,
        "folder": folder,
        "images": {
            "train": len(gap.train),
            "val": len(gap.val.image_ids),
            "eval": len(gap.evaluation.image_ids),
            "left_out": len(gap.left_out),
        },
        "pairs": [
            {
                "name": pair.name,
                "category": pair.category,
                "val": _counts(gap.val, column),
                "eval": _counts(gap.evaluation, column),
            }
            for column, pair in enumerate(gap.pairs)
        ],
        "concepts": [
            {
                "name": left.concept.name,
                "kind": left.concept.kind,
                "images_before": left.before,
                "images_in_train": left.after,
            }
            for left in gap.concepts
        ],
    }


def _counts(held: HeldOut, column: int) -> dict[str, Any]:
    found = held.by_references(column)
    by_references = {str(n): images for n, images in found.items()}
    return {"images": sum(found.values()), "by_references": by_references}


def check_record(check: LeakCheck) -> dict[str, Any]:
    """What a manifest says of the check of one group."""
    return {
        "passes": check.passes,
        "matchers": list(check.matchers),
        "captions": check.captions,
        "read_back": check.is_read_back,
        "suspects": len(check.suspects),
    }
