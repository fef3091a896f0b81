"""Which adjectives and verbs belong to which nouns, in the trees of captions.

The relations are those of Nikolaus et al. (2019). An adjective belongs to a noun that it modifies
(`amod`), or that is its subject, and so does an adjective that hangs from such an adjective. A verb
belongs to its subject, and to the noun that it hangs from (`acl`, `acl:relcl`).

The published code reads trees of another parser. What that parser says in those relations, ours
says in some other ways too, which are read alike:

- a verb that hangs from a noun by `dep` or `ccomp`, as clauses without a clear link do;
- a verb whose subject was taken for a modifier (`compound`);
- `a group of birds flying`: what is said of a group is said of its members, and a clause after
  `a picture of a man` is about the man.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cutline.text.trees import Mask, Places, Trees

#: Nouns that stand for those they count: the group in "a group of birds flies".
_GROUPS_LIST = """
    bevy bunch couple crowd family flock gaggle group herd line lot lots number pair row set
    several team trio variety
"""
_GROUPS = frozenset(_GROUPS_LIST.split())


@dataclass(frozen=True)
class Related:
    """Places of nouns, and of the adjectives or verbs that belong to them; pairs may repeat."""

    nouns: Places
    others: Places


def adjectives_of_nouns(trees: Trees) -> Related:
    """Every adjective that belongs to a noun."""
    modifiers = np.flatnonzero(trees.is_adjective & trees.has_relation("amod") & (trees.heads >= 0))
    subjects = np.flatnonzero(trees.has_relation("nsubj") & trees.heads_with(trees.is_adjective))
    found = Related(
        np.concatenate([trees.heads[modifiers], subjects]),
        np.concatenate([modifiers, trees.heads[subjects]]),
    )
    hanging = np.flatnonzero(
        trees.is_adjective
        & trees.has_relation("conj", "amod")
        & trees.heads_with(trees.is_adjective)
    )
    others, nouns = _with_children(found.others, found.nouns, trees.heads[hanging], hanging)
    # An adjective that modifies an adjective belongs to the noun of that one.
    is_noun = ~trees.is_adjective[nouns]
    return Related(nouns[is_noun], others[is_noun])


def verbs_of_nouns(trees: Trees) -> Related:
    """Every verb that belongs to a noun."""
    subjects = np.flatnonzero(
        (trees.has_relation("nsubj") & (trees.heads >= 0))
        | (trees.has_relation("compound") & trees.is_noun & trees.heads_with(trees.is_verb))
    )
    clauses = np.flatnonzero(
        trees.is_verb & trees.has_relation("acl", "acl:relcl", "dep", "ccomp") & (trees.heads >= 0)
    )
    is_member = _is_of_phrase(trees)
    is_group = np.fromiter((lemma in _GROUPS for lemma in trees.lemmas), bool, len(trees))
    of_groups = np.flatnonzero(is_member & trees.heads_with(is_group))
    of_any = np.flatnonzero(is_member & (trees.is_noun | trees.heads_with(is_group)))
    nouns, verbs = _with_children(
        subjects, trees.heads[subjects], trees.heads[of_groups], of_groups
    )
    described, saying = _with_children(trees.heads[clauses], clauses, trees.heads[of_any], of_any)
    # A clause is said of what stands before it.
    is_before = described < saying
    return Related(
        np.concatenate([nouns, described[is_before]]), np.concatenate([verbs, saying[is_before]])
    )


def objects_of_verbs(trees: Trees) -> Related:
    """Every direct object, beside its verb as the `others`."""
    objects = np.flatnonzero(trees.has_relation("dobj") & trees.heads_with(trees.is_verb))
    return Related(objects, trees.heads[objects])


def _is_of_phrase(trees: Trees) -> Mask:
    """Where a noun hangs from another by "of"."""
    is_of = np.fromiter((word == "of" for word in trees.words), bool, len(trees))
    after_of = np.zeros(len(trees), dtype=bool)
    after_of[trees.heads[is_of & trees.has_relation("case") & (trees.heads >= 0)]] = True
    return after_of & trees.has_relation("nmod") & (trees.heads >= 0)


def _with_children(
    places: Places, partners: Places, parents: Places, children: Places
) -> tuple[Places, Places]:
    """The pairs, and for each place that is a parent, its children with the same partner."""
    order = np.argsort(parents, kind="stable")
    parents, children = parents[order], children[order]
    first = np.searchsorted(parents, places, "left")
    counts = np.searchsorted(parents, places, "right") - first
    repeated = np.repeat(np.arange(len(places)), counts)
    within = np.arange(len(repeated)) - np.repeat(np.cumsum(counts) - counts, counts)
    added = children[first[repeated] + within]
    return np.concatenate([places, added]), np.concatenate([partners, partners[repeated]])
