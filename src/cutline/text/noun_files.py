"""The files that WordNet's nouns were written in: persons, animals, artifacts and so on.

WordNet numbers its synsets file after file, so the number of a synset tells its file.
"""

from __future__ import annotations

from bisect import bisect_right

#: The number of the first synset of each file, in WordNet 3.0.
_FIRST = {
    "tops": 1740,
    "act": 34479,
    "animal": 1313093,
    "artifact": 2665985,
    "attribute": 4615866,
    "body": 5216365,
    "cognition": 5611302,
    "communication": 6251781,
    "event": 7283364,
    "feeling": 7479926,
    "food": 7555863,
    "group": 7938773,
    "location": 8489497,
    "motive": 9178727,
    "object": 9186064,
    "person": 9483738,
    "phenomenon": 11408559,
    "plant": 11529603,
    "possession": 13240514,
    "process": 13423405,
    "quantity": 13575869,
    "relation": 13780449,
    "shape": 13860793,
    "state": 13920012,
    "substance": 14580597,
    "time": 15113229,
}
_NAMES = tuple(_FIRST)
_NUMBERS = tuple(_FIRST.values())
#: In the file of persons those who have names come last, from this one on.
_FIRST_NAMED = 10806612


def file_number(synset: int) -> int:
    """The place of a synset's file among all files.

    >>> file_number(2084071) == file_number(1322604), file_number(2084071) < file_number(10287213)
    (True, True)
    """
    return bisect_right(_NUMBERS, synset)


def is_named_person(synset: int) -> bool:
    """Whether a synset is a certain person, such as an earl of Chesterfield.

    >>> is_named_person(10892335), is_named_person(10287213)
    (True, False)
    """
    return synset >= _FIRST_NAMED and file_name(synset) == "person"


def file_name(synset: int) -> str:
    """What the file of a synset holds.

    >>> file_name(2084071), file_name(10287213), file_name(3201208)
    ('animal', 'person', 'artifact')
    """
    return _NAMES[max(file_number(synset) - 1, 0)]
