"""Trees of captions read again, where the parser habitually takes them for something else.

The caption parser analyses as the official SPICE's does, which was made for newspapers. Four of
its habits hide what captions say of their nouns:

- `a small dog standing in a room`: "standing" is taken for a noun, and "dog" for its modifier;
- `a child holding food`: "holding" is taken for an adjective of "food";
- `a large red and blue bus`: "red" is taken for a noun, and "bus" for a second one;
- `a red motor boat`: "red motor" is taken for all of it, and "boat" for something loose.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from cutline.text.trees import NUMBER_OF, Mask, Trees

#: Words in -ing that name things: "dog food" is a compound, and so is "train building".
_THINGS_LIST = """
    anything awning building ceiling clothing crossing dressing duckling earring evening
    everything frosting gosling icing king lighting morning nothing painting parking railing
    ring sibling something spring string stuffing swing thing topping wedding wing
"""
_THINGS = frozenset(_THINGS_LIST.split())
_COLOURS_LIST = """
    beige black blue brown cream dark gold golden gray green grey light maroon orange pink
    purple red silver tan teal violet white yellow
"""
_COLOURS = frozenset(_COLOURS_LIST.split())
_BETWEEN_COLOURS = frozenset({"and", ",", "&"})


def reread(trees: Trees) -> Trees:
    """The same trees with those readings put right."""
    changed = replace(
        trees,
        heads=trees.heads.copy(),
        relations=trees.relations.copy(),
        is_noun=trees.is_noun.copy(),
        is_adjective=trees.is_adjective.copy(),
        is_verb=trees.is_verb.copy(),
    )
    if len(trees):
        _gerunds_as_nouns(changed)
        _gerunds_as_adjectives(changed)
        _colours_as_nouns(changed)
        _loose_nouns(changed)
    return changed


def _gerunds_as_nouns(trees: Trees) -> None:
    """The noun before a gerund takes its place, and the gerund depends on it."""
    is_modifier = trees.is_noun & trees.has_relation("compound")
    is_modified = _after(is_modifier & (trees.heads == np.arange(len(trees)) + 1))
    for gerund in _places(_gerunds(trees) & (trees.is_noun | trees.is_verb) & is_modified):
        noun = gerund - 1
        for child in trees.children(gerund):
            if child < noun and trees.relations[child] != NUMBER_OF["punct"]:
                trees.heads[child] = noun
        _hang(trees, noun, int(trees.heads[gerund]), int(trees.relations[gerund]))
        _hang(trees, gerund, noun, NUMBER_OF["acl"])
        trees.is_noun[gerund], trees.is_verb[gerund] = False, True


def _gerunds_as_adjectives(trees: Trees) -> None:
    """Of noun, gerund and noun the first is who does it, and the last what it is done to."""
    is_gerund = _gerunds(trees) & trees.is_verb & trees.has_relation("amod")
    is_doer = _before(is_gerund) & trees.is_noun & trees.has_relation("compound")
    # Both depend on the noun that follows.
    is_doer[:-1] &= trees.heads[:-1] == trees.heads[1:]
    is_doer &= trees.heads > np.arange(len(trees)) + 1
    for doer in _places(is_doer):
        gerund, thing = doer + 1, int(trees.heads[doer])
        for child in trees.children(thing):
            if child < doer:
                trees.heads[child] = doer
        _hang(trees, doer, int(trees.heads[thing]), int(trees.relations[thing]))
        _hang(trees, gerund, doer, NUMBER_OF["acl"])
        _hang(trees, thing, gerund, NUMBER_OF["dobj"])


def _colours_as_nouns(trees: Trees) -> None:
    """A noun that is joined to a colour takes its place, and the colour depends on it."""
    is_colour = np.fromiter((word in _COLOURS for word in trees.words), bool, len(trees))
    is_describing = is_colour | trees.is_adjective
    joined = trees.is_noun & trees.has_relation("conj") & trees.heads_with(is_describing)
    for noun in _places(joined & (trees.heads < np.arange(len(trees)))):
        colour = int(trees.heads[noun])
        if _is_one_phrase(trees, is_describing, colour, noun):
            _describe(trees, is_colour, is_describing, colour, noun)
    compound = is_colour & trees.is_noun & trees.has_relation("compound")
    _make_adjectives(trees, compound)
    trees.relations[compound] = NUMBER_OF["amod"]


def _loose_nouns(trees: Trees) -> None:
    """A noun that hangs loosely from the noun right before it is what that one modifies."""
    is_next = trees.heads == np.arange(len(trees)) - 1
    is_loose = is_next & trees.is_noun & trees.has_relation("dep") & trees.heads_with(trees.is_noun)
    for noun in _places(is_loose):
        modifier = int(trees.heads[noun])
        for child in trees.children(modifier):
            if child != noun:
                trees.heads[child] = noun
        _hang(trees, noun, int(trees.heads[modifier]), int(trees.relations[modifier]))
        _hang(trees, modifier, noun, NUMBER_OF["compound"])


def _is_one_phrase(trees: Trees, is_describing: Mask, first: int, noun: int) -> bool:
    modifiers = (NUMBER_OF["compound"], NUMBER_OF["amod"])
    return all(
        is_describing[place]
        or trees.words[place] in _BETWEEN_COLOURS
        or (trees.heads[place] == noun and trees.relations[place] in modifiers)
        for place in range(first + 1, noun)
    )


def _describe(trees: Trees, is_colour: Mask, is_describing: Mask, colour: int, noun: int) -> None:
    for child in trees.children(colour):
        if child == noun:
            continue
        if child < noun and is_describing[child]:
            trees.relations[child] = NUMBER_OF["amod"]
        if not colour < child < noun or is_describing[child]:
            trees.heads[child] = noun
    _hang(trees, noun, int(trees.heads[colour]), int(trees.relations[colour]))
    for place in range(colour, noun):
        if place == colour or (is_colour[place] and not trees.is_adjective[place]):
            _hang(trees, place, noun, NUMBER_OF["amod"])
            trees.is_noun[place], trees.is_adjective[place] = False, True


def _make_adjectives(trees: Trees, mask: Mask) -> None:
    trees.is_noun[mask] = False
    trees.is_adjective[mask] = True


def _hang(trees: Trees, place: int, head: int, relation: int) -> None:
    trees.heads[place] = head
    trees.relations[place] = relation


def _gerunds(trees: Trees) -> Mask:
    is_gerund = (len(w) > 4 and w.endswith("ing") and w not in _THINGS for w in trees.words)
    return np.fromiter(is_gerund, bool, len(trees))


def _after(mask: Mask) -> Mask:
    """Where the word before is marked; a head is in the same sentence, so no border is crossed."""
    return np.concatenate([[False], mask[:-1]])


def _before(mask: Mask) -> Mask:
    return np.concatenate([mask[1:], [False]])


def _places(mask: Mask) -> list[int]:
    places: list[int] = np.flatnonzero(mask).tolist()
    return places
