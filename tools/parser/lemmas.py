"""Rules and exceptions for lemmas, learnt from words with their tags and lemmas."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from cutline.text.lemmas import LONGEST_ENDING, NAMES, Change, Lemmas

from .corpus import Sentence

#: A rule must hold for so many different words.
LEAST_WORDS = 3


def learnt_lemmas(sentences: Iterable[Sentence]) -> Lemmas:
    """Lemmas that are right for every (word, tag) of the sentences, most by a rule."""
    seen: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for sentence in sentences:
        for token, tag, lemma in zip(sentence.tokens, sentence.tags, sentence.lemmas, strict=True):
            word = token if tag in NAMES else token.lower()
            seen[tag][word][lemma] += 1
    exceptions, rules = {}, {}
    for tag, words in sorted(seen.items()):
        known = {word: counts.most_common(1)[0][0] for word, counts in words.items()}
        rules[tag] = _rules(known)
        guess = Lemmas({}, {tag: rules[tag]})
        wrong = {w: lemma for w, lemma in sorted(known.items()) if guess.of(w, tag) != lemma}
        if wrong:
            exceptions[tag] = wrong
    return Lemmas(exceptions, {tag: by_ending for tag, by_ending in rules.items() if by_ending})


def _rules(known: dict[str, str]) -> dict[str, Change]:
    """The fewest rules on endings that the words agree with, from short endings to long ones."""
    votes: dict[str, Counter[Change]] = defaultdict(Counter)
    for word, lemma in known.items():
        change = _change(word, lemma)
        for length in range(min(LONGEST_ENDING, len(word) - 1) + 1):
            if length >= change[0]:
                votes[word[len(word) - length :]][change] += 1
    rules: dict[str, Change] = {}
    for ending in sorted(votes, key=len):
        change, count = votes[ending].most_common(1)[0]
        if count < LEAST_WORDS:
            continue
        shorter = (ending[at:] for at in range(1, len(ending) + 1))
        inherited = next((rules[e] for e in shorter if e in rules), (0, ""))
        if change != inherited and count > sum(votes[ending].values()) / 2:
            rules[ending] = change
    return rules


def _change(word: str, lemma: str) -> Change:
    same = 0
    while same < min(len(word), len(lemma)) and word[same] == lemma[same]:
        same += 1
    return len(word) - same, lemma[same:]
