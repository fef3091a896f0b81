"""Captions for METEOR to stumble over: written by hand, and drawn from words and marks."""

from __future__ import annotations

from hypothesis import strategies as st

LONG = (
    "on a wide wooden table in the middle of a bright kitchen there are several plates of freshly "
    "baked bread beside two bowls of red apples a blue jug of milk and a small vase of flowers "
    "while in the background an old man with a grey beard reads his newspaper near the window and "
    "a young girl who is wearing a green dress plays with a brown dog under the table next to him"
)
LONG_TOO = (
    "in the middle of a bright kitchen an elderly man who has a grey beard is reading the paper by "
    "the window and a little girl in a green dress is playing with a brown puppy beneath a large "
    "wooden table on which several loaves of fresh bread two bowls full of apples a jug with milk "
    "and some flowers in a vase have been placed the dog seems to be happy and so does the girl"
)

#: A candidate and its references.
PAIRS: dict[str, tuple[str, list[str]]] = {
    "the same": ("a dog runs home", ["a dog runs home"]),
    "one word": ("dog", ["dog"]),
    "nothing in common": ("quartz", ["a dog runs home"]),
    "stems": ("dogs running happily", ["the dog runs and is happy"]),
    "synonyms": ("a big automobile on the road", ["a large car on the street"]),
    "paraphrases": ("people take part in a race", ["persons participate in the contest"]),
    "only function words": ("it is on the", ["the it on is", "of the"]),
    "another order": ("on the table sits a cat", ["a cat sits on the table"]),
    "the same word again and again": ("the the the dog the", ["the dog the the", "dog dog"]),
    "empty candidate": ("", ["a dog"]),
    "empty reference": ("a dog", [""]),
    "empty reference among others": ("a dog", ["", "the dog", ""]),
    "both empty": ("", [""]),
    "only spaces": ("   ", ["  ", " "]),
    "bars in the candidate": ("a dog ||| runs |||| home|||now", ["a dog runs home now"]),
    "bars in a reference": ("runs home", ["a dog ||| he runs home ||| a cat", "home"]),
    "bars everywhere": ("||||| |", ["|||", "||||", "| ||", "|||||||"]),
    "bars at the ends": ("||| a dog |||", ["||| a dog", "a cat |||"]),
    "spaces that bars leave": ("a ||| ||| dog", ["a dog"]),
    "double spaces": ("a  dog   runs    home ", ["  a dog  runs home", "a   dog"]),
    "tabs and other white space": ("a\tdog\x0bruns\x0chome\x1cnow", ["a dog runs\thome\x1fnow"]),
    "white space that is not ASCII": ("a\u00a0dog\u2003runs\u3000home\x85now", ["a dog runs home"]),
    "line and paragraph separators": ("a\u2028dog\u2029runs", ["a dog runs"]),
    "not ASCII": (
        "Ein Café für Ångström 日本 😀 привет",
        ["ein CAFÉ für ångström 日本", "Привет 😀"],
    ),
    "letters that change in number": ("İstanbul STRASSE ﬁsh", ["i̇stanbul straße ﬁsh"]),
    "accents apart": ("cafe\u0301", ["caf\u00e9"]),
    "upper case": ("A DOG Runs HoMe", ["a dog runs home"]),
    "punctuation": (
        "a man's dog, isn't it? (no!) -- he said: \"well...\"",
        ["a man 's dog is n't it", "the man's dog , is not it ? ( no ! ) - he said well ..."],
    ),
    "hyphens": (
        "a well-known state-of-the-art t-shirt -",
        ["a well known state of the art t shirt"],
    ),
    "curly quotes": ("‘a’ “dog” – it’s", ["' a ' \" dog \" - it's", "'' a `` dog"]),
    "numbers": ("1,000 dogs, 3.5 cats and 1990's no. 7", ["1000 dogs 3.5 cats and 1990 's no.7"]),
    "abbreviations": (
        "mr. smith of the u.s.a. met dr. jones.",
        ["mr smith of the USA met dr. jones"],
    ),
    "dots": ("well... so .. what....", ["well ... so . what", "DOTMULTI. DOTDOT."]),
    "control characters": ("a\x00dog\x01 runs\x7f", ["a dog runs"]),
    "invisible marks": ("a\u200bdog\ufeff runs\u180ehome", ["a dog runs home"]),
    "the program's own words": ("SCORE EVAL", ["EVAL SCORE", "score"]),
    "more than sixty words": (LONG, [LONG_TOO, LONG]),
    "more than sixty words, otherwise": (LONG_TOO, [LONG, LONG_TOO[:200], "a man"]),
    "many references": (
        "a brown dog runs after a ball",
        [
            f"a {colour} dog {verb} a ball"
            for colour in ("big", "brown", "red")
            for verb in ("chases", "runs after", "is running for", "catches", "follows", "fetches")
        ],
    ),
    "equally good references": (
        "a dog",
        ["a cat and a", "a fox and a", "the dog is", "one dog is"],
    ),
}

_words = st.sampled_from(
    [*LONG.split(), *LONG_TOO.split(), "Dogs", "mr.", "u.s.", "3.5", "1,000", "it's", "t-shirt"]
)
_marks = st.sampled_from(
    [
        *("", ".", ",", "'", "-", "`", "|", "|||", "...", "(", "?"),
        *("\u2019", "\u201c", "\t", "é", "ß", "日", "😀", "  "),
    ]
)
_pieces = st.lists(st.tuples(_words, st.one_of(st.just(" "), _marks)), max_size=25)

#: Up to 25 words of the long captions, among which matches of every kind are frequent.
drawn_texts = _pieces.map(lambda pieces: "".join(word + mark for word, mark in pieces))
