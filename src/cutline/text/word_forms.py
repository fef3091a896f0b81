"""Forms of English verbs and adjectives, for words that a parser did not lemmatize."""

from __future__ import annotations

#: Past forms that do not end in -ed, by the lemma; only of verbs that captions use.
_IRREGULAR_VERBS = {
    "bite": ("bit", "bitten"),
    "blow": ("blew", "blown"),
    "catch": ("caught",),
    "cut": ("cut",),
    "drink": ("drank", "drunk"),
    "drive": ("drove", "driven"),
    "eat": ("ate", "eaten"),
    "fall": ("fell", "fallen"),
    "feed": ("fed",),
    "fight": ("fought",),
    "fly": ("flew", "flown"),
    "give": ("gave", "given"),
    "go": ("went", "gone"),
    "hang": ("hung",),
    "hit": ("hit",),
    "hold": ("held",),
    "lay": ("laid",),
    "lead": ("led",),
    "lean": ("leant",),
    "leap": ("leapt",),
    "lie": ("lay", "lain"),
    "make": ("made",),
    "put": ("put",),
    "read": ("read",),
    "ride": ("rode", "ridden"),
    "run": ("ran",),
    "see": ("saw", "seen"),
    "shake": ("shook", "shaken"),
    "sing": ("sang", "sung"),
    "sit": ("sat",),
    "sleep": ("slept",),
    "spread": ("spread",),
    "stand": ("stood",),
    "stride": ("strode", "stridden"),
    "swim": ("swam", "swum"),
    "swing": ("swung",),
    "take": ("took", "taken"),
    "throw": ("threw", "thrown"),
    "wear": ("wore", "worn"),
    "write": ("wrote", "written"),
}
_VOWELS = "aeiou"
_HISSES = ("s", "x", "z", "ch", "sh", "o")


def verb_forms(lemma: str) -> frozenset[str]:
    """All forms of a verb, its lemma included, also those that people write by mistake.

    Some are no English words. That does no harm where they are only looked up. Letters that should
    be doubled are: "hoping" is no form of "hop".

    >>> sorted(verb_forms("nap"))
    ['nap', 'napped', 'napping', 'naps']
    >>> sorted(verb_forms("fly"))
    ['flew', 'flied', 'flies', 'flown', 'fly', 'flying', 'flys']
    >>> {"lay", "lain", "lying", "lieing"} <= verb_forms("lie"), "layed" in verb_forms("lay")
    (True, True)
    """
    present = lemma + "es" if lemma.endswith(_HISSES) else _changed_y(lemma) + "s"
    mistaken = {lemma + "s"} if _is_doubled(lemma) else {lemma + "s", lemma + "ing"}
    past = {_past(lemma), *_IRREGULAR_VERBS.get(lemma, ())}
    return frozenset({lemma, present, _gerund(lemma)} | past | mistaken)


def adjective_forms(lemma: str) -> frozenset[str]:
    """An adjective, its comparative and its superlative.

    >>> sorted(adjective_forms("big")), sorted(adjective_forms("tiny"))
    (['big', 'bigger', 'biggest'], ['tinier', 'tiniest', 'tiny'])
    """
    if lemma.endswith("e"):
        return frozenset({lemma, lemma + "r", lemma + "st"})
    stem = _stem_before_vowel(lemma)
    return frozenset({lemma, stem + "er", stem + "est"})


def _gerund(lemma: str) -> str:
    if lemma.endswith("ie"):
        return lemma[:-2] + "ying"
    if lemma.endswith("e") and not lemma.endswith("ee"):
        return lemma[:-1] + "ing"
    return (_doubled(lemma) if _is_doubled(lemma) else lemma) + "ing"


def _past(lemma: str) -> str:
    return lemma + "d" if lemma.endswith("e") else _stem_before_vowel(lemma) + "ed"


def _stem_before_vowel(lemma: str) -> str:
    if _is_doubled(lemma):
        return _doubled(lemma)
    return lemma[:-1] + "i" if _ends_in_consonant_y(lemma) else lemma


def _changed_y(lemma: str) -> str:
    return lemma[:-1] + "ie" if _ends_in_consonant_y(lemma) else lemma


def _ends_in_consonant_y(lemma: str) -> bool:
    return len(lemma) > 2 and lemma.endswith("y") and lemma[-2] not in _VOWELS


def _doubled(lemma: str) -> str:
    return lemma + lemma[-1]


def _is_doubled(lemma: str) -> bool:
    # Words of one syllable only: nap, big, sit; not eat, wear, open.
    if len(lemma) < 3 or lemma[-1] in _VOWELS + "wxy" or lemma[-2] not in _VOWELS:
        return False
    return lemma[-3] not in _VOWELS and sum(letter in _VOWELS for letter in lemma) == 1
