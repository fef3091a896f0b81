"""What is public in Python: the names that the docs explain, and no other.

`cutline` itself comes first. Of the modules below, those with `__all__` are public by it; of the
others the names are given here.
"""

from __future__ import annotations

import importlib
from types import ModuleType

#: None where the module's own `__all__` says it.
MODULES: dict[str, tuple[str, ...] | None] = {
    "cutline": None,
    "cutline.annotate": None,
    "cutline.annotate.captioners": None,
    "cutline.benchmarks.compositional.agreement": ("agreement_on",),
    "cutline.benchmarks.compositional.found_pairs": ("find_pairs",),
    "cutline.benchmarks.compositional.ranking": ("rank_pairs",),
    "cutline.benchmarks.compositional.ranking_pools": ("RankingPools",),
    "cutline.benchmarks.dataset_analysis": None,
    "cutline.benchmarks.demo.boxes": ("demo_boxed_set",),
    "cutline.benchmarks.domain_rule": ("DomainRule",),
    "cutline.benchmarks.domains": ("find_domains",),
    "cutline.benchmarks.references": None,
    "cutline.benchmarks.selection": None,
    "cutline.benchmarks.word_agreement": None,
    "cutline.compat.pycocoevalcap": None,
    "cutline.compat.pycocoevalcap.eval": None,
    "cutline.core.rich_display": ("shown_by",),
    "cutline.core.spec": ("format_spec", "parse_spec", "parse_specs"),
    "cutline.datasets": None,
    "cutline.datasets.bundle": None,
    "cutline.datasets.class_hierarchy": ("read_class_hierarchy",),
    "cutline.datasets.class_list": ("read_class_list",),
    "cutline.datasets.class_map": ("coco_open_images_map", "read_class_map"),
    "cutline.datasets.compositional_gaps": ("read_gaps",),
    "cutline.datasets.embeddings": ("read_embeddings",),
    "cutline.datasets.features": None,
    "cutline.datasets.gold_boxes": None,
    "cutline.datasets.judgments": None,
    "cutline.datasets.object_annotations": None,
    "cutline.datasets.object_synonyms": ("read_object_synonyms",),
    "cutline.datasets.pictures": None,
    "cutline.datasets.world": None,
    "cutline.detect.named": ("detector_named",),
    "cutline.metrics.pair_recall": ("PairRecall",),
    "cutline.models.decoding": None,
    "cutline.models.decoding.constrained": None,
    "cutline.models.hugging_face": ("HuggingFace",),
    "cutline.models.registry": ("build",),
    "cutline.models.saved": ("load_model",),
    "cutline.models.training.data": ("CaptionData",),
    "cutline.models.training.load": ("load_images",),
    "cutline.models.training.loop": ("train",),
    "cutline.models.training.settings": ("TrainingSettings",),
    "cutline.models.training.validation": ("Validation",),
    "cutline.reports.html_report": None,
    "cutline.reports.meta_evaluation": None,
    "cutline.reports.notebook": None,
    "cutline.reports.priming": None,
    "cutline.reports.statistics": None,
    "cutline.reports.statistics.agreement": ("krippendorff_alpha",),
    "cutline.reports.statistics.bradley_terry": ("Choice", "bradley_terry"),
    "cutline.scoring.diagnosis": None,
    "cutline.scoring.diversity": None,
    "cutline.scoring.priming": None,
    "cutline.scoring.priming.example": ("simulated",),
    "cutline.scoring.selection": None,
    "cutline.scoring.slicing": None,
    "cutline.text.box_markup": ("format_marked", "parse_marked"),
    "cutline.text.caption_checks": None,
    "cutline.text.concepts": ("compositional_concepts",),
    "cutline.text.frequencies": ("save_frequencies",),
    "cutline.text.pair_matching": ("pair_matcher",),
    "cutline.text.parsers": ("parse_captions",),
}

#: Read through another path as well: the short one is public, the module is where it stands.
SAME_AS = {"cutline.datasets.read": "cutline.datasets", "cutline.core.types": "cutline"}


def names_in(name: str) -> tuple[str, ...]:
    """The public names of a public module."""
    given = MODULES[name]
    return tuple(module(name).__all__) if given is None else given


def module(name: str) -> ModuleType:
    """The module of that name."""
    return importlib.import_module(name)
