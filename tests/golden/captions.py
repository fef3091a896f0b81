"""Captions for golden files, written for the purpose: ordinary ones, and ones that go wrong."""

from __future__ import annotations

#: Image id -> (references, candidate), all tokenized already.
ORDINARY: dict[str, tuple[list[str], str]] = {
    "harbour": (
        [
            "three small boats rest in a quiet harbour",
            "a quiet harbour with three boats tied to a pier",
            "boats lie at the pier while gulls watch",
        ],
        "three boats in a quiet harbour",
    ),
    "kitchen": (
        [
            "a cook in a white apron stirs a pot of soup",
            "someone is stirring soup on an old stove",
            "the cook is making soup in the kitchen",
            "a pot of soup steams on the stove",
        ],
        "a cook stirs soup on a stove in the kitchen",
    ),
    "cyclist": (
        ["a girl rides her bicycle past a row of shops", "a girl on a bicycle and a row of shops"],
        "a man rides a horse past a barn",
    ),
    "tower": (
        ["the old tower has a clock with golden hands", "a clock tower under a grey sky"],
        "a tall clock tower with a golden clock",
    ),
    "sheep": (
        [
            "a flock of sheep blocks the narrow road",
            "sheep stand on the road and block a car",
            "the road is full of sheep",
            "a car waits for the sheep to leave the road",
            "a flock of sheep on a road in front of a car",
        ],
        "a flock of sheep blocks the road in front of a car",
    ),
    "repeats": (
        ["the dog saw the dog in the mirror", "a dog looks at a dog in a mirror"],
        "the dog the dog the dog in the the mirror",
    ),
}

#: Edge cases that the official program answers in its own way.
ODD: dict[str, tuple[list[str], str]] = {
    "one word": (["boats", "a boat"], "boats"),
    "two words": (["red kite", "a red kite flies"], "red kite"),
    "nothing said": (["a lamp on a desk", "the desk has a lamp"], ""),
    "nothing to say": (["", "an empty room"], "an empty room"),
    "empty and empty": (["", "a wall"], ""),
    "hard space": (["1\u00a01/2 cups of flour", "flour in cups"], "1\u00a01/2 cups of flour"),
    "twice the same": (["a red door", "a red door"], "a red door"),
    "tie of lengths": (["one two three four", "one two three four five six"], "a b c d e"),
    "unknown words": (["a green hill"], "zebra quagga okapi"),
    "long": (
        [" ".join(f"word{i % 37}" for i in range(150)), "word1 word2 word3"],
        " ".join(f"word{i % 31}" for i in range(120)),
    ),
}

ALL = {**ORDINARY, **ODD}

#: What METEOR matches by stem, synonym and paraphrase, and where its normalisation acts.
RELATED: dict[str, tuple[list[str], str]] = {
    "stems": (["two runners were running happily", "the happiest skies"], "a runner runs in a sky"),
    "synonyms": (
        ["the kid sits on the couch with an automobile magazine", "a photo of big feet"],
        "a child sat on a sofa with a car magazine",
    ),
    "irregular": (
        ["mice and geese with children", "a wolf and its knife"],
        "a mouse , wolves , men",
    ),
    "paraphrases": (
        ["a number of people wait in front of the shop", "the bank is close to a bridge"],
        "a lot of persons wait outside of the store near to the bridge",
    ),
    "crossing": (["on the red table lies a blue book"], "a blue book lies on the red table"),
    "the same hash": (["the ap and the c5 or haï", "q4 as hes"], "the c2 and the as q4 hes"),
    "normalised": (
        ["a dog 's 1,000 t-shirts ... -lrb- u.s. -rrb-", "it 's a,b,c and dogs' '90s etc. too"],
        "dog's 1,000 t shirts .. ( U.S. ) a , b,c dogs ' etc. The",
    ),
    "bars": (["a red ||| barn", "a barn |||| red"], "a ||| red  barn"),
    "other letters": (
        ["ΣΑΣ İstanbul ñandú 😀 漢字", "ß Ž дом"],
        "σας istanbul nandu 😀 漢 字 ž Дом",
    ),
    "many of one": (
        ["a a a b a a b a a a", "b a b a b a b"],
        "a b a b b a a a b a b a",
    ),
}
