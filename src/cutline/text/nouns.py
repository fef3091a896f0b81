"""The nouns of captions: which things a caption speaks of, and of how many of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cutline.text.caption_sentence import as_sentence
from cutline.text.noun_choice import NounChoice, check_noun_choice
from cutline.text.number_forms import is_plural
from cutline.text.object_labels import object_singular
from cutline.text.object_nouns import (
    LESS_THAN_OBJECTS,
    QUANTITIES,
    fixed_size,
    is_object_word,
    is_one_pair,
    number_named,
)
from cutline.text.parse import Sentence, Token
from cutline.text.parsers import OWN, parse_captions

#: Stands for "several" where a plural has no number before it.
SEVERAL = 0


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun of a caption, or several words that are one: "wine glasses".

    `lemma` is its singular, in lower case. `count` says of how many things it speaks: 1, the number
    before it, or 0 for several. `start` and `end` are its place in the caption, both 0 where the
    words do not stand there as the tokenizer has them.
    """

    text: str
    lemma: str
    count: int = 1
    start: int = 0
    end: int = 0


def caption_nouns(
    captions: Sequence[str],
    choice: NounChoice = "objects",
    parser: str = OWN,
    jobs: int | None = None,
) -> list[tuple[Noun, ...]]:
    """The nouns of each caption, in their order.

    Args:
        captions: any texts.
        choice: `objects` are the nouns that can name something to be seen: compounds are one noun,
            plurals count, and words for amounts and places ("group of", "in front of", "view") do
            not. `words` is every word that is tagged as a noun. `singular` is every word that is
            tagged NN, as in the release of Egoshots: plurals are lost, compounds fall apart, and
            nothing is lemmatized.
        parser: `cutline`, or `spacy/MODEL`.
        jobs: threads to use.

    Raises:
        MissingPartError: where the parser is not installed; the text has the command.
        UsageError: for another choice.

    >>> found = caption_nouns(["A group of people with two wine glasses in front of a tent"])
    >>> [(noun.lemma, noun.count) for noun in found[0]]
    [('people', 0), ('wine glass', 2), ('tent', 1)]
    >>> [noun.lemma for noun in caption_nouns(["two wine glasses on a table"], "singular")[0]]
    ['wine', 'table']
    """
    check_noun_choice(choice)
    # The release gave captions to its tagger as they were.
    is_released = choice == "singular"
    sentences = list(captions) if is_released else [as_sentence(caption) for caption in captions]
    parses = parse_captions(sentences, parser, jobs)
    return [
        tuple(_nouns(caption, parse, choice))
        for caption, parse in zip(captions, parses, strict=True)
    ]


def _nouns(caption: str, parse: Sequence[Sentence], choice: NounChoice) -> Iterator[Noun]:
    places = _Places(caption)
    for sentence in parse:
        spans = [places.of(token.text) for token in sentence]
        if choice == "objects":
            yield from _object_nouns(caption, sentence, spans)
            continue
        for token, span in zip(sentence, spans, strict=True):
            if token.tag == "NN" if choice == "singular" else token.tag.startswith("NN"):
                lemma = token.text if choice == "singular" else token.lemma
                yield Noun(token.text, lemma.lower(), 1, *span)


class _Places:
    """Where tokens stand in a text, asked for one after another."""

    def __init__(self, text: str) -> None:
        self._text = _folded(text)
        self._at = 0

    def of(self, token: str) -> tuple[int, int]:
        """The place of the next token, or two zeros: quotation marks and brackets are rewritten."""
        start = self._text.find(_folded(token), self._at)
        if start < 0:
            return 0, 0
        self._at = start + len(token)
        return start, self._at


def _folded(text: str) -> str:
    """A text in lower case and as long as before: the small form of "İ" has two characters."""
    low = text.lower()
    if len(low) == len(text):
        return low
    return "".join(small if len(small := letter.lower()) == 1 else letter for letter in text)


def _object_nouns(
    caption: str, sentence: Sentence, spans: Sequence[tuple[int, int]]
) -> Iterator[Noun]:
    for start, end in _noun_spans(sentence):
        last = sentence[end - 1]
        if end == start + 1 and _is_no_object(sentence, start):
            continue
        words = [word.text.lower() for word in sentence[start : end - 1]]
        lemma = _singular(last)
        span = _joined_span(spans[start:end])
        text = caption[slice(*span)] or " ".join([*words, last.text])
        yield Noun(text, " ".join([*words, lemma]), _count(sentence, start, end - 1), *span)


def _singular(token: Token) -> str:
    if not token.tag.startswith("NN"):
        return object_singular(token.text.lower())
    # What has a capital and is tagged as a name, such as Paris, is no plural.
    if token.tag == "NNP" and token.text[:1].isupper():
        return token.lemma.lower()
    return object_singular(token.text.lower(), token.lemma.lower())


def _noun_spans(sentence: Sentence) -> Iterator[tuple[int, int]]:
    """Where each noun begins and ends: fixed phrases whatever their tags, compounds, words."""
    words = [token.text.lower() for token in sentence]
    at = 0
    while at < len(sentence):
        size = fixed_size(words[at:])
        if size == 1:
            if not is_object_word(sentence, at):
                at += 1
                continue
            while at + size < len(sentence) and _is_part_of_next(sentence, at + size - 1):
                size += 1
        yield at, at + size
        at += size


def _joined_span(spans: Sequence[tuple[int, int]]) -> tuple[int, int]:
    if any(end == 0 for _, end in spans):
        return 0, 0
    return spans[0][0], spans[-1][1]


def _is_part_of_next(sentence: Sentence, place: int) -> bool:
    """Whether a noun is a part of a compound that goes on: the "wine" of "wine bottle"."""
    token, following = sentence[place], sentence[place + 1]
    is_compound = token.relation == "compound" and place + 1 < token.head <= place + 3
    is_noun = is_object_word(sentence, place + 1)
    return is_compound and is_noun and following.lemma.lower() not in LESS_THAN_OBJECTS


def _is_no_object(sentence: Sentence, place: int) -> bool:
    """Whether a noun says where or how much: "front" in "in front of", "group" in "group of"."""
    token = sentence[place]
    lemma = token.lemma.lower()
    follows_of = place + 1 < len(sentence) and sentence[place + 1].text.lower() == "of"
    return lemma in LESS_THAN_OBJECTS or (follows_of and lemma in QUANTITIES)


def _count(sentence: Sentence, start: int, place: int) -> int:
    """Of how many things a noun speaks."""
    token = sentence[place]
    before = start - 1
    while before >= 0 and sentence[before].tag.startswith("JJ"):
        before -= 1
    if before >= 0:
        if (number := number_named(sentence[before].text)) is not None:
            return number
        # "a pair of dogs": the amount stands before.
        if sentence[before].text.lower() == "of" and before > 0:
            words = [word.text.lower() for word in sentence[start : place + 1]]
            amount = _amount(sentence[before - 1], words)
            if amount is not None:
                return amount
    is_several = token.tag in ("NNS", "NNPS") or is_plural(token.text.lower())
    return SEVERAL if is_several else 1


def _amount(word: Token, of: Sequence[str]) -> int | None:
    """How many an amount is of something, None where a word is no amount."""
    lemma = word.lemma.lower()
    amount = QUANTITIES.get(lemma)
    if amount and is_plural(word.text.lower()):  # "pairs of shoes"
        return SEVERAL
    # A pair of scissors is one thing.
    return 1 if lemma == "pair" and is_one_pair(of) else amount
