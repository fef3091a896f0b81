"""A spaCy model that the user has, as a parser of captions.

Tokens and sentences are Cutline's, so that parsers differ in nothing else; trees are turned into
Universal Dependencies, version 1, which is what scene graphs are made from.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from importlib.metadata import PackageNotFoundError, distribution, version
from importlib.util import find_spec
from itertools import islice, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cutline import native
from cutline.core.errors import FileError, MissingPartError, UsageError
from cutline.core.jobs import default_jobs
from cutline.text.dependency_labels import (
    UNIVERSAL_RELATIONS,
    conversion_of,
    known_relation,
)
from cutline.text.parse import Parses

if TYPE_CHECKING:
    from cutline.text.parse_cache import ParseCache

#: Another way to convert trees, or to keep them, is another number.
FORMAT = 1

_TAGS = """
    $ '' , -LRB- -RRB- . : `` # ADD AFX CC CD DT EX FW GW HYPH IN JJ JJR JJS LS MD NFP NN NNP NNPS
    NNS PDT POS PRP PRP$ RB RBR RBS RP SYM TO UH VB VBD VBG VBN VBP VBZ WDT WP WP$ WRB XX _SP
"""
#: Penn Treebank tags, and those that OntoNotes adds.
TAGS = tuple(_TAGS.split())
UNKNOWN_TAG = "XX"

#: Coarse tags, of models that know no others; they do not tell one dog from several.
_COARSE_TAGS = {
    *("ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON"),
    *("PROPN", "PUNCT", "SCONJ", "VERB", "X"),
}

_TAG_NUMBERS = {name: number for number, name in enumerate(TAGS)}
_RELATION_NUMBERS = {name: number for number, name in enumerate(UNIVERSAL_RELATIONS)}

#: What models may do beside, and is not needed. Cutline finds the sentences.
_UNUSED = ("ner", "senter", "sentencizer", "entity_linker", "entity_ruler", "textcat")
_NEEDED = {"TAG": "tags", "DEP": "dependencies", "LEMMA": "lemmas"}

#: The PTB tokenizer's names for what models have seen as it is written.
_WRITTEN = {
    **{"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"},
    **{"``": '"', "''": '"', "`": "'"},
}

#: Lemmas, and the numbers of tags, heads and relations, of the tokens of a sentence or caption.
Columns = tuple[list[str], list[int], list[int], list[int]]


def missing_spacy_model(name: str) -> str | None:
    """Why a spaCy model cannot be used here, with the command that helps; None where it can."""
    python = sys.executable or "python"
    download = f"{python} -m spacy download {name}"
    if find_spec("spacy") is None:
        install = f"{python} -m pip install spacy"
        command = install if _is_path(name) else f"{install} && {download}"
        return f"the spaCy model {name!r} needs spaCy: {command}"
    if _is_path(name):
        is_there = Path(name).is_dir()
        return None if is_there else f"{name}: no such folder, expected a spaCy model on disk"
    return None if _is_installed(name) else f"there is no spaCy model {name!r} here: {download}"


@cache
def spacy_parser(name: str) -> SpacyParser:
    """The parser that a spaCy model makes, opened once.

    Args:
        name: a model that is installed, such as `en_core_web_sm`, or the folder of one on disk.

    Raises:
        MissingPartError: where spaCy or the model is not installed; the text has the command.
        FileError: where spaCy cannot open the model.
    """
    return SpacyParser(open_spacy_model(name), name)


def open_spacy_model(name: str) -> Any:
    """A spaCy model, without what nothing here needs of it.

    Raises:
        MissingPartError: where spaCy or the model is not installed; the text has the command.
        FileError: where spaCy cannot open the model.
    """
    if (reason := missing_spacy_model(name)) is not None:
        raise MissingPartError(reason)
    import spacy

    try:
        return spacy.load(Path(name) if _is_path(name) else name, exclude=list(_UNUSED))
    except Exception as error:  # models bring code and settings of any kind
        told = (str(error).strip() or type(error).__name__).splitlines()[0]
        raise FileError(f"{name}: spaCy cannot open this model: {told}") from None


class SpacyParser:
    """A spaCy model with Cutline's tokens, and with Universal Dependencies, version 1."""

    def __init__(self, model: Any, name: str) -> None:
        self.tags, self.relations = TAGS, UNIVERSAL_RELATIONS
        self._model = model
        self._name = name
        declared = [label for labels in model.pipe_labels.values() for label in labels]
        self._conversion = conversion_of(declared) if declared else None

    @cached_property
    def digest(self) -> str:
        """Tells this model, as this version of spaCy runs it, from any other."""
        found = hashlib.sha256(f"{FORMAT} {version('spacy')}".encode())
        folder = Path(self._model.path)
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            if "__pycache__" not in path.parts:
                found.update(path.relative_to(folder).as_posix().encode())
                with path.open("rb") as file:
                    found.update(hashlib.file_digest(file, "sha256").digest())
        return found.hexdigest()[:16]

    def parse(
        self, captions: Sequence[str], jobs: int | None = None, cache: ParseCache | None = None
    ) -> Parses:
        """The parses of captions, in their order.

        Args:
            captions: any texts; each is tokenized by itself, and may hold several sentences.
            jobs: threads for the tokenizer; by default all cores, or `CUTLINE_JOBS`. The model
                decides by itself how many it uses.
            cache: where analyses are kept; what it has is not analysed again.

        Raises:
            UsageError: when the model gives no tags, dependencies or lemmas, or other tags.
        """
        tokens, sentence_ends, caption_ends = native.tokenize_for_parser(
            captions, jobs or default_jobs()
        )
        ends = [0, *sentence_ends.tolist()]
        spans = list(pairwise(ends))
        bounds = [0, *caption_ends.tolist()]
        known = {} if cache is None else self._remembered(cache, captions, ends, bounds)
        new = [place for place in range(len(captions)) if place not in known]
        sentences = [
            tokens[start:end]
            for place in new
            for start, end in spans[bounds[place] : bounds[place + 1]]
        ]
        made = self._analysed(sentences)
        for place in new:
            known[place] = _joined(islice(made, bounds[place + 1] - bounds[place]))
        if cache is not None:
            cache.add({captions[place]: _packed(known[place]) for place in new})
        lemmas, *numbers = _joined(known[place] for place in range(len(captions)))
        tags, heads, relations = (np.array(column, dtype=np.int32) for column in numbers)
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

    def _remembered(
        self, cache: ParseCache, captions: Sequence[str], ends: list[int], bounds: list[int]
    ) -> dict[int, Columns]:
        known = {}
        for place, kept in cache.find(captions).items():
            columns = _unpacked(kept)
            size = ends[bounds[place + 1]] - ends[bounds[place]]
            if columns is not None and all(len(column) == size for column in columns):
                known[place] = columns
        return known

    def _analysed(self, sentences: Sequence[Sequence[str]]) -> Iterator[Columns]:
        from spacy.tokens import Doc

        vocabulary = self._model.vocab
        documents = (
            Doc(
                vocabulary,
                words=[_WRITTEN.get(word, word) for word in words],
                # The model is not to find sentences of its own within this one.
                sent_starts=[place == 0 for place in range(len(words))],
            )
            for words in sentences
        )
        for words, document in zip(sentences, self._model.pipe(documents), strict=True):
            yield self._columns(words, document)

    def _columns(self, words: Sequence[str], document: Any) -> Columns:
        self._check(document)
        tags = [token.tag_ for token in document]
        heads = [0 if token.head.i == token.i else token.head.i + 1 for token in document]
        relations = [token.dep_ for token in document]
        convert = self._conversion or conversion_of(relations)
        _join_roots(heads, relations)
        heads, relations = convert(words, tags, heads, relations)
        relations = [
            known_relation(relation) if head else "root"
            for head, relation in zip(heads, relations, strict=True)
        ]
        return (
            [token.lemma_ or word for token, word in zip(document, words, strict=True)],
            [_TAG_NUMBERS.get(tag, _TAG_NUMBERS[UNKNOWN_TAG]) for tag in tags],
            heads,
            [_RELATION_NUMBERS[relation] for relation in relations],
        )

    def _check(self, document: Any) -> None:
        missing = [what for key, what in _NEEDED.items() if not document.has_annotation(key)]
        if missing:
            raise UsageError(
                f"the spaCy model {self._name!r} gives no {' and no '.join(missing)}; expected a "
                "model with tagger, parser and lemmatizer, such as en_core_web_sm"
            )
        tags = {token.tag_ for token in document}
        if tags <= _COARSE_TAGS:
            raise UsageError(
                f"the spaCy model {self._name!r} gives other tags than the Penn Treebank's: "
                f"expected tags such as NN and VBZ, found {', '.join(sorted(tags)[:3])}"
            )


def _is_path(name: str) -> bool:
    return "/" in name or "\\" in name or Path(name).is_dir()


def _is_installed(name: str) -> bool:
    try:
        distribution(name)
    except (PackageNotFoundError, ValueError):
        return False
    return True


def _join_roots(heads: list[int], relations: list[str]) -> None:
    """A model may leave a sentence in several pieces; the later ones follow the first."""
    roots = [place for place, head in enumerate(heads) if head == 0]
    for place in roots[1:]:
        heads[place], relations[place] = roots[0] + 1, "parataxis"


def _joined(parts: Iterable[Columns]) -> Columns:
    lemmas: list[str] = []
    tags: list[int] = []
    heads: list[int] = []
    relations: list[int] = []
    for part in parts:
        lemmas += part[0]
        tags += part[1]
        heads += part[2]
        relations += part[3]
    return lemmas, tags, heads, relations


def _packed(columns: Columns) -> bytes:
    return json.dumps(columns, separators=(",", ":")).encode()


def _unpacked(kept: bytes) -> Columns | None:
    """What was kept; None where it is not what this parser keeps."""
    try:
        lemmas, tags, heads, relations = json.loads(kept)
    except (ValueError, TypeError):
        return None
    return lemmas, tags, heads, relations
