"""Captions with their parses and nouns, and what is seen in their images, all written by hand.

A parse is `word/lemma/TAG/head/relation`, or `word/TAG/head/relation` where the lemma is the word.
"""

from __future__ import annotations

#: Caption -> its sentences' parses; its nouns as objects, with how many each speaks of (0 for
#: several); and its words with the tag NN.
SENTENCES: dict[str, tuple[list[str], list[tuple[str, int]], list[str]]] = {
    "a puppy with a ball.": (
        ["a/DT/2/det puppy/NN/0/root with/IN/5/case a/DT/5/det ball/NN/2/nmod ././2/punct"],
        [("puppy", 1), ("ball", 1)],
        ["puppy", "ball"],
    ),
    "two dogs beside a wine glass.": (
        [
            "two/CD/2/nummod dogs/dog/NNS/0/root beside/IN/6/case a/DT/6/det "
            "wine/NN/6/compound glass/NN/2/nmod ././2/punct"
        ],
        [("dog", 2), ("wine glass", 1)],
        ["wine", "glass"],
    ),
    "a group of women in front of a tent.": (
        [
            "a/DT/2/det group/NN/0/root of/IN/4/case women/woman/NNS/2/nmod in/IN/9/case "
            "front/NN/5/mwe of/IN/5/mwe a/DT/9/det tent/NN/2/nmod ././2/punct"
        ],
        [("woman", 0), ("tent", 1)],
        ["group", "front", "tent"],
    ),
    "running and jumping.": (
        ["running/run/VBG/0/root and/CC/1/cc jumping/jump/VBG/1/conj ././1/punct"],
        [],
        [],
    ),
    "a couch.": (["a/DT/2/det couch/NN/0/root ././2/punct"], [("couch", 1)], ["couch"]),
}

#: Image -> the caption, and the labels of what is seen.
IMAGES: dict[str, tuple[str, list[str]]] = {
    "1": ("a puppy with a ball.", ["dog", "ball", "person"]),
    "2": ("two dogs beside a wine glass.", ["dog", "dog", "dog", "wineglass"]),
    "3": ("a group of women in front of a tent.", ["Person", "Person", "tent", "car"]),
    "4": ("running and jumping.", ["person"]),
    "5": ("a couch.", ["sofa", "lamp"]),
    "6": ("a couch.", []),
    "7": ("a puppy with a ball.", ["dogs"]),
}

#: Which nouns WordNet has for one thing, or one for a kind of the other, and the steps between.
RELATED = {
    ("puppy", "dog"): 1,
    ("wine glass", "wineglass"): 0,
    ("woman", "person"): 2,
    ("couch", "sofa"): 0,
}
