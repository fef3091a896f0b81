"""The caption parser: tags, lemmas, heads and relations, by a small network on ONNX Runtime.

It was trained to analyse captions as the official SPICE's parser does; `parser_model/MODEL_CARD.md`
says on what, and how well it does so.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import resources
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np

from cutline import native
from cutline.core.errors import FileError, MissingPartError
from cutline.core.jobs import default_jobs
from cutline.text.lemmas import Lemmas
from cutline.text.parse import Parses
from cutline.text.parser_features import MODEL_FORMAT, features_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cutline.text.parse_cache import ParseCache

    #: Tag, head and relation of each token. Heads fit: no sentence is read with more words at once.
    Analysis = NDArray[np.uint8]

#: A network's step works on so many tokens; more is no faster.
BATCH_TOKENS = 4_096

#: Words that are remembered with what was worked out for them; then it begins anew.
_MOST_REMEMBERED = 500_000

_FILES = ("network.onnx", "relations.onnx", "tables.json")


def missing_parser() -> str | None:
    """Why captions cannot be parsed here, with the command that helps; None where they can."""
    if find_spec("onnxruntime") is None:
        # The environment that runs now, which need not be the one whose pip the shell finds.
        command = f"{sys.executable or 'python'} -m pip install onnxruntime"
        return f"parsing captions needs ONNX Runtime; get it with: {command}"
    return None


@cache
def caption_parser() -> CaptionParser:
    """The parser that comes with Cutline, opened once.

    Raises:
        MissingPartError: where ONNX Runtime is not installed; the text has the command.
    """
    if (reason := missing_parser()) is not None:
        raise MissingPartError(reason)
    folder = resources.files("cutline.text") / "parser_model"
    return CaptionParser({name: (folder / name).read_bytes() for name in _FILES})


class CaptionParser:
    """A network and its tables, read from the three files of a model.

    >>> parses = caption_parser().parse(["a brown dog sleeps"])
    >>> [(token.text, token.tag, token.head, token.relation) for token in parses[0][0][2:]]
    [('dog', 'NN', 4, 'nsubj'), ('sleeps', 'VBZ', 0, 'root')]
    """

    def __init__(self, files: dict[str, bytes]) -> None:
        tables = json.loads(files["tables.json"])
        if tables["format"] != MODEL_FORMAT:
            raise FileError(f"tables.json: format {tables['format']}, expected {MODEL_FORMAT}")
        self.digest = hashlib.sha256(b"".join(files[name] for name in _FILES)).hexdigest()[:16]
        self.tags: tuple[str, ...] = tuple(tables["tags"])
        self.relations: tuple[str, ...] = tuple(tables["relations"])
        self._words = {word: number for number, word in enumerate(tables["words"])}
        self._affixes = [{a: n for n, a in enumerate(known)} for known in tables["affixes"]]
        self._lemmas = Lemmas(**tables["lemmas"])
        self._root = self.relations.index("root")
        self._network = _session(files["network.onnx"])
        self._relation_scores = _session(files["relations.onnx"])
        self._features: dict[str, tuple[int, ...]] = {}
        self._lemma_of: dict[tuple[str, int], str] = {}

    def parse(
        self, captions: Sequence[str], jobs: int | None = None, cache: ParseCache | None = None
    ) -> Parses:
        """The parses of captions, in their order.

        Args:
            captions: any texts; each is tokenized by itself, and may hold several sentences.
            jobs: threads to use; by default all cores, or `CUTLINE_JOBS`.
            cache: where analyses are kept; what it has is not analysed again.
        """
        jobs = jobs or default_jobs()
        for remembered in (self._features, self._lemma_of):
            if len(remembered) > _MOST_REMEMBERED:
                remembered.clear()
        tokens, sentence_ends, caption_ends = native.tokenize_for_parser(captions, jobs)
        bounds = _token_bounds(sentence_ends, caption_ends)
        analysis = self._analyse(captions, tokens, sentence_ends, bounds, jobs, cache)
        tags, heads, relations = analysis.T
        lemmas = [
            known if (known := self._lemma_of.get(key)) is not None else self._lemma(*key)
            for key in zip(tokens, tags.tolist(), strict=True)
        ]
        return Parses(
            tokens,
            lemmas,
            tags,
            heads,
            relations,
            sentence_ends,
            caption_ends,
            self.tags,
            self.relations,
        )

    def _analyse(
        self,
        captions: Sequence[str],
        tokens: Sequence[str],
        sentence_ends: NDArray[np.uint32],
        bounds: list[int],
        jobs: int,
        cache: ParseCache | None,
    ) -> Analysis:
        """The analysis of all tokens, where only captions that are new are looked at, and once."""
        analysis = np.zeros((len(tokens), 3), dtype=np.uint8)
        is_known = np.zeros(len(tokens), dtype=bool)
        found = cache.find(captions) if cache is not None else {}
        for place, kept in list(found.items()):
            start, end = bounds[place], bounds[place + 1]
            rows = np.frombuffer(kept, dtype=np.uint8)
            if len(rows) == 3 * (end - start) and self._is_possible(rows.reshape(-1, 3)):
                analysis[start:end] = rows.reshape(-1, 3)
                is_known[start:end] = True
            else:
                del found[place]
        first = {caption: place for place, caption in reversed(list(enumerate(captions)))}
        again = [p for p, caption in enumerate(captions) if first[caption] != p and p not in found]
        for place in again:
            is_known[bounds[place] : bounds[place + 1]] = True
        starts = np.concatenate([[0], sentence_ends[:-1]]).astype(np.int64)[: len(sentence_ends)]
        chosen = ~is_known[starts]
        self._fill(analysis, tokens, starts[chosen], sentence_ends[chosen].astype(np.int64), jobs)
        for place in again:
            of_first = first[captions[place]]
            source = analysis[bounds[of_first] : bounds[of_first + 1]]
            analysis[bounds[place] : bounds[place + 1]] = source
        if cache is not None:
            new = ((text, p) for text, p in first.items() if p not in found)
            cache.add({text: analysis[bounds[p] : bounds[p + 1]].tobytes() for text, p in new})
        return analysis

    def _is_possible(self, rows: Analysis) -> bool:
        # Heads count within a sentence, and no caption has more tokens than its sentences.
        most = (len(self.tags) - 1, len(rows), len(self.relations) - 1)
        return not len(rows) or bool((rows.max(axis=0) <= most).all())

    def possible_lemmas(self, token: str) -> frozenset[str]:
        """Every lemma that a token gets with some tag.

        >>> sorted(caption_parser().possible_lemmas("flies"))
        ['flie', 'flies', 'fly']
        """
        return frozenset(self._lemmas.of(token, tag) for tag in self.tags)

    def _lemma(self, token: str, tag: int) -> str:
        lemma = self._lemma_of[token, tag] = self._lemmas.of(token, self.tags[tag])
        return lemma

    def _token_features(self, token: str) -> tuple[int, ...]:
        row = self._features[token] = features_of(token, self._words, self._affixes)
        return row

    def _fill(
        self,
        analysis: Analysis,
        tokens: Sequence[str],
        starts: NDArray[np.int64],
        ends: NDArray[np.int64],
        jobs: int,
    ) -> None:
        """Analyse these sentences."""
        known = self._features

        def analyse(places: NDArray[np.int64]) -> None:
            rows = [
                known.get(token) or self._token_features(token)
                for token in map(tokens.__getitem__, places.ravel().tolist())
            ]
            features = np.array(rows, dtype=np.int32).reshape(*places.shape, -1)
            analysis[places] = self._run(features)

        batches = list(_batches(starts, ends))
        if jobs == 1 or len(batches) <= 1:
            for places in batches:
                analyse(places)
        else:
            with ThreadPoolExecutor(jobs) as threads:
                for _ in threads.map(analyse, batches):
                    pass

    def _run(self, features: NDArray[np.int32]) -> Analysis:
        """Sentences of one length, from [sentence, place, feature] to [sentence, place, 3]."""
        steps = np.ascontiguousarray(features.transpose(1, 0, 2))
        tag_scores, arcs, dependents, governors = self._network.run(None, {"tokens": steps})
        heads = native.best_trees(arcs, 1)
        chosen = np.take_along_axis(governors, heads[..., None].astype(np.int64), axis=1)
        pairs = {
            "dependents": dependents.reshape(-1, dependents.shape[-1]),
            "governors": chosen.reshape(-1, chosen.shape[-1]),
        }
        (scores,) = self._relation_scores.run(None, pairs)
        # The root relation and the root go together, whatever the network thinks.
        scores = scores.reshape(*heads.shape, -1)
        scores[..., self._root] = np.where(heads == 0, np.inf, -np.inf)
        made = (tag_scores.argmax(axis=-1), heads, scores.argmax(axis=-1))
        return np.stack(made, axis=-1).astype(np.uint8)


def _token_bounds(sentence_ends: NDArray[np.uint32], caption_ends: NDArray[np.uint32]) -> list[int]:
    """Where the tokens of each caption begin, and where those of the last end."""
    with_none = np.concatenate([[0], sentence_ends])
    return [0, *with_none[caption_ends].tolist()]


def _batches(starts: NDArray[np.int64], ends: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """Places of tokens, [sentence, place], of sentences of one length: nothing is padded."""
    lengths = ends - starts
    for length in np.unique(lengths):
        of_length = starts[lengths == length]
        size = max(1, BATCH_TOKENS // int(length))
        for at in range(0, len(of_length), size):
            yield of_length[at : at + size, None] + np.arange(length)


def _session(model: bytes) -> Any:
    try:
        import onnxruntime  # type: ignore[import-untyped]
    except ImportError as error:
        raise MissingPartError(f"ONNX Runtime is installed and cannot be loaded: {error}") from None

    options = onnxruntime.SessionOptions()
    # Batches are spread over threads; within one there is too little to do for several.
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
