"""What was collected, as files: captions, a benchmark bundle, and figures of those who wrote."""

from cutline.collect.export.bundle import BundleChoices, bundle_content
from cutline.collect.export.captions import PARTS, Part, coco_captions, nocaps_captions
from cutline.collect.export.collected import collected_lines
from cutline.collect.export.held_out import Divided, divided
from cutline.collect.export.missing import Missing, missing_of, require_complete
from cutline.collect.export.snapshot import Collected, Snapshot, take_snapshot
from cutline.collect.export.workers import worker_statistics, workers_csv

__all__ = [
    "PARTS",
    "BundleChoices",
    "Collected",
    "Divided",
    "Missing",
    "Part",
    "Snapshot",
    "bundle_content",
    "coco_captions",
    "collected_lines",
    "divided",
    "missing_of",
    "nocaps_captions",
    "require_complete",
    "take_snapshot",
    "worker_statistics",
    "workers_csv",
]
