"""Concepts on file: a small format that people write by hand.

    [nouns, animate]
    fox: vixen, fox cub

    [adjectives, colour]
    red: reddish

    [pairs, 1]
    red fox

A section names a kind of words and a group, which breakdowns go by; a section of pairs is what is
held out together. A line has a concept and, after a colon, words that say the same. A line that
begins with `#` is a remark.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from cutline.core.errors import ContentError, FileError, UsageError, near_names
from cutline.text.concepts import Concept, ConceptPair, Concepts, Kind, Wording

_KIND_OF_SECTION: dict[str, Kind] = {
    "nouns": "noun",
    "adjectives": "adjective",
    "verbs": "verb",
}
PAIRS = "pairs"
_SECTION = re.compile(r"\[\s*([^,\]]+?)\s*(?:,\s*([^\]]*?)\s*)?\]")
_LARGEST = 10_000_000


def read_concepts(path: str | os.PathLike[str], base: Concepts | None = None) -> Concepts:
    """Concepts from a file, added to others.

    Args:
        path: the file.
        base: concepts that are known already. One of the same kind and name is replaced; pairs of
            the file take the place of all others.

    Raises:
        FileError: when the file cannot be read or is of another kind, with the line.
        ContentError: when a pair names a concept that there is not.
    """
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror or error}") from None
    try:
        if len(data) > _LARGEST or b"\0" in data:
            raise ValueError
        text = data.decode("utf-8-sig")
    except ValueError:
        raise FileError(
            f"{path}: is not a file of concepts: expected UTF-8 text with a line such as "
            f"[nouns, animate]"
        ) from None
    read = parse_concepts(text, os.fspath(path), name=Path(path).name, base=base)
    return replace(read, name=f"{read.name}={read.digest}")


def parse_concepts(
    text: str,
    file: str,
    *,
    name: str,
    wording: Wording = "published",
    base: Concepts | None = None,
) -> Concepts:
    """The concepts of a text in the format above.

    Raises:
        FileError, ContentError: naming the file and the line.
    """
    found = {(c.kind, c.name): c for c in (base.concepts if base else ())}
    own: dict[tuple[Kind, str], int] = {}
    pair_lines: list[tuple[int, str, str]] = []
    for number, section, group, line in _lines(text, file):
        if section == PAIRS:
            pair_lines.append((number, group or "1", line))
            continue
        concept = _concept(
            _KIND_OF_SECTION[section], group, line, wording, f"{file}, line {number}"
        )
        key = concept.kind, concept.name
        if key in own:
            raise FileError(
                f"{file}, line {number}: {concept.kind} {concept.name!r} stands on line "
                f"{own[key]} already: expected each concept once"
            )
        own[key] = number
        found[key] = concept
    if not own and not pair_lines:
        raise FileError(
            f"{file}: holds no concepts and no pairs: expected a section such as [nouns, animate] "
            f"and lines such as fox: vixen"
        )
    concepts = Concepts(name, tuple(found.values()))
    if not pair_lines:
        return replace(concepts, pair_groups=_kept_pairs(concepts, base))
    return replace(concepts, pair_groups=tuple(_groups(concepts, pair_lines, file)))


def _lines(text: str, file: str) -> Iterator[tuple[int, str, str, str]]:
    """Each line that says something, with its number, section and group."""
    section = group = ""
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("["):
            match = _SECTION.fullmatch(line)
            section = match[1].lower() if match else line
            known = (*_KIND_OF_SECTION, PAIRS)
            if section not in known:
                raise FileError(
                    f"{file}, line {number}: found {line[:60]!r}{near_names(section, known)}; "
                    f"expected [nouns], [adjectives], [verbs] or [pairs], with a group after a "
                    f"comma: [nouns, animate]"
                )
            group = (match[2] or "") if match else ""
        elif not section:
            raise FileError(
                f"{file}, line {number}: found {line[:60]!r}, expected a section first, such as "
                f"[nouns, animate]"
            )
        else:
            yield number, section, group, line


def _concept(kind: Kind, group: str, line: str, wording: Wording, where: str) -> Concept:
    name, _, rest = line.partition(":")
    name = _plain(name)
    words = [name]
    for item in rest.split(","):
        mark = item.strip()[:1] if item.strip()[:1] in "+-" else ""
        word = _plain(item.strip().removeprefix(mark) if mark else item)
        # A word that is marked belongs to one of the two wordings only.
        if word and mark != {"published": "+", "corrected": "-"}[wording]:
            words.append(word)
    if not name or "," in name:
        raise FileError(
            f"{where}: found {line[:60]!r}, expected a concept, a colon and words, such as "
            f"fox: vixen"
        )
    return Concept(kind, name, tuple(dict.fromkeys(words)), group)


def _plain(word: str) -> str:
    return " ".join(word.lower().split())


def _groups(
    concepts: Concepts, lines: list[tuple[int, str, str]], file: str
) -> Iterator[tuple[str, tuple[ConceptPair, ...]]]:
    groups: dict[str, dict[str, ConceptPair]] = {}
    for number, group, line in lines:
        try:
            pair = concepts.pair(line)
        except UsageError as error:
            raise ContentError(f"{file}, line {number}: {error}") from None
        if pair.name in groups.setdefault(group, {}):
            raise FileError(
                f"{file}, line {number}: the pair {pair.name!r} stands twice in a group"
            )
        groups[group][pair.name] = pair
    for group, pairs in groups.items():
        yield group, tuple(pairs.values())


def _kept_pairs(
    concepts: Concepts, base: Concepts | None
) -> tuple[tuple[str, tuple[ConceptPair, ...]], ...]:
    """The pairs of the base, with the words that concepts have now."""
    if base is None:
        return ()
    known = {(concept.kind, concept.name): concept for concept in concepts.concepts}

    def now(old: Concept) -> Concept:
        return known[old.kind, old.name]

    return tuple(
        (group, tuple(ConceptPair(now(pair.other), now(pair.noun)) for pair in pairs))
        for group, pairs in base.pair_groups
    )
