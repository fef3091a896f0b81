"""How often captions mention what is annotated in their images."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from cutline.benchmarks.dataset_analysis.caption_sets import CaptionSet, WordedSets
from cutline.benchmarks.dataset_analysis.objects import ObjectTable
from cutline.datasets.coco_synonyms import coco_synonyms
from cutline.datasets.object_synonyms import ObjectSynonyms, plain_label
from cutline.scoring.diagnosis.mentions import MentionFinder
from cutline.scoring.diagnosis.words import RunWords, share


@dataclass(frozen=True)
class MentionFigures:
    """What captions of annotated images say of the annotated classes.

    `captions` is the share of captions that mention any of them, `per_caption` how many a caption
    mentions on average, and `classes` the share of an image's classes that any of its captions
    mentions, over all images. None stands where nothing is annotated. `words` names the synonyms.
    """

    captions: float | None
    per_caption: float | None
    classes: float | None
    words: str

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return asdict(self)


def usual_synonyms(table: ObjectTable) -> ObjectSynonyms:
    """Cutline's words for COCO's classes where all labels are such; else labels name themselves."""
    coco = coco_synonyms()
    plain = set(map(plain_label, table.labels))
    return coco if plain <= coco.labels else ObjectSynonyms("labels", {})


def mention_figures(
    worded: WordedSets,
    captions: CaptionSet,
    table: ObjectTable,
    synonyms: ObjectSynonyms | None = None,
) -> MentionFigures:
    """How far captions mention the classes that are annotated in their images.

    Args:
        worded: the words of the captions.
        captions: the set that the objects are of.
        table: its objects.
        synonyms: the words of each class; see `usual_synonyms`.
    """
    chosen = (synonyms or usual_synonyms(table)).with_labels(table.labels)
    finder = MentionFinder(chosen, worded.tokenizer)
    number_of = {label: number for number, label in enumerate(finder.labels)}
    # Two classes may have one name, as in "Dining table" and "dining_table".
    named = [chosen.label_of[plain_label(label)] for label in table.labels]
    class_of = np.array([number_of[str(label)] for label in named], dtype=np.int64)
    said = finder.find(_run_words(worded, captions), captions.captions)
    size = max(len(finder.labels), 1)
    annotated = np.unique(table.images * size + class_of[table.classes])
    said_keys = captions.captions.images[said.captions] * size + said.labels
    is_true = np.isin(said_keys, annotated)
    pairs = np.unique(said.captions[is_true] * size + said.labels[is_true])
    is_annotated = np.zeros(len(captions.counts), dtype=np.bool_)
    is_annotated[table.annotated] = True
    total = int(captions.counts[is_annotated].sum())
    return MentionFigures(
        captions=share(len(np.unique(pairs // size)), total),
        per_caption=share(len(pairs), total),
        classes=share(len(np.unique(said_keys[is_true])), len(annotated)),
        words=chosen.name,
    )


def _run_words(worded: WordedSets, captions: CaptionSet) -> RunWords:
    """The same words as they are given to who looks for mentions."""
    return RunWords(
        image_ids=tuple(captions.image_ids),
        vocabulary=worded.vocabulary,
        candidates=captions.captions,
        references=captions.captions,
        in_benchmark=np.ones(len(worded.vocabulary), dtype=np.bool_),
        tokenizer=worded.tokenizer,
    )
