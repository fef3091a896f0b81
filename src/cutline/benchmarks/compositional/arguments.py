"""What verbs are said to be done to: direct objects in captions.

Nikolaus et al. (2019), appendix G. Captioners did better on verbs that take an object, perhaps
because such images show more to go by: a man who eats, eats something.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cutline.benchmarks.compositional.found_pairs import caption_parts, pairs_signature
from cutline.core.tables import Table, Tabular
from cutline.core.types import Benchmark
from cutline.text.caption_sentence import as_sentence
from cutline.text.concept_words import ConceptWords
from cutline.text.concepts import Concept, ConceptPair
from cutline.text.noun_relations import objects_of_verbs
from cutline.text.parsers import OWN, parse_captions, parser_named
from cutline.text.related_concepts import related_words
from cutline.text.trees import Trees


@dataclass(frozen=True)
class VerbArguments:
    """The direct objects of a verb, of one subject or of any.

    `captions` have the verb with its subject; `with_object` of them name an object too. `objects`
    are lemmas with the number of captions that have them, most frequent first, and `entropy` is
    theirs, in bits. `compared` images have two references or more that name an object, and in
    `agreeing` of them two references name the same.
    """

    verb: str
    group: str
    subject: str
    captions: int
    with_object: int
    objects: tuple[tuple[str, int], ...]
    entropy: float | None
    compared: int
    agreeing: int

    @property
    def share(self) -> float | None:
        """The part of captions that name an object."""
        return self.with_object / self.captions if self.captions else None

    @property
    def agreement(self) -> float | None:
        """The part of images with several objects named, where two references name the same."""
        return self.agreeing / self.compared if self.compared else None

    def to_dict(self, most: int | None = None) -> dict[str, Any]:
        """Plain values, ready for JSON, with at most so many objects."""
        return {
            "verb": self.verb,
            "group": self.group,
            "subject": self.subject,
            "captions": self.captions,
            "with_object": self.with_object,
            "share": self.share,
            "different_objects": len(self.objects),
            "entropy": self.entropy,
            "compared": self.compared,
            "agreeing": self.agreeing,
            "agreement": self.agreement,
            "objects": dict(self.objects[:most]),
        }


@dataclass(frozen=True)
class Arguments(Tabular):
    """The objects of verbs: by verb and subject, and by group of verbs, transitive or not."""

    verbs: tuple[VerbArguments, ...]
    groups: tuple[VerbArguments, ...]
    signature: str

    def table(self) -> Table:
        """A row for each verb, and for each group of verbs."""
        names = [
            *("verb", "group", "subject", "captions", "with_object", "share"),
            *("different_objects", "entropy", "compared", "agreeing", "agreement"),
        ]
        rows = []
        for one in (*self.verbs, *self.groups):
            plain = one.to_dict(0)
            rows.append([plain[name] for name in names])
        return Table.of_rows(names, rows)

    def to_dict(self, most: int | None = 20) -> dict[str, Any]:
        """The machine's form: plain values, ready for JSON, with at most so many objects each."""
        return {
            "signature": self.signature,
            "verbs": [verb.to_dict(most) for verb in self.verbs],
            "groups": [group.to_dict(most) for group in self.groups],
        }

    def __repr__(self) -> str:
        return f"Arguments({len(self.verbs)} verbs)"


#: What stands for all subjects, and for all verbs of a group.
ANY = "any"


def arguments_of(
    benchmark: Benchmark,
    verbs: Collection[Concept],
    pairs: Collection[ConceptPair] = (),
    *,
    parser: str = OWN,
    jobs: int | None = None,
) -> Arguments:
    """The direct objects of verbs in the references of a benchmark.

    The first sentence of each caption counts, and an object is a noun.

    Args:
        benchmark: images and references.
        verbs: to look at with any subject; groups are made of these.
        pairs: verbs to look at with one subject.
        parser: `cutline`, or `spacy/MODEL`.
        jobs: threads to use; by default all cores, or `CUTLINE_JOBS`.

    >>> from cutline.text.concepts import compositional_concepts
    >>> eat = compositional_concepts().pair("eat man").other
    >>> references = (["a man eats pizza", "a man is eating a large pizza", "a woman eats"],)
    >>> [verb] = arguments_of(Benchmark("mine", (7,), references), [eat]).verbs
    >>> verb.captions, verb.with_object, verb.objects, verb.agreement
    (3, 2, (('pizza', 2),), 1.0)
    """
    rows = [_Row(verb, None) for verb in dict.fromkeys(verbs)]
    rows += [_Row(pair.other, pair.noun) for pair in pairs if pair.other.kind == "verb"]
    image_of = np.repeat(
        np.arange(len(benchmark)), [len(texts) for texts in benchmark.references]
    ).tolist()
    concepts = _Lookup(rows)
    for start, captions in caption_parts(benchmark, "Looking for objects of verbs"):
        parses = parse_captions([as_sentence(text) for text in captions], parser, jobs)
        trees, _, related = related_words(parses)
        objects = _objects(trees)
        for noun, verb in zip(related.nouns.tolist(), related.others.tolist(), strict=True):
            caption = start + int(trees.captions[verb])
            for row in concepts.rows_at(trees, verb, noun):
                row.add(caption, image_of[caption], objects.get(verb, ()))
    ordered = sorted(rows, key=_order)
    method = f"arguments(parser={parser}={parser_named(parser).digest},sentences=first)"
    return Arguments(
        tuple(row.summary() for row in ordered),
        tuple(_groups(ordered)),
        pairs_signature(benchmark, method),
    )


def _objects(trees: Trees) -> dict[int, list[str]]:
    """The lemmas of the objects of each verb, by its place."""
    objects: dict[int, list[str]] = {}
    found = objects_of_verbs(trees)
    for thing, verb in zip(found.nouns.tolist(), found.others.tolist(), strict=True):
        if trees.is_noun[thing]:
            objects.setdefault(verb, []).append(trees.lemmas[thing])
    return objects


class _Row:
    """A verb with one subject or any, and what was found of it."""

    def __init__(self, verb: Concept | None, noun: Concept | None, group: str = "") -> None:
        self.verb = verb
        self.noun = noun
        self.group = verb.group if verb else group
        self.captions: set[int] = set()
        # Captions that name an object: their image, and the objects.
        self.objects: dict[int, tuple[int, set[str]]] = {}

    def add(self, caption: int, image: int, objects: Sequence[str]) -> None:
        self.captions.add(caption)
        if objects:
            self.objects.setdefault(caption, (image, set()))[1].update(objects)

    def summary(self) -> VerbArguments:
        counts = Counter(lemma for _, lemmas in self.objects.values() for lemma in lemmas)
        ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        by_image: dict[int, list[set[str]]] = {}
        for image, lemmas in self.objects.values():
            by_image.setdefault(image, []).append(lemmas)
        several = [sets for sets in by_image.values() if len(sets) > 1]
        return VerbArguments(
            self.verb.name if self.verb else ANY,
            self.group,
            self.noun.name if self.noun else ANY,
            len(self.captions),
            len(self.objects),
            tuple(ordered),
            _entropy(list(counts.values())),
            len(several),
            sum(_any_repeats(sets) for sets in several),
        )


def _any_repeats(sets: Sequence[set[str]]) -> bool:
    return sum(map(len, sets)) > len(set().union(*sets))


def _entropy(counts: Sequence[int]) -> float | None:
    if not counts:
        return None
    shares = np.array(sorted(counts), dtype=np.float64) / sum(counts)
    # Not -0.0 where there is one object only.
    return abs(float(-(shares * np.log2(shares)).sum()))


class _Lookup:
    """Which rows a verb and its subject belong to."""

    def __init__(self, rows: Sequence[_Row]) -> None:
        self._rows = rows
        self._verbs = ConceptWords([row.verb for row in rows if row.verb])
        nouns = dict.fromkeys(row.noun for row in rows if row.noun)
        self._nouns = ConceptWords(nouns)
        self._number_of = {noun: number for number, noun in enumerate(nouns)}

    def rows_at(self, trees: Trees, verb: int, noun: int) -> Iterator[_Row]:
        """The rows that are about the verb and the subject at these places."""
        numbers = _at(self._verbs, trees, verb)
        if not numbers:
            return
        nouns = set(_at(self._nouns, trees, noun))
        for number in numbers:
            row = self._rows[number]
            if row.noun is None or self._number_of[row.noun] in nouns:
                yield row


def _at(words: ConceptWords, trees: Trees, place: int) -> tuple[int, ...]:
    # A phrase ends here, and no phrase has so many words.
    start = max(place - 5, int(trees.starts[place]))
    return words.at(trees.words[start : place + 1], place - start, trees.lemmas[place])


def _order(row: _Row) -> Any:
    return (row.group, row.verb.name if row.verb else "", row.noun is not None, -len(row.captions))


def _groups(rows: Sequence[_Row]) -> Iterator[VerbArguments]:
    """All verbs of a group as one; a caption counts once."""
    groups: dict[str, _Row] = {}
    for row in rows:
        if row.noun is None:
            whole = groups.setdefault(row.group, _Row(None, None, row.group))
            whole.captions |= row.captions
            for caption, (image, lemmas) in row.objects.items():
                whole.add(caption, image, sorted(lemmas))
    for whole in groups.values():
        yield whole.summary()
