"""Trees with ClearNLP's labels, or of version 2, become Universal Dependencies, version 1."""

from __future__ import annotations

import random

import pytest

from cutline.text.clear_to_universal import clear_to_universal
from cutline.text.dependency_labels import (
    UNIVERSAL_RELATIONS,
    conversion_of,
    known_relation,
    second_version_to_first,
)

# A word, its tag, its head's place from 1 and its relation before, and both after. No tree is a
# model's: they are written by ClearNLP's guidelines, and as the official SPICE parser would have
# them.
TREES = {
    "a preposition": """
        dog     NN   0 ROOT   0 root
        on      IN   1 prep   4 case
        wet     JJ   4 amod   4 amod
        grass   NN   2 pobj   1 nmod
    """,
    "a preposition that heads the caption": """
        near    IN   0 ROOT   2 case
        trees   NNS  1 pobj   0 root
    """,
    "two prepositions in a row": """
        climbs  VBZ  0 ROOT   0 root
        out     IN   1 prep   5 case
        of      IN   2 prep   5 case
        the     DT   5 det    5 det
        box     NN   3 pobj   1 nmod
    """,
    "a preposition of two words": """
        sits    VBZ  0 ROOT   0 root
        in      IN   1 prep   5 case
        between IN   2 prep   2 mwe
        two     CD   5 nummod 5 nummod
        cars    NNS  3 pobj   1 nmod
    """,
    "because of": """
        stops   VBZ  0 ROOT   0 root
        because IN   1 prep   4 case
        of      IN   2 pcomp  2 mwe
        rain    NN   3 pobj   1 nmod
    """,
    "such as": """
        fruit   NN   0 ROOT   0 root
        such    JJ   3 amod   4 case
        as      IN   1 prep   2 mwe
        pears   NNS  3 pobj   1 nmod
    """,
    "in front of": """
        stands  VBZ  0 ROOT   0 root
        in      IN   1 prep   3 case
        front   NN   2 pobj   1 nmod
        of      IN   3 prep   5 case
        it      PRP  4 pobj   3 nmod
    """,
    "next to": """
        sits    VBZ  0 ROOT   0 root
        next    RB   1 advmod 1 advmod
        to      IN   2 prep   4 case
        him     PRP  3 pobj   2 nmod
    """,
    "two phrases with prepositions": """
        walks   VBZ  0 ROOT   0 root
        over    IN   1 prep   3 case
        hills   NNS  2 pobj   1 nmod
        and     CC   2 cc     3 cc
        through IN   2 conj   6 case
        mud     NN   5 pobj   3 conj
    """,
    "two prepositions for one noun": """
        signs   NNS  0 ROOT   0 root
        above   IN   1 prep   5 case
        and     CC   2 cc     2 cc
        below   IN   2 conj   2 conj
        it      PRP  4 pobj   1 nmod
    """,
    "a verb that prepositions follow is not one": """
        running VBG  0 ROOT   0 root
        along   IN   1 prep   3 case
        sand    NN   2 pobj   1 nmod
    """,
    "what stands before a preposition": """
        hangs   VBZ  0 ROOT   0 root
        right   RB   3 advmod 4 advmod
        above   IN   1 prep   4 case
        it      PRP  3 pobj   1 nmod
    """,
    "a preposition without an object": """
        bird    NN   0 ROOT   0 root
        flying  VBG  1 acl    1 acl
        by      IN   2 prep   2 nmod
    """,
    "a preposition without an object, of a noun": """
        shirt   NN   0 ROOT   0 root
        on      IN   1 prep   1 dep
    """,
    "a clause after a preposition, of a verb": """
        rests   VBZ  0 ROOT   0 root
        after   IN   1 prep   3 mark
        eating  VBG  2 pcomp  1 advcl
        grass   NN   3 dobj   3 dobj
    """,
    "a clause after a preposition, of a noun": """
        picture NN   0 ROOT   0 root
        of      IN   1 prep   4 mark
        cats    NNS  4 nsubj  4 nsubj
        playing VBG  2 pcomp  1 acl
    """,
    "a passive and its agent": """
        ball    NN   3 nsubjpass 3 nsubjpass
        is      VBZ  3 auxpass   3 auxpass
        hit     VBN  0 ROOT      0 root
        by      IN   3 agent     5 case
        her     PRP  4 pobj      3 nmod
    """,
    "a copula and an adjective": """
        the     DT   2 det    2 det
        dog     NN   3 nsubj  5 nsubj
        is      VBZ  0 ROOT   5 cop
        very    RB   5 advmod 5 advmod
        wet     JJ   3 acomp  0 root
        today   NN   3 npadvmod 5 nmod:npmod
        .       .    3 punct  5 punct
    """,
    "a copula and a noun": """
        this    DT   2 nsubj  4 nsubj
        is      VBZ  0 ROOT   4 cop
        a       DT   4 det    4 det
        cow     NN   2 attr   0 root
    """,
    "a copula and a phrase with a preposition": """
        cup     NN   2 nsubj  4 nsubj
        is      VBZ  0 ROOT   4 cop
        on      IN   2 prep   4 case
        tables  NNS  3 pobj   0 root
        in      IN   4 prep   6 case
        shops   NNS  5 pobj   4 nmod
    """,
    "a copula in a relative clause": """
        lamp    NN   0 ROOT   0 root
        that    WDT  3 nsubj  4 nsubj
        is      VBZ  1 relcl  4 cop
        on      IN   3 prep   1 acl:relcl
    """,
    "a copula and an adverb": """
        keys    NNS  2 nsubj  2 nsubj
        are     VBP  0 ROOT   0 root
        there   RB   2 advmod 2 advmod
    """,
    "two copulas": """
        it      PRP  2 nsubj  3 nsubj
        is      VBZ  0 ROOT   3 cop
        old     JJ   2 acomp  0 root
        and     CC   2 cc     3 cc
        is      VBZ  2 conj   6 cop
        red     JJ   5 acomp  3 conj
    """,
    "a place before a copula": """
        in      IN   3 prep   2 case
        winter  NN   1 pobj   5 nmod
        is      VBZ  0 ROOT   5 cop
        it      PRP  3 nsubj  5 nsubj
        cold    JJ   3 acomp  0 root
    """,
    "something that there is": """
        there   EX   2 expl   2 expl
        are     VBP  0 ROOT   0 root
        two     CD   4 nummod 4 nummod
        men     NNS  2 attr   2 nsubj
        in      IN   2 prep   6 case
        boats   NNS  5 pobj   2 nmod
    """,
    "be as an auxiliary": """
        dog     NN   3 nsubj  3 nsubj
        is      VBZ  3 aux    3 aux
        sitting VBG  0 ROOT   0 root
    """,
    "an adjective after another verb": """
        looks   VBZ  0 ROOT   0 root
        happy   JJ   1 acomp  1 xcomp
    """,
    "three things": """
        cats    NNS  0 ROOT   0 root
        ,       ,    1 punct  1 punct
        dogs    NNS  1 conj   1 conj
        and     CC   3 cc     1 cc
        cows    NNS  3 conj   1 conj
    """,
    "as well as": """
        cats    NNS  0 ROOT   0 root
        as      RB   4 advmod 1 cc
        well    RB   4 advmod 2 mwe
        as      IN   1 cc     2 mwe
        dogs    NNS  1 conj   1 conj
    """,
    "something given": """
        gives   VBZ  0 ROOT   0 root
        her     PRP  1 dative 1 iobj
        cake    NN   1 dobj   1 dobj
    """,
    "something given to somebody": """
        gives   VBZ  0 ROOT   0 root
        cake    NN   1 dobj   1 dobj
        to      IN   1 dative 4 case
        her     PRP  3 pobj   1 nmod
    """,
    "possession": """
        man     NN   3 poss   3 nmod:poss
        's      POS  1 case   1 case
        hat     NN   0 ROOT   0 root
    """,
    "smaller words": """
        all     PDT  3 predet   3 det:predet
        the     DT   3 det      3 det
        boys    NNS  4 nsubj    4 nsubj
        picked  VBD  0 ROOT     0 root
        up      RP   4 prt      4 compound:prt
        both    CC   9 preconj  9 cc:preconj
        about   RB   8 quantmod 8 advmod
        ten     CD   9 nummod   9 nummod
        cups    NNS  4 dobj     4 dobj
        painted VBN  9 acl      9 acl
        red     JJ   10 oprd    10 xcomp
    """,
    "modifiers without a preposition": """
        night   NN   4 nmod   4 compound
        20      CD   4 nmod   4 nummod
        based   VBN  4 nmod   4 amod
        trains  NNS  0 ROOT   0 root
    """,
}


Row = tuple[str, str, int, str, int, str]


def rows_of(text: str) -> list[Row]:
    rows = [line.split() for line in text.strip().splitlines()]
    return [(w, tag, int(h), r, int(head), relation) for w, tag, h, r, head, relation in rows]


@pytest.mark.parametrize("name", TREES)
def test_a_tree_with_clearnlps_labels(name: str) -> None:
    words, tags, heads, relations, expected_heads, expected = zip(
        *rows_of(TREES[name]), strict=True
    )
    got_heads, got = clear_to_universal(words, tags, heads, relations)
    told = list(zip(words, got_heads, got, strict=True))
    assert told == list(zip(words, expected_heads, expected, strict=True))
    assert set(got) <= set(UNIVERSAL_RELATIONS)


def test_what_is_given_is_not_changed() -> None:
    heads, relations = [0, 1, 2], ["ROOT", "prep", "pobj"]
    clear_to_universal(["dog", "on", "grass"], ["NN", "IN", "NN"], heads, relations)
    assert (heads, relations) == ([0, 1, 2], ["ROOT", "prep", "pobj"])


def is_tree(heads: list[int]) -> bool:
    for place in range(1, len(heads) + 1):
        steps = 0
        while place:
            place, steps = heads[place - 1], steps + 1
            if steps > len(heads):
                return False
    return heads.count(0) == 1


def test_any_tree_stays_a_tree() -> None:
    """Models make mistakes: whatever the labels are, each word is reached from one root."""
    chosen = random.Random(7)
    labels = [
        "prep",
        "pobj",
        "pcomp",
        "attr",
        "acomp",
        "conj",
        "cc",
        "nsubj",
        "expl",
        "dative",
        "agent",
        "case",
        "nmod",
        "advmod",
    ]
    words = ["is", "as", "well", "on", "out", "of", "in", "between", "such", "dog", "be", "and"]
    tags = ["VBZ", "IN", "RB", "NN", "VBG", "TO", "CC"]
    changed = 0
    for _ in range(3_000):
        size = chosen.randint(1, 9)
        order = chosen.sample(range(1, size + 1), size)
        heads = [0] * size
        for at in range(1, size):
            heads[order[at] - 1] = chosen.choice(order[:at])
        relations = ["ROOT" if head == 0 else chosen.choice(labels) for head in heads]
        given = [chosen.choices(words, k=size), chosen.choices(tags, k=size)]
        got_heads, got = clear_to_universal(*given, heads, relations)
        assert is_tree(got_heads), (given, heads, relations)
        assert got[got_heads.index(0)] == "root", (given, heads, relations)
        changed += got_heads != heads
    assert changed > 1_000


SECOND_VERSION = """
    dogs    NNS  5 nsubj:pass 5 nsubjpass
    and     CC   3 cc         1 cc
    cats    NNS  1 conj       1 conj
    are     VBP  5 aux:pass   5 auxpass
    fed     VBN  0 root       0 root
    fish    NN   5 obj        5 dobj
    in      IN   8 case       8 case
    New     NNP  5 obl        5 nmod
    York    NNP  8 flat       8 mwe
    because IN   12 case      12 case
    of      IN   10 fixed     10 mwe
    rain    NN   5 obl:cause  5 nmod
    today   NN   5 obl:tmod   5 nmod:tmod
    .       .    5 punct      5 punct
"""


def test_a_tree_of_the_second_version() -> None:
    rows = rows_of(SECOND_VERSION)
    words, tags, heads, relations, expected_heads, expected = zip(*rows, strict=True)
    got_heads, got = second_version_to_first(words, tags, heads, relations)
    assert list(zip(words, got_heads, got, strict=True)) == list(
        zip(words, expected_heads, expected, strict=True)
    )


CLEAR_MODEL = ["ROOT", "acl", "amod", "case", "nmod", "nsubj", "dobj", "pobj", "prep"]
FIRST_MODEL = ["root", "acl", "amod", "case", "nmod", "nsubj", "dobj", "auxpass"]
SECOND_MODEL = ["root", "acl", "amod", "case", "nmod", "nsubj", "obj", "obl"]


def test_the_scheme_is_told_by_a_models_labels() -> None:
    # `case` and `nmod` are in all three.
    assert conversion_of(CLEAR_MODEL) is clear_to_universal
    assert conversion_of(SECOND_MODEL) is second_version_to_first
    unchanged = conversion_of(FIRST_MODEL)
    tree = ([3, 3, 0], ["case", "det", "root"])
    assert unchanged(["on", "the", "grass"], ["IN", "DT", "NN"], *tree) == tree


def test_relations_that_nobody_knows() -> None:
    assert known_relation("nmod:poss") == "nmod:poss"
    assert known_relation("nmod:cause") == "nmod"
    assert known_relation("ROOT") == "root"
    assert known_relation("") == "dep"
    assert known_relation("subtok") == "dep"
