"""The nouns are those of the real WordNet, whose files say which way links run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cutline.core.data_files import open_data
from cutline.text.noun_data import NOUNS_ENGLISH
from cutline.text.noun_table import NounTable

WORDNET = Path("/usr/share/wordnet")


@pytest.fixture(scope="module", name="table")
def _table() -> NounTable:
    if (reason := NOUNS_ENGLISH.missing()) is not None:
        pytest.skip(reason)
    return NounTable(open_data(NOUNS_ENGLISH).payload)


def entries(name: str) -> Iterator[list[str]]:
    """The fields of each line of one of WordNet's files; skips the test where it is missing."""
    path = WORDNET / name
    if not path.is_file():
        pytest.skip(f"{path} is not there: install the package wordnet-base of Debian or Ubuntu")
    for line in path.read_text(encoding="ascii").splitlines():
        if not line.startswith("  "):  # the licence
            yield line.partition(" | ")[0].split()


def test_999_of_1000_links_run_as_in_wordnet(table: NounTable) -> None:
    right = wrong = missing = 0
    for fields in entries("data.noun"):
        start = 4 + 2 * int(fields[3], 16)
        pointers = zip(fields[start + 1 :: 4], fields[start + 2 :: 4], strict=False)
        expected = {int(number) for symbol, number in pointers if symbol in ("@", "@i")}
        found = set(table.above(int(fields[0])))
        right += len(found & expected)
        wrong += len(found - expected)
        missing += len(expected - found)
    assert right + missing == 84_427
    assert wrong == missing
    assert wrong <= 60  # 99.93 % are right


def test_every_noun_has_the_senses_that_it_has_in_wordnet(table: NounTable) -> None:
    nouns, mixed = 0, []
    for fields in entries("index.noun"):
        senses = {int(number) for number in fields[-int(fields[2]) :]}
        found, usual = table.senses(fields[0])
        assert set(found) >= senses, fields[0]
        if len(found) > len(senses):
            mixed.append(fields[0])
        assert 1 <= usual <= 2
        nouns += 1
    assert nouns == 117_798
    # To scrimmage has the number that a noun has too.
    assert mixed == ["scrimmage"]
