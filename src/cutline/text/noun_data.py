"""WordNet's nouns, compiled from METEOR's jar: what each noun means, and what is a kind of what."""

from __future__ import annotations

from cutline import native
from cutline.core.data_file_format import Payload
from cutline.core.data_files import DataFile, Source
from cutline.core.progress import Step
from cutline.text.meteor_files import JAR, members_id, meteor_folder, read_members, unusable
from cutline.text.noun_links import links_above
from cutline.text.noun_lists import read_links, read_words
from cutline.text.noun_senses import SenseOrder
from cutline.text.noun_table import pack

#: What is read from the jar.
MEMBERS = ("synonym/english.relations", "synonym/english.synsets")

_NEEDS = "WordNet's nouns are read from the tables of the official METEOR"


class NounsEnglish(DataFile):
    """Compiled from `meteor-1.5.jar`, which holds what METEOR needs of WordNet 3.0."""

    name = "nouns-en"
    summary = "WordNet's nouns: synonyms, and what is a kind of what"
    #: To be raised too when links or the order of senses are told in another way.
    format = 1

    def sources(self) -> tuple[Source, ...]:
        """The jar, told by the checksums of its members."""
        jar = meteor_folder((JAR,), _NEEDS) / JAR
        return (Source(jar, members_id(jar, MEMBERS)),)

    def compile(self, sources: tuple[Source, ...], step: Step) -> Payload:
        """The nouns in the layout of `NounTable`."""
        jar = sources[0].path
        relations, synsets = read_members(jar, MEMBERS)
        try:
            return _compiled(relations, synsets, step)
        except ValueError as error:
            raise unusable(jar, str(error)) from None

    def checksum(self, piece: Payload, state: int) -> int:
        """The kernels' checksum, fast enough to compute at every start."""
        return native.checksum(piece, state)


NOUNS_ENGLISH = NounsEnglish()


def _compiled(relations: bytes, synsets: bytes, step: Step) -> bytes:
    links = read_links(relations)
    step(0.1)
    words = read_words(synsets, links)
    step(0.3)
    names: dict[int, list[str]] = {}
    for word, senses in words.items():
        for sense in senses:
            names.setdefault(sense, []).append(word)
    above = links_above(links, names)
    step(0.6)
    order = SenseOrder(above)
    step(0.8)
    ordered = {word: order.ordered(senses) for word, senses in words.items()}
    step(1.0)
    return pack(above, ordered)
