"""Captions with the parse and the tuples that they have, all written by hand.

A parse is `word/lemma/TAG/head/relation`, or `word/TAG/head/relation` where the lemma is the word.
"""

from __future__ import annotations

Tuple = tuple[str, ...]

#: Caption -> its sentences' parses, its tuples.
SCENES: dict[str, tuple[list[str], list[Tuple]]] = {
    "": ([], []),
    "a brown dog lies on a red couch": (
        [
            "a/DT/3/det brown/JJ/3/amod dog/NN/4/nsubj lies/lie/VBZ/0/root "
            "on/IN/8/case a/DT/8/det red/JJ/8/amod couch/NN/4/nmod"
        ],
        [("dog", "lie on", "couch"), ("dog", "brown"), ("couch", "red"), ("dog",), ("couch",)],
    ),
    "the dog is brown. it sleeps on the sofa": (
        [
            "the/DT/2/det dog/NN/4/nsubj is/be/VBZ/4/cop brown/JJ/0/root ././4/punct",
            "it/PRP/2/nsubj sleeps/sleep/VBZ/0/root on/IN/5/case the/DT/5/det sofa/NN/2/nmod",
        ],
        [("dog", "brown"), ("dog",), ("sofa",)],
    ),
    "a dog on a couch": (
        ["a/DT/2/det dog/NN/0/root on/IN/5/case a/DT/5/det couch/NN/2/nmod"],
        [("dog", "on", "couch"), ("dog",), ("couch",)],
    ),
    "two men ride horses": (
        ["two/CD/2/nummod men/man/NNS/3/nsubj ride/VBP/0/root horses/horse/NNS/3/dobj"],
        [("man", "ride", "horse"), ("man", "two"), ("horse",), ("man",)],
    ),
    "big horses carry two riders and a dog": (
        [
            "big/JJ/2/amod horses/horse/NNS/3/nsubj carry/VBP/0/root two/CD/5/nummod "
            "riders/rider/NNS/3/dobj and/CC/5/cc a/DT/8/det dog/NN/5/conj"
        ],
        [
            ("horse", "carry", "rider"),
            ("horse", "carry", "dog"),
            ("horse", "big"),
            ("rider", "two"),
            ("horse",),
            ("rider",),
            ("dog",),
        ],
    ),
    "three large men on a horse": (
        [
            "three/CD/3/nummod large/JJ/3/amod men/man/NNS/0/root "
            "on/IN/6/case a/DT/6/det horse/NN/3/nmod"
        ],
        [("man", "large"), ("man", "on", "horse"), ("man", "three"), ("man",), ("horse",)],
    ),
    "a ball is thrown by a tall boy": (
        [
            "a/DT/2/det ball/NN/4/nsubjpass is/be/VBZ/4/auxpass thrown/throw/VBN/0/root "
            "by/IN/8/case a/DT/8/det tall/JJ/8/amod boy/NN/4/nmod"
        ],
        [("boy", "throw", "ball"), ("boy", "tall"), ("ball",), ("boy",)],
    ),
    "a small boy throws a red ball": (
        [
            "a/DT/3/det small/JJ/3/amod boy/NN/4/nsubj throws/throw/VBZ/0/root "
            "a/DT/7/det red/JJ/7/amod ball/NN/4/dobj"
        ],
        [("boy", "throw", "ball"), ("boy", "small"), ("ball", "red"), ("boy",), ("ball",)],
    ),
    "a stop sign near the road": (
        ["a/DT/3/det stop/NN/3/compound sign/NN/0/root near/IN/6/case the/DT/6/det road/NN/3/nmod"],
        [("sign", "near", "road"), ("sign", "stop"), ("road",)],
    ),
    "the road sign is red and round": (
        [
            "the/DT/3/det road/NN/3/compound sign/NN/5/nsubj is/be/VBZ/5/cop "
            "red/JJ/0/root and/CC/5/cc round/JJ/5/conj"
        ],
        [("sign", "red"), ("sign", "round"), ("sign", "road")],
    ),
    "a crimson sign": (
        ["a/DT/3/det crimson/JJ/3/amod sign/NN/0/root"],
        [("sign", "crimson"), ("sign",)],
    ),
    "a woman 's hat is big": (
        [
            "a/DT/2/det woman/NN/4/nmod:poss 's/POS/2/case hat/NN/6/nsubj "
            "is/be/VBZ/6/cop big/JJ/0/root"
        ],
        [("hat", "big"), ("woman", "have", "hat"), ("woman",), ("hat",)],
    ),
    "a girl puts on a huge coat": (
        [
            "a/DT/2/det girl/NN/3/nsubj puts/put/VBZ/0/root on/RP/3/compound:prt "
            "a/DT/7/det huge/JJ/7/amod coat/NN/3/dobj"
        ],
        [("girl", "put on", "coat"), ("coat", "huge"), ("girl",), ("coat",)],
    ),
    "a lady has a big hat": (
        ["a/DT/2/det lady/NN/3/nsubj has/have/VBZ/0/root a/DT/6/det big/JJ/6/amod hat/NN/3/dobj"],
        [("lady", "have", "hat"), ("hat", "big"), ("lady",), ("hat",)],
    ),
    "a cat is on a chair": (
        ["a/DT/2/det cat/NN/3/nsubj is/be/VBZ/0/root on/IN/6/case a/DT/6/det chair/NN/3/nmod"],
        [("cat", "be on", "chair"), ("cat",), ("chair",)],
    ),
    "the cat is under a table": (
        ["the/DT/2/det cat/NN/6/nsubj is/be/VBZ/6/cop under/IN/6/case a/DT/6/det table/NN/0/root"],
        [("cat", "under", "table"), ("cat",), ("table",)],
    ),
    "a couple of trucks wait": (
        ["a/DT/2/det couple/NN/5/nsubj of/IN/4/case trucks/truck/NNS/2/nmod wait/VBP/0/root"],
        [("truck", "wait"), ("truck", "a"), ("couple",), ("truck",)],
    ),
    "truck": (["truck/NN/0/root"], [("truck",)]),
    "it rains": (["it/PRP/2/nsubj rains/rain/VBZ/0/root"], []),
}

#: Image id -> references, candidate.
IMAGES: dict[str, tuple[list[str], str]] = {
    "couch": (
        ["a brown dog lies on a red couch", "the dog is brown. it sleeps on the sofa"],
        "a dog on a couch",
    ),
    "sofa": (["the dog is brown. it sleeps on the sofa"], "a brown dog lies on a red couch"),
    "riders": (
        ["two men ride horses", "big horses carry two riders and a dog"],
        "three large men on a horse",
    ),
    "ball": (["a ball is thrown by a tall boy"], "a small boy throws a red ball"),
    "sign": (["a stop sign near the road", "the road sign is red and round"], "a crimson sign"),
    "crimson": (
        ["a crimson sign", "the road sign is red and round"],
        "the road sign is red and round",
    ),
    "hat": (["a woman 's hat is big", "a girl puts on a huge coat"], "a lady has a big hat"),
    "cat": (["a cat is on a chair", "the cat is under a table"], "a cat is on a chair"),
    "the same": (["the cat is under a table"], "the cat is under a table"),
    "trucks": (["a couple of trucks wait", "truck"], "truck"),
    "nothing said": (["truck", "a crimson sign"], ""),
    "nothing to say": (["it rains", ""], "a couple of trucks wait"),
    "nothing in common": (["a woman 's hat is big"], "two men ride horses"),
    "empty and empty": (["it rains"], "it rains"),
}
