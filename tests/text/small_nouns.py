"""A small WordNet in the form of METEOR's lists, and the jar that holds it."""

from __future__ import annotations

import zipfile
from pathlib import Path

#: Each synset with those linked with it: first those above it, then those below it.
LINKS = {
    1740: [1930],
    1930: [1740, 7846, 15388, 2958343],
    7846: [1930, 10287213, 10600000],
    15388: [1930, 2084071, 2121808],
    2084071: [15388, 2085000],
    2085000: [2084071],
    2121808: [15388],
    2958343: [1930],
    10287213: [7846],
    10600000: [7846],
}
VERBS = {1740: [5041], 5041: [1740]}
WORDS = {
    "animal": [15388],
    "breathe": [1740],
    "car": [2958343],
    "cat": [2121808, 10600000],
    "dog": [2084071, 2001858],
    "entity": [1740],
    "man": [10287213, 5041],
    "person": [7846],
    "puppy": [2085000],
    "run": [5041],
}


def listed(entries: dict[int, list[int]] | dict[str, list[int]]) -> str:
    lines = []
    for name, numbers in entries.items():
        lines.append(name if isinstance(name, str) else f"{name:08}")
        lines.append(" ".join(f"{number:08}" for number in numbers))
    return "".join(f"{line}\n" for line in lines)


RELATIONS = listed(LINKS) + listed(VERBS)
SYNSETS = listed(WORDS)


def write_small_nouns(folder: Path, relations: str = RELATIONS, synsets: str = SYNSETS) -> Path:
    """The jar, in a folder such as `pycocoevalcap/meteor`."""
    folder.mkdir(parents=True, exist_ok=True)
    jar = folder / "meteor-1.5.jar"
    with zipfile.ZipFile(jar, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("synonym/english.relations", relations)
        archive.writestr("synonym/english.synsets", synsets)
    return jar
