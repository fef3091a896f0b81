"""Dependency trees of most spaCy models (ClearNLP's labels) as basic Universal Dependencies, v1.

The large difference is who heads what: there a preposition heads its noun and a copula its
predicate, here it is the other way round. What remains is other names for the same things.
"""

from __future__ import annotations

from collections.abc import Sequence

_ONLY_CLEAR = """
    acomp agent attr dative intj meta npadvmod oprd pcomp pobj poss preconj predet prep prt
    quantmod relcl
"""
#: Labels that are only in this scheme. `case` and `nmod` are in it too, with narrower meanings.
CLEAR_LABELS = frozenset(_ONLY_CLEAR.split())

_NAMES = {
    "ROOT": "root",
    "acomp": "xcomp",
    "attr": "xcomp",
    "dative": "iobj",
    "intj": "discourse",
    "meta": "dep",
    "npadvmod": "nmod:npmod",
    "oprd": "xcomp",
    "pcomp": "dep",
    "pobj": "dep",
    "poss": "nmod:poss",
    "preconj": "cc:preconj",
    "predet": "det:predet",
    "prt": "compound:prt",
    "quantmod": "advmod",
    "relcl": "acl:relcl",
}

_FORMS_OF_BE = ("be", "am", "is", "are", "was", "were", "been", "being", "'s", "'re", "'m")
#: A preposition that hangs by one of these becomes the case of a nominal modifier.
_MODIFIERS = ("prep", "agent", "dative", "advmod", "amod", "npadvmod", "prt", "mark")
_BARE = ("prep", "agent")
#: Two prepositions that are one: the second is part of the first.
_FIXED = {("in", "between"), ("because", "of"), ("instead", "of"), ("such", "as")}


def clear_to_universal(
    words: Sequence[str], tags: Sequence[str], heads: Sequence[int], relations: Sequence[str]
) -> tuple[list[int], list[str]]:
    """Heads and relations of one sentence as Universal Dependencies, version 1, has them.

    Args:
        words: of the sentence.
        tags: of each word, Penn Treebank tags.
        heads: of each word, counted from 1; 0 for the root.
        relations: of each word, ClearNLP's labels.

    >>> words, tags = ["dog", "on", "grass"], ["NN", "IN", "NN"]
    >>> clear_to_universal(words, tags, [0, 1, 2], ["ROOT", "prep", "pobj"])
    ([0, 3, 1], ['root', 'case', 'nmod'])
    """
    tree = _Tree(words, tags, heads, relations)
    for rule in _RULES:
        rule(tree)
    return tree.heads[1:], tree.relations[1:]


class _Tree:
    """A sentence whose words are counted from 1, so that 0 can be what the root hangs from."""

    def __init__(
        self, words: Sequence[str], tags: Sequence[str], heads: Sequence[int], names: Sequence[str]
    ) -> None:
        self.words = ["", *(word.lower() for word in words)]
        self.tags = ["", *tags]
        self.heads = [0, *heads]
        self.relations = ["", *names]

    def places(self) -> range:
        return range(1, len(self.words))

    def children(self, head: int, *relations: str) -> list[int]:
        """Of a word, in their order; only those of the relations, if any are given."""
        return [
            place
            for place in self.places()
            if self.heads[place] == head and (not relations or self.relations[place] in relations)
        ]

    def hang(self, place: int, head: int, relation: str) -> None:
        self.heads[place] = head
        self.relations[place] = relation

    def depth(self, place: int) -> int:
        depth = 0
        while place:
            place, depth = self.heads[place], depth + 1
        return depth

    def deepest_first(self) -> list[int]:
        return sorted(self.places(), key=self.depth, reverse=True)


def _unmarked_modifiers(tree: _Tree) -> None:
    """`nmod` here is a modifier without preposition, which the other scheme tells by its tag."""
    for place in tree.places():
        if tree.relations[place] == "nmod":
            by_tag = {"NN": "compound", "CD": "nummod"}
            tree.relations[place] = by_tag.get(tree.tags[place][:2], "amod")


def _conjunctions(tree: _Tree) -> None:
    """Each conjunct hangs from the one before; in the other scheme all hang from the first."""
    for place in tree.places():
        if tree.relations[place] in ("conj", "cc"):
            while tree.relations[tree.heads[place]] == "conj":
                tree.heads[place] = tree.heads[tree.heads[place]]


def _existential(tree: _Tree) -> None:
    """ "There is a dog": the dog is the subject."""
    for there in tree.places():
        if tree.relations[there] == "expl":
            for place in tree.children(tree.heads[there], "attr"):
                tree.relations[place] = "nsubj"


def _as_well_as(tree: _Tree) -> None:
    """The last word heads it here, and the first there."""
    for last in tree.places():
        first = last - 2
        if first > 0 and tree.words[first : last + 1] == ["as", "well", "as"]:
            is_whole = tree.heads[first] == tree.heads[last - 1] == last
            if is_whole and tree.relations[last] == "cc":
                tree.hang(first, tree.heads[last], "cc")
                tree.hang(last - 1, first, "mwe")
                tree.hang(last, first, "mwe")


def _prepositions(tree: _Tree) -> None:
    """What a preposition heads takes its place, and the preposition becomes its case or mark."""
    for place in tree.deepest_first():
        found = _object_of(tree, place)
        if found:
            _swap(tree, place, found)


def _object_of(tree: _Tree, preposition: int) -> int:
    """The noun or verb that a preposition goes with, or 0."""
    if own := tree.children(preposition, "pobj") or tree.children(preposition, "pcomp"):
        return own[0]
    if tree.relations[preposition] not in _BARE and tree.tags[preposition] not in ("IN", "TO"):
        return 0
    # "Out of the box", "on and under the table": the object is with the last preposition, which
    # has become its case by now.
    for place in tree.children(preposition, "nmod", "conj"):
        inner = tree.children(place, "case")[:1]
        if inner and (tree.relations[place] == "conj" or inner[0] == preposition + 1):
            return place
    return 0


def _swap(tree: _Tree, preposition: int, inner: int) -> None:
    was = tree.relations[inner]
    others = [place for place in tree.children(preposition) if place != inner]
    _promote(tree, preposition, inner)
    if was == "conj":
        # "On and under the table": the prepositions are what is coordinated.
        tree.hang(tree.children(inner, "case")[0], preposition, "conj")
        others = [place for place in others if tree.relations[place] != "cc"]
    _hang_case(tree, preposition, inner)
    for place in others:
        tree.heads[place] = inner
    _fix_pair(tree, inner)


def _promote(tree: _Tree, preposition: int, inner: int) -> None:
    """Give a preposition's object its place, and the relation that fits what it is."""
    head, relation = tree.heads[preposition], tree.relations[preposition]
    if relation in _MODIFIERS:
        is_clause = _is_clause(tree, inner)
        clause = "advcl" if tree.tags[head].startswith("V") else "acl"
        relation = clause if is_clause else "nmod"
    tree.hang(inner, head, relation)


def _is_clause(tree: _Tree, place: int) -> bool:
    is_complement = tree.relations[place] == "pcomp"
    return is_complement and tree.tags[place][:1] == "V" and not tree.children(place, "case")


def _hang_case(tree: _Tree, preposition: int, inner: int) -> None:
    is_clause = tree.relations[inner] in ("advcl", "acl") and tree.tags[inner][:1] == "V"
    tree.hang(preposition, inner, "mark" if is_clause else "case")


def _fix_pair(tree: _Tree, inner: int) -> None:
    """ "In between two cars", "animals such as dogs": two words that are one preposition."""
    for second in tree.children(inner, "case"):
        first = second - 1
        if tree.heads[first] == inner and (tree.words[first], tree.words[second]) in _FIXED:
            tree.hang(first, inner, "case")
            tree.hang(second, first, "mwe")


def _copulas(tree: _Tree) -> None:
    """What is said of the subject takes the place of "is", which becomes its copula."""
    for verb in tree.places():
        if tree.words[verb] not in _FORMS_OF_BE or not tree.tags[verb].startswith("V"):
            continue
        if tree.relations[verb] in ("aux", "auxpass") or tree.children(verb, "expl"):
            continue
        predicate = _predicate_of(tree, verb)
        if predicate:
            tree.hang(predicate, tree.heads[verb], tree.relations[verb])
            for place in tree.children(verb):
                tree.heads[place] = predicate
            tree.hang(verb, predicate, "cop")


def _predicate_of(tree: _Tree, verb: int) -> int:
    if stated := tree.children(verb, "attr", "acomp", "oprd"):
        return stated[0]
    # "The dog is on the couch", "a light that is on".
    for place in tree.children(verb, "nmod", *_BARE):
        is_phrase = tree.relations[place] in _BARE or bool(tree.children(place, "case"))
        if place > verb and is_phrase:
            return place
    return 0


def _bare_prepositions(tree: _Tree) -> None:
    """ "A bird flies by": without an object, the official parser's names for it."""
    for place in tree.places():
        if tree.relations[place] in _BARE:
            is_of_verb = tree.tags[tree.heads[place]].startswith("V")
            tree.relations[place] = "nmod" if is_of_verb else "dep"


def _other_names(tree: _Tree) -> None:
    for place in tree.places():
        tree.relations[place] = _NAMES.get(tree.relations[place], tree.relations[place])


_RULES = (
    _unmarked_modifiers,
    _conjunctions,
    _existential,
    _as_well_as,
    _prepositions,
    _copulas,
    _bare_prepositions,
    _other_names,
)
