"""What a selection is: images in the order of their choice, with reasons and figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cutline.benchmarks.selection.balance import Balance
from cutline.benchmarks.selection.procedure import Procedure
from cutline.core.tables import Table, Tabular
from cutline.core.types import ImageId

#: The sets of images that are compared, in the order they are shown in.
ALL, CANDIDATES, RANDOM, SELECTED = "all images", "candidates", "random", "selected"


@dataclass(frozen=True)
class Selection(Tabular):
    """The images that were selected, why, and how even their classes are.

    Attributes:
        procedure: how they were selected.
        image_ids: in the order of selection.
        sizes: how many classes each of them has.
        reasons: why each was taken.
        entropies: over classes after each of them, in bits.
        images: how many were read.
        dropped: how many of these may not be selected, by reason.
        balance: figures by set of images: all, candidates, selected, and random ones of the same
            number, which are means over several draws.
        class_counts: the counts of each class by set; those of random ones are of the first draw.
        part_counts: images that have each part, where parts are listed apart.
        by_size: images by how many classes they have, by set.
        signature: procedure, data and version.
    """

    procedure: Procedure
    image_ids: tuple[ImageId, ...]
    sizes: tuple[int, ...]
    reasons: tuple[str, ...]
    entropies: tuple[float, ...]
    images: int
    dropped: Mapping[str, int]
    balance: Mapping[str, Balance]
    class_counts: Mapping[str, Mapping[str, int]]
    part_counts: Mapping[str, Mapping[str, int]]
    by_size: Mapping[str, Mapping[int, float]]
    signature: str

    def __len__(self) -> int:
        return len(self.image_ids)

    @property
    def candidates(self) -> int:
        """How many images might have been selected."""
        return self.images - sum(self.dropped.values())

    def taken(self) -> dict[str, int]:
        """How many images were taken for each reason."""
        counts: dict[str, int] = {}
        for reason in self.reasons:
            counts[reason] = counts.get(reason, 0) + 1
        return counts

    def table(self) -> Table:
        """A row for each image."""
        return Table(
            {
                "image_id": self.image_ids,
                "classes": self.sizes,
                "reason": self.reasons,
                "entropy": self.entropies,
            }
        )

    def class_table(self) -> Table:
        """A row for each class: its counts in every set, the most frequent of all images first."""
        before = self.class_counts[ALL]
        labels = sorted(before, key=lambda label: (-before[label], label))
        columns: dict[str, list[Any]] = {"class": labels}
        for name, counts in self.class_counts.items():
            columns[name] = [counts[label] for label in labels]
        return Table(columns)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return {
            "images": self.images,
            "dropped": dict(self.dropped),
            "candidates": self.candidates,
            "selected": len(self),
            "taken": self.taken(),
            "balance": {name: one.to_dict() for name, one in self.balance.items()},
            "by_size": {
                name: {str(size): images for size, images in sizes.items()}
                for name, sizes in self.by_size.items()
            },
            "classes": {name: dict(counts) for name, counts in self.class_counts.items()},
            "parts": {name: dict(counts) for name, counts in self.part_counts.items()},
            "image_ids": list(self.image_ids),
            "signature": self.signature,
        }

    def __repr__(self) -> str:
        after = self.balance[SELECTED]
        return f"Selection({len(self)} of {self.images} images, entropy {after.entropy:.3f} bits)"
