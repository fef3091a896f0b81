"""What is to be scored, how, and where to: the same for every worker, and kept on file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cutline.core.errors import FileError, UsageError
from cutline.core.metric import Metric
from cutline.core.spec import format_spec, parse_specs
from cutline.core.version import __version__
from cutline.metrics.fidelity.defined import MeanOfDefined
from cutline.scale.parts import Part
from cutline.scale.rows import Wanted
from cutline.scale.storage import Folder
from cutline.text.tokenizer import Tokenizer, parse_tokenizer

MANIFEST = "manifest.json"
SCORES = "scores.json"
PROBLEMS = "problems.jsonl"
COSTS = "costs.json"
#: Folders in that of the answer. Those of the first are kept, the others go when all is done.
KEPT = ("per-image",)
WORK = ("survey", "frequencies", "ids", "parts")


@dataclass(frozen=True)
class Plan:
    """A run over shards.

    Args:
        output: the folder that all is written to, by its path or address.
        specs: the metrics.
        tokenizer_spec: the tokenizer.
        parts: the parts of all shards, in their order.
    """

    output: str
    specs: tuple[str, ...]
    tokenizer_spec: str
    parts: tuple[Part, ...]

    @classmethod
    def of(
        cls, output: str, metrics: Sequence[Metric], tokenizer: Tokenizer, parts: Sequence[Part]
    ) -> Plan:
        """A plan for these metrics.

        Raises:
            UsageError: when a metric needs more than captions, references and objects.
        """
        for metric in metrics:
            is_mean = metric.is_for_all_images or isinstance(metric, MeanOfDefined)
            if metric.needs_boxes or not is_mean:
                raise UsageError(
                    f"{metric} cannot be computed shard by shard: rows have captions, references "
                    f"and labels of objects, and it needs more"
                )
        specs = tuple(format_spec(metric, full=True) for metric in metrics)
        return cls(output, specs, str(tokenizer), tuple(parts))

    @property
    def folder(self) -> Folder:
        """Where all is written to."""
        return Folder(self.output)

    @cached_property
    def metrics(self) -> tuple[Metric, ...]:
        """The metrics themselves."""
        return tuple(parse_specs(",".join(self.specs)))

    @cached_property
    def tokenizer(self) -> Tokenizer:
        """The tokenizer itself."""
        return parse_tokenizer(self.tokenizer_spec)

    @property
    def keeps_order(self) -> bool:
        """Whether rows have to stay in their order: the official tokenizer reads on into the next
        caption, and then sums are in the order of rows too, as `cutline score` has them.
        """
        return self.tokenizer.tokenization == "joined"

    @cached_property
    def wanted(self) -> Wanted:
        """What rows are read for."""
        return Wanted(
            references=any(metric.needs_references for metric in self.metrics),
            objects=any(metric.needs_objects for metric in self.metrics),
        )

    @property
    def counted_ngrams(self) -> int:
        """The longest n-grams whose document frequencies some metric needs; 0 for none."""
        return max(metric.counted_ngrams for metric in self.metrics)

    def begin(self) -> None:
        """Write the plan down, or find that this is the plan that was written down before.

        Raises:
            FileError: when the folder has another run.
        """
        folder = self.folder
        folder.prepare(*KEPT, *(() if folder.has(SCORES) else WORK))
        if not folder.has(MANIFEST):
            folder.write(MANIFEST, json.dumps(self._manifest(), indent=1).encode())
            return
        try:
            before = json.loads(folder.read(MANIFEST))
        except ValueError as error:
            raise FileError(f"{folder.file(MANIFEST)}: not JSON: {error}") from None
        for name, value in self._manifest().items():
            if before.get(name) != value:
                raise FileError(
                    f"{self.output}: another run was begun there, with other {name}; give another "
                    f"folder, or remove this one"
                )

    def _manifest(self) -> dict[str, Any]:
        return {
            "cutline": "sharded-scores",
            "version": 1,
            "program": __version__,
            "metrics": list(self.specs),
            "tokenizer": self.tokenizer_spec,
            "shards": [part.to_dict() for part in self.parts],
        }


def part_name(number: int) -> str:
    """What files of a part are called."""
    return f"part-{number:06d}"
