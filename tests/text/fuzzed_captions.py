"""Random captions that visit every corner of the tokenizer."""

from __future__ import annotations

import random

_WORDS = [
    "a",
    "the",
    "man",
    "dog",
    "cat",
    "two",
    "woman",
    "sits",
    "on",
    "street",
    "bus",
    "red",
    "White",
    "US",
    "tv",
    "t-shirt",
    "ice-cream",
    "cannot",
    "gonna",
    "wanna",
    "'tis",
    "'twas",
    "it's",
    "don't",
    "we'll",
    "they've",
    "I'm",
    "O'Brien",
    "rock'n'roll",
    "dogs'",
    "c'mon",
    "y'all",
    "jack-o'-lantern",
    "etc.",
    "Inc.",
    "Corp.",
    "Co.",
    "Ltd",
    "Mr.",
    "Dr.",
    "St.",
    "Ave.",
    "U.S.",
    "t.v.",
    "a.m.",
    "p.m.",
    "No.",
    "no.",
    "fig.",
    "Ph.D.",
    "e.g.",
    "Wash.",
    "wash.",
    "Pa.",
    "Fla.",
    "and/or",
    "his/her",
    "w/",
    "AT&T",
    "M&Ms",
    "R&B",
    "C++",
    "C#",
    "F#",
    "#1",
    "#dog",
    "@me",
    "10:30am",
    "5'10\"",
    "1960's",
    "'90s",
    "90's",
    "3.5",
    "1,000",
    "-5",
    "+7",
    "1/2",
    "1",
    "1/2",
    "2nd",
    "6th",
    "555-1234",
    "(555)",
    "123-4567",
    "555",
    "123",
    "4567",
    "1-800-555-1234",
    "10/12/2013",
    "$5",
    "US$5",
    "5%",
    "20°C",
    "http://a.com",
    "https://x.org/y,z.",
    "www.foo.com",
    "foo.com/bar",
    "me@x.com",
    "a@b",
    "<b>",
    "</b>",
    "<a",
    'href="x">',
    "<br/>",
    "<!--",
    "x",
    "-->",
    "&amp;",
    "&lt;",
    "&gt;",
    "&quot;",
    "&apos;",
    "&nbsp;",
    "&mdash;",
    "&eacute;",
    "&#39;",
    "caf&eacute;",
    ":-)",
    ":(",
    ";P",
    "=D",
    "<3",
    "^_^",
    "(o_o)",
    "x_x",
    "file.txt",
    "image.jpg",
    "bottle.c",
    "main.cpp",
    "s&p-500",
    "cap'n",
    "pro-choice",
    "anti-war",
    "U.S.-U.K.",
    "ed.d.",
    "pty.",
    "bhd.",
    "intl.",
]

_SIGNS = [
    *"""!?.,;:-'"`()[]{}<>/\\|@#$%^&*_+=~ \t""",
    *("...", ". . .", "--", "---", "-----", "''", "``", "?!", "!!", "..", "....", "<<", ">>"),
    *"‘’“”«»‚„‹›–—…½¼⅓⅛£€¢¥²₂™©°−×",
    *("\u00a0", "\u00ad", "\u200b", "\ufeff"),
]

_ODD = [
    *("é", "ß", "ı", "İ", "Σ", "ς", "Ω", "Ж", "ש", "ع", "अ", "ก", "中", "あ", "ア", "한", "Å", "ſ"),
    *("😀", "𝒜", "\u0301", "\u0345", "\u2028x", "\u0085", "\u0091", "\u0096", "٣", "९", "Ⅳ", "ﬁ"),
]
# Rare line ends would tear captions apart: then all later lines shift, here as in the official
# program, so a few of them are worth having.
_LINE_ENDS = ["\r", "\x0b", "\x0c", "\u2029"]


def fuzzed_captions(seed: int, count: int) -> list[str]:
    """`count` captions; the same seed gives the same ones."""
    chance = random.Random(seed)
    return [_caption(chance) for _ in range(count)]


def _caption(chance: random.Random) -> str:
    pieces = [_piece(chance) for _ in range(chance.randint(1, 9))]
    joiner = chance.choice([" ", " ", " ", "", "  "])
    caption = joiner.join(pieces)
    for _ in range(chance.choice([0, 0, 0, 1, 2])):
        caption = _mutated(caption, chance)
    if chance.random() < 0.0005:
        caption += chance.choice(_LINE_ENDS)
    return caption


def _piece(chance: random.Random) -> str:
    kind = chance.random()
    if kind < 0.70:
        word = chance.choice(_WORDS)
        return chance.choice([word, word, word.upper(), word.capitalize(), word + "."])
    if kind < 0.85:
        return chance.choice(_SIGNS)
    if kind < 0.90:
        return chance.choice(_ODD)
    if kind < 0.95:
        return str(chance.randrange(10 ** chance.randint(1, 6)))
    return chance.choice(_WORDS) + chance.choice(_SIGNS) + chance.choice(_WORDS)


def _mutated(caption: str, chance: random.Random) -> str:
    at = chance.randrange(len(caption) + 1)
    kind = chance.randrange(4)
    if kind == 0:
        return caption[:at] + caption[at + 1 :]
    if kind == 1:
        return caption[:at] + chance.choice(_SIGNS) + caption[at:]
    if kind == 2:
        return caption[:at] + chr(_any_unit(chance)) + caption[at:]
    return caption[:at] + caption[at : at + 3] + caption[at:]


def _any_unit(chance: random.Random) -> int:
    """Any character of the Basic Multilingual Plane but line feeds and surrogates."""
    while True:
        unit = chance.choice([chance.randrange(0x250), chance.randrange(0x10000)])
        if unit not in (0x0A, 0x0D, 0x0B, 0x0C, 0x2028, 0x2029) and not 0xD800 <= unit < 0xE000:
            return unit
