"""What is the matter with a run: its lengths, words, repetitions and objects."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from cutline.core.errors import UsageError
from cutline.core.garbage import no_garbage_collection
from cutline.core.rich_display import shown_by
from cutline.core.tables import Table
from cutline.core.types import Benchmark, ImageId
from cutline.core.version import __version__
from cutline.datasets.object_synonyms import ObjectSynonyms
from cutline.scoring.corpus import Corpus
from cutline.scoring.diagnosis.lengths import Lengths, compare_lengths
from cutline.scoring.diagnosis.novel_words import NovelWords, find_novel_words
from cutline.scoring.diagnosis.object_mentions import ObjectMentions, Truth, find_object_mentions
from cutline.scoring.diagnosis.repetition import Repetition, find_repetition
from cutline.scoring.diagnosis.vocabulary import Vocabulary, compare_vocabularies
from cutline.scoring.diagnosis.word_rates import WordRate
from cutline.scoring.diagnosis.word_use import WordUse, compare_word_use
from cutline.scoring.diagnosis.words import words_of
from cutline.scoring.inputs import CandidatesLike, as_run

#: How many words, captions or objects of each kind are listed.
MOST = 30


@shown_by("cutline.reports.notebook:diagnosis_html")
@dataclass(frozen=True)
class Diagnosis:
    """What a run does differently from people who described the same images.

    `images` counts images that the run has a caption for, `benchmark_images` those that the
    references have. `objects` is None where no objects were given.
    """

    system: str
    images: int
    benchmark_images: int
    tokenizer: str
    version: str
    lengths: Lengths
    vocabulary: Vocabulary
    repetition: Repetition
    word_use: WordUse
    novel_words: NovelWords
    objects: ObjectMentions | None

    def to_dict(self) -> dict[str, Any]:
        """The machine's form: plain values, ready for JSON."""
        plain: dict[str, Any] = _plain(self)
        return plain

    def word_table(self) -> Table:
        """A row for each word that the run uses more or less often than people do."""
        names = [field.name for field in fields(WordRate)]
        rates = (*self.word_use.over, *self.word_use.under)
        return Table({name: [getattr(rate, name) for rate in rates] for name in names})

    def __repr__(self) -> str:
        of = f" of {self.system}" if self.system else ""
        return f"Diagnosis({self.images} captions{of})"


@no_garbage_collection()
def diagnose(
    corpus: Corpus,
    run: CandidatesLike,
    *,
    objects: Mapping[ImageId, Collection[str]] | None = None,
    synonyms: ObjectSynonyms | None = None,
    truth: Truth = "objects+references",
    training: Iterable[str] | None = None,
    most: int = MOST,
) -> Diagnosis:
    """Compare a run with the references, in what figures of quality do not show.

    Args:
        corpus: the references; its tokenizer cuts the words.
        run: see `cutline.score`. Images that it leaves out, and captions that cannot be used, are
            left out here too; where images have several captions, the first counts.
        objects: the labels of the objects in each image; by default those of the benchmark.
        synonyms: the words of each label. By default labels that are all classes of COCO have
            Cutline's own words, and any others stand for themselves.
        truth: what is in an image: `objects+references`, the objects given and what its references
            mention, or `objects` alone.
        training: captions that the system was trained on: their words are not novel.
        most: how many words, captions and objects of each kind to list.

    Raises:
        ContentError: when the run, or the objects, have none of the images.
        UsageError: when an argument is of another kind.

    >>> corpus = Corpus({7: ["a dog runs", "the dog is running"], 9: ["a cat sleeps"]})
    >>> found = diagnose(corpus, {7: "a a dog", 9: "a cat"}, objects={7: ["dog"], 9: ["bed"]})
    >>> found.lengths.ratio, found.repetition.stutter_examples[0].repeated
    (0.75, 'a')
    >>> found.objects.chair_s, found.objects.recall
    (0.0, 0.6666666666666666)
    """
    if most < 0:
        raise UsageError(f"most: found {most}, expected 0 or more")
    benchmark = corpus.benchmark
    known = as_run(run, benchmark, "lenient")
    words = words_of(corpus, known)
    given = _objects_of(benchmark) if objects is None else objects
    return Diagnosis(
        system=known.system,
        images=len(words.image_ids),
        benchmark_images=len(benchmark),
        tokenizer=str(corpus.tokenizer),
        version=__version__,
        lengths=compare_lengths(words),
        vocabulary=compare_vocabularies(words),
        repetition=find_repetition(words, known, most),
        word_use=compare_word_use(words, most),
        novel_words=find_novel_words(corpus, words, training, most),
        objects=find_object_mentions(words, given, synonyms, truth, most) if given else None,
    )


def _objects_of(benchmark: Benchmark) -> dict[ImageId, list[str]]:
    return {
        image_id: [found.label for found in boxes] for image_id, boxes in benchmark.objects.items()
    }


def _plain(value: Any) -> Any:
    # The standard library's asdict copies every leaf: with an object for each image that is slow.
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    return [_plain(item) for item in value] if isinstance(value, tuple) else value
