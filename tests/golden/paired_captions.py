"""Captions with the parse and the pairs of concepts that they have, all written by hand.

A parse is `word/lemma/TAG/head/relation`, or `word/TAG/head/relation` where the lemma is the word.
"""

from __future__ import annotations

#: The pairs that are looked for.
PAIRS = "black cat,eat man,small dog,fly bird"

#: Caption (a plain sentence) -> its sentences' parses, its pairs.
SENTENCES: dict[str, tuple[list[str], set[str]]] = {
    "": ([], set()),
    "a black cat sleeps.": (
        ["a/DT/3/det black/JJ/3/amod cat/NN/4/nsubj sleeps/sleep/VBZ/0/root ././4/punct"],
        {"black cat"},
    ),
    "the cat on the chair is white and black.": (
        [
            "the/DT/2/det cat/NN/7/nsubj on/IN/5/case the/DT/5/det chair/NN/2/nmod "
            "is/be/VBZ/7/cop white/JJ/0/root and/CC/7/cc black/JJ/7/conj ././7/punct"
        ],
        {"black cat"},
    ),
    "a white cat on a black couch.": (
        [
            "a/DT/3/det white/JJ/3/amod cat/NN/0/root on/IN/7/case a/DT/7/det "
            "black/JJ/7/amod couch/NN/3/nmod ././3/punct"
        ],
        set(),
    ),
    "a kitten. it is black.": (
        [
            "a/DT/2/det kitten/NN/0/root ././2/punct",
            "it/PRP/3/nsubj is/be/VBZ/3/cop black/JJ/0/root ././3/punct",
        ],
        set(),
    ),
    "two men eating noodles.": (
        ["two/CD/2/nummod men/man/NNS/0/root eating/eat/VBG/2/acl noodles/noodle/NNS/3/dobj"],
        {"eat man"},
    ),
    "a man who eats with a little dog.": (
        [
            "a/DT/2/det man/NN/0/root who/WP/4/nsubj eats/eat/VBZ/2/acl:relcl with/IN/8/case "
            "a/DT/8/det little/JJ/8/amod dog/NN/4/nmod ././2/punct"
        ],
        {"eat man", "small dog"},
    ),
    "noodles are eaten by a man.": (
        [
            "noodles/noodle/NNS/3/nsubjpass are/be/VBP/3/auxpass eaten/eat/VBN/0/root "
            "by/IN/6/case a/DT/6/det man/NN/3/nmod ././3/punct"
        ],
        set(),
    ),
    "a group of seagulls flying.": (
        [
            "a/DT/2/det group/NN/0/root of/IN/4/case seagulls/seagull/NNS/2/nmod "
            "flying/fly/VBG/2/acl ././2/punct"
        ],
        {"fly bird"},
    ),
    "a small dog standing on grass.": (
        # As the caption parser reads it: "standing" as a noun that "dog" modifies.
        [
            "a/DT/4/det small/JJ/4/amod dog/NN/4/compound standing/NN/0/root on/IN/6/case "
            "grass/NN/4/nmod ././4/punct"
        ],
        {"small dog"},
    ),
}

#: Image -> its references, and what a system says of it, best first.
IMAGES: dict[str, tuple[list[str], list[str]]] = {
    "cat": (
        ["a black cat sleeps.", "the cat on the chair is white and black."],
        ["a white cat on a black couch.", "a black cat sleeps."],
    ),
    "white cat": (
        ["a white cat on a black couch.", "a kitten. it is black."],
        ["a black cat sleeps."],
    ),
    "one says black": (
        ["a black cat sleeps.", "a white cat on a black couch."],
        ["a kitten. it is black.", ""],
    ),
    "men": (
        ["two men eating noodles.", "noodles are eaten by a man."],
        ["two men eating noodles."],
    ),
    "man and dog": (
        ["a man who eats with a little dog.", "a small dog standing on grass."],
        ["noodles are eaten by a man.", "a small dog standing on grass."],
    ),
    "gulls": (["a group of seagulls flying."], ["", "a group of seagulls flying."]),
    "nothing asked": (["noodles are eaten by a man."], ["a small dog standing on grass."]),
}
