"""WordNet's nouns as METEOR's jar lists them: the words of synsets, and which synsets are linked.

Both lists have two lines for each entry: a synset or a word, then the numbers that belong to it. In
both, all parts of speech are mixed, and a number may mean a noun and a verb at once.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from cutline.text.noun_files import file_number

#: The synsets that each synset is linked with, in the order of WordNet's files.
Links = dict[int, list[int]]
#: The senses of each noun, in the order of the list.
Words = dict[str, list[int]]


def read_links(text: bytes) -> Links:
    """The links of the nouns, which come first: after them the numbers start again for the verbs.

    Raises:
        ValueError: when the list is not as expected; the text says where.

    >>> read_links(b"00001740\\n00001930\\n00001930\\n00001740\\n00001740\\n00005041\\n")
    {1740: [1930], 1930: [1740]}
    """
    links: Links = {}
    last = -1
    for line, name, numbers in _entries(text, "relations"):
        if not name.isdecimal():
            raise ValueError(f"relations: line {line}: found {name[:40]!r}, expected a number")
        if int(name) <= last:
            break
        last = int(name)
        links[last] = numbers
    _check(links)
    return links


def _check(links: Links) -> None:
    if not links:
        raise ValueError("relations: no synset, expected those of all nouns")
    partners = {synset: frozenset(others) for synset, others in links.items()}
    for synset, others in links.items():
        if len(partners[synset]) != len(others):
            raise ValueError(f"relations: {synset:08} lists a synset twice")
        for other in others:
            if synset not in partners.get(other, ()):
                raise ValueError(
                    f"relations: {synset:08} lists {other:08}, which does not list it in turn"
                )


def read_words(text: bytes, nouns: Container[int]) -> Words:
    """The senses that each word has as a noun.

    A word's senses are listed as WordNet sorts them: nouns before verbs and all others, and nouns
    by their files. So those that come first count as nouns, as long as their numbers are those of
    nouns and the files ascend. That gives WordNet's nouns with all their senses, and one sense too
    many for 139 words, nearly all of them no nouns (`breathe`), whose number a noun has too.

    Raises:
        ValueError: when the list is not as expected; the text says where.

    >>> read_words(b"dog\\n02084071 10114209 02001858\\nbark\\n00001740\\n", {2084071, 10114209})
    {'dog': [2084071, 10114209]}
    """
    words: Words = {}
    for _, word, numbers in _entries(text, "synsets"):
        senses: list[int] = []
        last = 0
        for number in numbers:
            if number not in nouns or file_number(number) < last:
                break
            last = file_number(number)
            senses.append(number)
        if senses:
            words[word] = list(dict.fromkeys(senses))
    return words


def _entries(text: bytes, name: str) -> Iterator[tuple[int, str, list[int]]]:
    """Each entry with the number of its first line."""
    try:
        lines = text.decode().splitlines()
    except UnicodeDecodeError as error:
        raise ValueError(f"{name}: byte {error.start}: not UTF-8 text") from None
    if len(lines) % 2:
        raise ValueError(f"{name}: line {len(lines)}: the last entry has no second line")
    for place in range(0, len(lines), 2):
        found = lines[place + 1]
        try:
            numbers = [int(number) for number in found.split(" ")] if found else []
        except ValueError:
            raise ValueError(
                f"{name}: line {place + 2}: found {found[:40]!r}, expected numbers of synsets"
            ) from None
        yield place + 1, lines[place], numbers
