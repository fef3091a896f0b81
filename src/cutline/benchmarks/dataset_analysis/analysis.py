"""Everything about one set of captions, or about two side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cutline.benchmarks.dataset_analysis.caption_sets import CaptionSet, WordedSets, worded_sets
from cutline.benchmarks.dataset_analysis.distribution import distribution_of
from cutline.benchmarks.dataset_analysis.draws import Sample, drawn, drawn_captions, sample_for
from cutline.benchmarks.dataset_analysis.figures import SetFigures
from cutline.benchmarks.dataset_analysis.mentions import mention_figures
from cutline.benchmarks.dataset_analysis.ngrams import unique_ngrams
from cutline.benchmarks.dataset_analysis.objects import object_figures, object_table
from cutline.benchmarks.dataset_analysis.parts_of_speech import PartProfile, part_profile
from cutline.benchmarks.dataset_analysis.shared import Shared, shared_figures
from cutline.benchmarks.dataset_analysis.signatures import signature_of
from cutline.benchmarks.dataset_analysis.vocabulary import vocabulary_figures
from cutline.core.errors import UsageError
from cutline.core.tables import Table, Tabular
from cutline.core.types import Benchmark
from cutline.datasets.object_annotations import ImageObjects
from cutline.datasets.object_synonyms import ObjectSynonyms
from cutline.scoring.diagnosis.words import Mask
from cutline.text.parsers import OWN
from cutline.text.tokenizer import Tokenizer, parse_tokenizer

#: Each caption by itself, so that no figure depends on the order of captions.
TOKENIZER = "ptb(context=none)"
#: Captions that are tagged by default.
PART_SAMPLE = 5_000


@dataclass(frozen=True)
class Analysis(Tabular):
    """The figures of one set or two, and how the two go together."""

    sets: tuple[SetFigures, ...]
    sample: Sample
    shared: Shared | None

    def table(self) -> Table:
        """A row for each set and figure: its value and signature."""
        rows = [(one.name, *row) for one in self.sets for row in one.rows()]
        return Table.of_rows(["set", "figure", "value", "signature"], rows)

    def to_dict(self) -> dict[str, Any]:
        """The machine's form: plain values, ready for JSON."""
        return {
            "sample": {
                "images": self.sample.images,
                "captions": self.sample.captions,
                "draws": self.sample.draws,
                "seed": self.sample.seed,
            },
            "sets": [one.to_dict() for one in self.sets],
            "shared": self.shared.to_dict() if self.shared else None,
        }

    def __repr__(self) -> str:
        return f"Analysis({', '.join(f'{one.name}: {one.captions} captions' for one in self.sets)})"


def analyse(
    first: Benchmark,
    second: Benchmark | None = None,
    *,
    objects: Sequence[Iterable[ImageObjects] | None] = (),
    synonyms: ObjectSynonyms | None = None,
    images: int | None = None,
    captions: int | None = None,
    draws: int = 5,
    seed: int = 1,
    part_sample: int | None = PART_SAMPLE,
    parser: str = OWN,
    tokenizer: str | Tokenizer = TOKENIZER,
    jobs: int | None = None,
) -> Analysis:
    """Lengths, vocabulary, n-grams, parts of speech and objects of one set of captions or two.

    Args:
        first: images and captions.
        second: another set, to be set beside it.
        objects: the object annotations of the first set's images, and of the second's.
        synonyms: words of the classes; by default Cutline's for COCO's, else the labels.
        images: images of a sample; by default all of the smaller set.
        captions: captions of each image of a sample; by default as many as all images have.
        draws: how many samples.
        seed: where random draws start.
        part_sample: how many captions are tagged; 0 for none, None for all.
        parser: tags words: `cutline`, or `spacy/MODEL`.
        tokenizer: cuts captions into words; punctuation never counts as a word.
        jobs: threads to use.

    Raises:
        UsageError: when an argument makes no sense.
        ContentError: when a set has no caption, or too few for the sample.
        MissingPartError: when words are to be tagged and the parser is not installed.

    >>> pets = Benchmark("pets", (1, 2), (["a dog runs", "the dog"], ["a cat", "a cat sleeps"]))
    >>> found = analyse(pets, part_sample=0)
    >>> found.sets[0].lengths.mean, [ngrams.mean for ngrams in found.sets[0].ngrams]
    (2.5, [6.0, 5.0, 2.0, 0.0])
    """
    if part_sample is not None and part_sample < 0:
        raise UsageError(f"captions to tag: found {part_sample}, expected 0 or more")
    benchmarks = told_apart([first] if second is None else [first, second])
    if len(objects) > len(benchmarks):
        raise UsageError(f"{len(objects)} object annotations for {len(benchmarks)} set of captions")
    worded = worded_sets(benchmarks, parse_tokenizer(tokenizer), jobs)
    sample = sample_for(worded.sets, images, captions, draws, seed)
    found = []
    drawn_of = []
    for place, one in enumerate(worded.sets):
        masks = [drawn(one, sample, draw) for draw in range(sample.draws)]
        drawn_of.append(masks)
        figures = _text_figures(worded, one, sample, masks)
        figures = _with_parts(figures, one, part_sample, seed, parser, jobs)
        annotations = objects[place] if place < len(objects) else None
        if annotations is not None:
            figures = _with_objects(figures, worded, one, annotations, synonyms)
        found.append(figures)
    shared = shared_figures(worded, sample, drawn_of) if len(found) == 2 else None
    return Analysis(tuple(found), sample, shared)


def told_apart(benchmarks: Sequence[Benchmark]) -> list[Benchmark]:
    """The same sets, the second with a number if it has the name of the first."""
    if len(benchmarks) == 2 and benchmarks[0].name == benchmarks[1].name:
        return [benchmarks[0], replace(benchmarks[1], name=f"{benchmarks[1].name} (2)")]
    return list(benchmarks)


def _text_figures(
    worded: WordedSets, captions: CaptionSet, sample: Sample, masks: Sequence[Mask]
) -> SetFigures:
    tokenizer = str(worded.tokenizer)
    return SetFigures(
        name=captions.name,
        images=len(captions.counts),
        captions=len(captions.texts),
        captions_per_image=distribution_of(captions.counts),
        lengths=distribution_of(captions.captions.lengths),
        vocabulary=vocabulary_figures(worded.counts(captions.captions)),
        ngrams=unique_ngrams(captions.captions, masks),
        parts=None,
        objects=None,
        mentions=None,
        signatures={
            "captions": signature_of("captions", tokenizer, [captions]),
            "ngrams": signature_of(f"ngrams({sample})", tokenizer, [captions]),
        },
    )


def _with_parts(
    figures: SetFigures,
    captions: CaptionSet,
    most: int | None,
    seed: int,
    parser: str,
    jobs: int | None,
) -> SetFigures:
    if most == 0:
        return figures
    is_sample = most is not None and most < len(captions.texts)
    places = drawn_captions(captions, most, seed) if most is not None and is_sample else None
    chosen = captions.texts if places is None else [captions.texts[place] for place in places]
    profile: PartProfile = part_profile(chosen, is_sample=is_sample, parser=parser, jobs=jobs)
    computed = f"parts-of-speech(captions={len(chosen)}{f',seed={seed}' if is_sample else ''})"
    # The parser cuts captions its own way.
    signature = signature_of(computed, "parser", [captions], f"parser={parser}={profile.parser}")
    return replace(
        figures, parts=profile, signatures=figures.signatures | {"parts_of_speech": signature}
    )


def _with_objects(
    figures: SetFigures,
    worded: WordedSets,
    captions: CaptionSet,
    annotations: Iterable[ImageObjects],
    synonyms: ObjectSynonyms | None,
) -> SetFigures:
    table = object_table(annotations, captions.image_ids, captions.name)
    said = mention_figures(worded, captions, table, synonyms)
    signature = signature_of(
        f"objects(words={said.words})",
        str(worded.tokenizer),
        [captions],
        f"objects={table.digest}",
    )
    return replace(
        figures,
        objects=object_figures(table, len(captions.counts)),
        mentions=said,
        signatures=figures.signatures | {"objects": signature},
    )
