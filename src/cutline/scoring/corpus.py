"""References prepared once, runs and batches scored against them many times."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from cutline import native
from cutline.core.errors import UsageError
from cutline.core.jobs import default_jobs
from cutline.core.metric import Batch, Floats, Metric
from cutline.core.score import Score, Scores
from cutline.core.signature import Signature
from cutline.core.spec import format_spec, parse_spec
from cutline.core.types import Benchmark, ImageId, Run
from cutline.datasets.caption_text import unusual
from cutline.datasets.checks import Policy
from cutline.scoring.choice import chosen_metrics
from cutline.scoring.inputs import CandidatesLike, ReferencesLike, as_benchmark, as_run
from cutline.scoring.seen_objects import (
    ObjectsLike,
    benchmark_of_objects,
    objects_digest,
    with_objects,
)
from cutline.text.tokenizer import Tokenizer, parse_tokenizer

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Corpus:
    """References, tokenized and prepared, ready to score against.

    Args:
        references: see `cutline.score`; None where no metric needs them.
        metrics: specs, such as `"bleu-4,cider-d"`; by default `coco`, the COCO evaluation's set,
            with a warning where a part of it is not installed.
        tokenizer: `ptb`, `ptb(context=none)` or `none`.
        objects: what is seen in the images, for metrics that compare captions with it.
        jobs: threads to use; by default all cores, or `CUTLINE_JOBS`.
        policy: what to do about problems in the references: `default`, `strict` or `lenient`.

    A training loop prepares document frequencies once and scores samples as rewards:

    >>> corpus = Corpus({7: ["a dog runs"], 9: ["a cat sleeps"]}, metrics="cider-d")
    >>> corpus.rewards(["a dog runs", "a dog sleeps"], image_ids=[7, 7])
    array([7.5, 2.5])
    """

    def __init__(
        self,
        references: ReferencesLike | None,
        metrics: str | Iterable[str | Metric] | None = None,
        *,
        objects: ObjectsLike | None = None,
        tokenizer: str | Tokenizer = "ptb",
        jobs: int | None = None,
        policy: Policy = "default",
    ) -> None:
        self.metrics = chosen_metrics(metrics)
        self.tokenizer = parse_tokenizer(tokenizer)
        self.jobs = jobs or default_jobs()
        self.benchmark = _benchmark(references, objects, self.metrics, policy)
        self._references = native.make_references(
            self.benchmark.references, self.tokenizer.tokenization, self.jobs
        )
        self._prepared: dict[Hashable, Any] = {}

    def __len__(self) -> int:
        return len(self.benchmark)

    def prepare(self) -> Corpus:
        """Do now what the first score would do: count document frequencies and the like."""
        for metric in self.metrics:
            self._prepared_for(metric)
        return self

    def score(self, candidates: CandidatesLike, *, policy: Policy = "default") -> Scores:
        """The scores of a run that covers all images.

        Where images have several captions, the first counts, or as many as a metric reads. With
        `lenient` the run may leave images out; then only those it has are scored, and references of
        the others do not count towards document frequencies either, as in the official program.

        Raises:
            ContentError: when images are missing or unknown, or captions cannot be used.
        """
        run = as_run(candidates, self.benchmark, policy)
        if len(run) < len(self.benchmark):
            return self.only(run.captions).score(run)
        return self._score(run)

    def only(self, image_ids: Iterable[ImageId]) -> Corpus:
        """The same metrics and tokenizer on some of the images, as if they were all there are."""
        benchmark = self.benchmark.only(image_ids)
        return Corpus(benchmark, self.metrics, tokenizer=self.tokenizer, jobs=self.jobs)

    def rewards(
        self,
        captions: Sequence[str],
        image_ids: Sequence[ImageId],
        metric: str | Metric | None = None,
    ) -> Floats:
        """The value of each caption for its image, with each caption tokenized by itself.

        Args:
            captions: any number; an image may have several.
            image_ids: the image of each caption.
            metric: which one, if the corpus has several.

        Raises:
            UsageError: when an image is not in the references, a caption is no text, or the two
                lists differ in length.
        """
        if metric is None and len(self.metrics) > 1:
            raise UsageError(f"say which metric: one of {', '.join(map(str, self.metrics))}")
        if isinstance(captions, str) or len(captions) != len(image_ids):
            found = "one text" if isinstance(captions, str) else f"{len(captions)} captions"
            raise UsageError(f"{found} for {len(image_ids)} image_ids: expected as many of each")
        for place in unusual(list(captions)):
            if not isinstance(captions[place], str):
                raise UsageError(f"captions[{place}] is {captions[place]!r}, expected text")
        chosen = parse_spec(metric) if isinstance(metric, str) else metric or self.metrics[0]
        batch = self._batch(captions, self._places(image_ids), self.tokenizer.alone())
        return chosen.values(chosen.statistics(batch, self._prepared_for(chosen)))

    def frequencies(self, n: int = 4) -> native.Frequencies:
        """In how many images each n-gram occurs; `cutline.text.frequencies` saves them."""
        return native.count_frequencies(self._references, n, self.jobs)

    def signature(self, metric: Metric) -> Signature:
        """What a score of this corpus has to carry."""
        digests = metric.data_digests()
        if metric.needs_objects:
            digests = {**digests, "objects": self._objects_digest}
        return Signature(
            metric=format_spec(metric, full=True),
            tokenizer=str(self.tokenizer),
            references=self._reference_counts,
            images=len(self.benchmark),
            data=f"{self._references.fingerprint:016x}",
            files=",".join(f"{name}={digest}" for name, digest in digests.items()),
        )

    @cached_property
    def _objects_digest(self) -> str:
        return objects_digest(self.benchmark)

    @cached_property
    def _reference_counts(self) -> str:
        counts = set(map(len, self.benchmark.references))
        return str(*counts) if len(counts) == 1 else f"{min(counts)}-{max(counts)}"

    @cached_property
    def _place_of(self) -> dict[ImageId, int]:
        return {image_id: place for place, image_id in enumerate(self.benchmark.image_ids)}

    def _score(self, run: Run) -> Scores:
        ranked = [run.captions[image_id] for image_id in self.benchmark.image_ids]
        captions = [best_first[0] for best_first in ranked]
        places = np.arange(len(captions), dtype=np.uint32)
        batch = replace(self._batch(captions, places, self.tokenizer), ranked=ranked)
        computed: dict[Hashable, Floats] = {}
        scores = []
        for metric in self.metrics:
            key = metric.statistics_key()
            if key not in computed:
                computed[key] = metric.statistics(batch, self._prepared_for(metric))
            ids, signature = self.benchmark.image_ids, self.signature(metric)
            scores.append(Score(metric, ids, computed[key], signature))
        return Scores(run.system, tuple(scores))

    def _batch(
        self, captions: Sequence[str], places: NDArray[np.uint32], tokenizer: Tokenizer
    ) -> Batch:
        candidates = native.make_candidates(
            self._references, captions, places, tokenizer.tokenization, self.jobs
        )
        return Batch(self.benchmark, places, captions, self._references, candidates, self.jobs)

    def _prepared_for(self, metric: Metric) -> Any:
        key = metric.preparation_key()
        if key not in self._prepared:
            prepared = metric.prepare(self._references, self.jobs)
            if prepared is None:
                prepared = metric.prepare_captions(self.benchmark.references, self.jobs)
            self._prepared[key] = prepared
        return self._prepared[key]

    def _places(self, image_ids: Sequence[ImageId]) -> NDArray[np.uint32]:
        try:
            return np.array([self._place_of[image_id] for image_id in image_ids], dtype=np.uint32)
        except KeyError as error:
            raise UsageError(f"the references have no image {error.args[0]!r}") from None


def _benchmark(
    references: ReferencesLike | None,
    objects: ObjectsLike | None,
    metrics: Iterable[Metric],
    policy: Policy,
) -> Benchmark:
    if references is not None:
        benchmark = as_benchmark(references, policy)
        return benchmark if objects is None else with_objects(benchmark, objects)
    wanting = [str(metric) for metric in metrics if metric.needs_references]
    if wanting or objects is None:
        names = ", ".join(wanting) or "metrics of objects"
        rest = "references" if wanting else "references, or objects"
        raise UsageError(f"no references were given, and {names} cannot be computed without {rest}")
    return benchmark_of_objects(objects)
