"""Whatever a model calls the relations between words, Cutline reads Universal Dependencies, v1."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from cutline.text.clear_to_universal import CLEAR_LABELS, clear_to_universal

#: From words, tags, heads and relations of a sentence to its heads and relations. Heads are
#: counted from 1; the root's is 0.
Conversion = Callable[
    [Sequence[str], Sequence[str], Sequence[int], Sequence[str]], tuple[list[int], list[str]]
]

_RELATIONS = """
    acl acl:relcl advcl advmod amod appos aux auxpass case cc cc:preconj ccomp compound
    compound:prt conj cop csubj csubjpass dep det det:predet discourse dislocated dobj expl
    foreign goeswith iobj list mark mwe name neg nmod nmod:npmod nmod:poss nmod:tmod nsubj
    nsubjpass nummod parataxis punct remnant reparandum root vocative xcomp
"""
UNIVERSAL_RELATIONS = tuple(_RELATIONS.split())
UNKNOWN_RELATION = "dep"

_SECOND_VERSION = {
    "aux:pass": "auxpass",
    "csubj:pass": "csubjpass",
    "fixed": "mwe",
    "flat": "mwe",
    "nmod:desc": "compound",
    "nmod:unmarked": "nmod:npmod",
    "nsubj:pass": "nsubjpass",
    "obj": "dobj",
    "obl": "nmod",
    "obl:npmod": "nmod:npmod",
    "obl:tmod": "nmod:tmod",
    "obl:unmarked": "nmod:npmod",
    "orphan": "dep",
}


def conversion_of(labels: Iterable[str]) -> Conversion:
    """How trees with such labels become Universal Dependencies, version 1.

    Args:
        labels: all labels that a model has. ClearNLP's scheme is told by labels that only it has,
            version 2 by those that version 1 lacks; all else is left as it is.
    """
    known = set(labels)
    if known & CLEAR_LABELS:
        return clear_to_universal
    if known & _SECOND_VERSION.keys():
        return second_version_to_first
    return _unchanged


def second_version_to_first(
    words: Sequence[str], tags: Sequence[str], heads: Sequence[int], relations: Sequence[str]
) -> tuple[list[int], list[str]]:
    """From Universal Dependencies, version 2: other names, and "and" hangs from what precedes it.

    >>> heads, relations = [0, 3, 1], ["root", "cc", "conj"]
    >>> second_version_to_first(["dogs", "and", "cats"], ["NNS", "CC", "NNS"], heads, relations)
    ([0, 1, 1], ['root', 'cc', 'conj'])
    """
    moved = list(heads)
    for place, (head, relation) in enumerate(zip(heads, relations, strict=True)):
        if relation == "cc" and head and relations[head - 1] == "conj" and place + 1 < head:
            moved[place] = heads[head - 1]
    return moved, [_first_version(relation) for relation in relations]


def known_relation(relation: str) -> str:
    """The relation, without what only some treebank adds to it; `dep` where that is unknown too.

    >>> [known_relation(name) for name in ("acl:relcl", "acl:cleft", "ROOT", "surprise")]
    ['acl:relcl', 'acl', 'root', 'dep']
    """
    relation = relation.lower()
    if relation in UNIVERSAL_RELATIONS:
        return relation
    base = relation.partition(":")[0]
    return base if base in UNIVERSAL_RELATIONS else UNKNOWN_RELATION


def _first_version(relation: str) -> str:
    base = relation.partition(":")[0]
    return _SECOND_VERSION.get(relation) or _SECOND_VERSION.get(base) or relation


def _unchanged(
    words: Sequence[str], tags: Sequence[str], heads: Sequence[int], relations: Sequence[str]
) -> tuple[list[int], list[str]]:
    return list(heads), list(relations)
