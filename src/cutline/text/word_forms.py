"""Forms of English verbs and adjectives, for words that a parser did not lemmatize."""

from __future__ import annotations

#: Forms that no rule gives, by the lemma. A gap is proved by forms, so one that is missing here is
#: a leak that nobody sees.
_IRREGULAR_VERBS = {
    "beat": ("beaten",),
    "become": ("became",),
    "begin": ("began", "begun"),
    "bend": ("bent",),
    "bind": ("bound",),
    "bite": ("bit", "bitten"),
    "bleed": ("bled",),
    "blow": ("blew", "blown"),
    "break": ("broke", "broken"),
    "breed": ("bred",),
    "bring": ("brought",),
    "build": ("built",),
    "burn": ("burnt",),
    "burst": ("burst",),
    "buy": ("bought",),
    "catch": ("caught",),
    "choose": ("chose", "chosen"),
    "cling": ("clung",),
    "come": ("came",),
    "creep": ("crept",),
    "cut": ("cut",),
    "deal": ("dealt",),
    "dig": ("dug",),
    "do": ("did", "done"),
    "draw": ("drew", "drawn"),
    "drink": ("drank", "drunk"),
    "drive": ("drove", "driven"),
    "eat": ("ate", "eaten"),
    "fall": ("fell", "fallen"),
    "feed": ("fed",),
    "feel": ("felt",),
    "fight": ("fought",),
    "find": ("found",),
    "flee": ("fled",),
    "fling": ("flung",),
    "fly": ("flew", "flown"),
    "forget": ("forgot", "forgotten"),
    "freeze": ("froze", "frozen"),
    "get": ("got", "gotten"),
    "give": ("gave", "given"),
    "go": ("went", "gone"),
    "grind": ("ground",),
    "grow": ("grew", "grown"),
    "hang": ("hung",),
    "have": ("has", "had"),
    "hear": ("heard",),
    "hide": ("hid", "hidden"),
    "hit": ("hit",),
    "hold": ("held",),
    "keep": ("kept",),
    "kneel": ("knelt",),
    "knit": ("knit",),
    "know": ("knew", "known"),
    "lay": ("laid",),
    "lead": ("led",),
    "lean": ("leant",),
    "leap": ("leapt",),
    "leave": ("left",),
    "lend": ("lent",),
    "let": ("let",),
    "lie": ("lay", "lain"),
    "light": ("lit",),
    "lose": ("lost",),
    "make": ("made",),
    "mean": ("meant",),
    "meet": ("met",),
    "mow": ("mown",),
    "pay": ("paid",),
    "put": ("put",),
    "read": ("read",),
    "ride": ("rode", "ridden"),
    "ring": ("rang", "rung"),
    "rise": ("rose", "risen"),
    "run": ("ran",),
    "say": ("said",),
    "see": ("saw", "seen"),
    "seek": ("sought",),
    "sell": ("sold",),
    "send": ("sent",),
    "set": ("set",),
    "sew": ("sewn",),
    "shake": ("shook", "shaken"),
    "shear": ("shorn",),
    "shed": ("shed",),
    "shine": ("shone",),
    "shoot": ("shot",),
    "show": ("shown",),
    "shut": ("shut",),
    "sing": ("sang", "sung"),
    "sink": ("sank", "sunk"),
    "sit": ("sat",),
    "sleep": ("slept",),
    "slide": ("slid",),
    "sling": ("slung",),
    "sow": ("sown",),
    "speak": ("spoke", "spoken"),
    "spend": ("spent",),
    "spill": ("spilt",),
    "spin": ("spun",),
    "spit": ("spat",),
    "split": ("split",),
    "spread": ("spread",),
    "spring": ("sprang", "sprung"),
    "stand": ("stood",),
    "steal": ("stole", "stolen"),
    "stick": ("stuck",),
    "sting": ("stung",),
    "stride": ("strode", "stridden"),
    "strike": ("struck", "stricken"),
    "string": ("strung",),
    "sweep": ("swept",),
    "swim": ("swam", "swum"),
    "swing": ("swung",),
    "take": ("took", "taken"),
    "teach": ("taught",),
    "tear": ("tore", "torn"),
    "tell": ("told",),
    "think": ("thought",),
    "throw": ("threw", "thrown"),
    "tread": ("trod", "trodden"),
    "understand": ("understood",),
    "wake": ("woke", "woken"),
    "wear": ("wore", "worn"),
    "weave": ("wove", "woven"),
    "weep": ("wept",),
    "win": ("won",),
    "wind": ("wound",),
    "withdraw": ("withdrew", "withdrawn"),
    "wring": ("wrung",),
    "write": ("wrote", "written"),
}
_IRREGULAR_ADJECTIVES = {
    "bad": ("worse", "worst"),
    "far": ("farther", "farthest", "further", "furthest"),
    "good": ("better", "best"),
}
_VOWELS = "aeiou"
_HISSES = ("s", "x", "z", "ch", "sh", "o")


def verb_forms(lemma: str) -> frozenset[str]:
    """All forms of a verb, its lemma included, also those that people write by mistake.

    Some are no English words. That does no harm where they are only looked up. Letters that should
    be doubled are: "hoping" is no form of "hop". Those of longer verbs may be: "travelling".

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
    if _may_be_doubled(lemma):
        past |= {_doubled(lemma) + "ed", _doubled(lemma) + "ing"}
    return frozenset({lemma, present, _gerund(lemma)} | past | mistaken)


def adjective_forms(lemma: str) -> frozenset[str]:
    """An adjective, its comparative and its superlative.

    >>> sorted(adjective_forms("big")), sorted(adjective_forms("tiny"))
    (['big', 'bigger', 'biggest'], ['tinier', 'tiniest', 'tiny'])
    """
    irregular = _IRREGULAR_ADJECTIVES.get(lemma, ())
    if lemma.endswith("e"):
        return frozenset({lemma, lemma + "r", lemma + "st"})
    stem = _stem_before_vowel(lemma)
    return frozenset({lemma, stem + "er", stem + "est", *irregular})


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
    return _may_be_doubled(lemma) and sum(letter in _VOWELS for letter in lemma) == 1


def _may_be_doubled(lemma: str) -> bool:
    """Whether one vowel stands before the last letter, as in travel, begin, and nap."""
    if len(lemma) < 3 or lemma[-1] in _VOWELS + "wxy" or lemma[-2] not in _VOWELS:
        return False
    return lemma[-3] not in _VOWELS
