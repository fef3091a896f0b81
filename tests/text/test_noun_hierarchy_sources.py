"""WordNet's nouns are compiled from METEOR's jar, and a jar that is not as expected is refused."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from cutline.core.data_files import build_data, forget, open_data
from cutline.core.errors import FileError, MissingPartError
from cutline.text.data_files import DATA_FILES
from cutline.text.noun_data import NOUNS_ENGLISH
from cutline.text.noun_hierarchy import Relation, missing_noun_hierarchy, noun_hierarchy
from cutline.text.noun_links import links_above
from cutline.text.noun_senses import SenseOrder
from cutline.text.noun_table import NounTable
from tests.text.small_nouns import LINKS, RELATIONS, SYNSETS, WORDS, listed, write_small_nouns

PIP = f"{sys.executable} -m pip install"


@pytest.fixture(name="jar")
def _jar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small jar in a folder of its own, and a cache of its own."""
    monkeypatch.setenv("CUTLINE_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("CUTLINE_METEOR_DIR", str(tmp_path / "meteor"))
    forget(NOUNS_ENGLISH)
    return write_small_nouns(tmp_path / "meteor")


def test_a_small_jar_is_compiled_and_asked(jar: Path) -> None:
    hierarchy = noun_hierarchy()
    assert hierarchy.relation("puppies", "animal") == Relation("kind of", 2)
    assert hierarchy.relation("person", "man") == Relation("includes", 1)
    assert hierarchy.relation("car", "person") is None
    # As a person, a cat has no kinds, and as an animal none either.
    assert hierarchy.relation("cat", "person") is None
    assert hierarchy.senses("cat") == (2121808, 10600000)
    assert hierarchy.senses("run") == ()
    assert missing_noun_hierarchy() is None
    assert open_data(NOUNS_ENGLISH).path.name.startswith("nouns-en-")
    assert NOUNS_ENGLISH in DATA_FILES


def test_verbs_are_left_out_and_the_table_holds_all_nouns(jar: Path) -> None:
    table = NounTable(open_data(NOUNS_ENGLISH).payload)
    assert table.senses("dog") == ([2084071], 1)
    assert table.senses("man") == ([10287213], 1)
    assert table.above(1740) == []
    for synset, line in list(LINKS.items())[1:]:
        assert table.above(synset) == line[:1]
    assert {word for word in WORDS if table.senses(word)[1]} == set(WORDS) - {"run"}


def test_another_jar_has_another_digest(jar: Path) -> None:
    first = noun_hierarchy()
    write_small_nouns(jar.parent, synsets=SYNSETS + "hound\n02084071\n")
    second = noun_hierarchy()
    assert first.digest != second.digest
    assert (first.senses("hound"), second.senses("hound")) == ((), (2084071,))


@pytest.mark.usefixtures("without_meteor_data")
def test_without_the_package_the_message_has_the_one_command() -> None:
    forget(NOUNS_ENGLISH)
    with pytest.raises(MissingPartError, match=rf"not part of Cutline: {PIP} pycocoevalcap$"):
        noun_hierarchy()
    assert str(missing_noun_hierarchy()).endswith(f"{PIP} pycocoevalcap")


def test_a_folder_without_the_jar(jar: Path) -> None:
    jar.unlink()
    with pytest.raises(FileError, match=r"no such file; CUTLINE_METEOR_DIR .* meteor-1\.5\.jar$"):
        noun_hierarchy()


@pytest.mark.parametrize(
    ("relations", "synsets", "complaint"),
    [
        (RELATIONS + "00007000\n", SYNSETS, "relations: line 25: the last entry has no second"),
        ("dog\n00001740\n", SYNSETS, "relations: line 1: found 'dog', expected a number"),
        ("00001740\ncat dog\n", SYNSETS, "relations: line 2: found 'cat dog', expected numbers"),
        ("", SYNSETS, "relations: no synset"),
        (listed({1: [2], 2: []}), SYNSETS, "00000001 lists 00000002, which does not list it"),
        (listed({1: [2, 2], 2: [1]}), SYNSETS, "00000001 lists a synset twice"),
        (listed({1: [2], 2: [1], 3: [4], 4: [3]}), SYNSETS, "00000003 contradict each other"),
        (listed({1: [], 2: []}), SYNSETS, "the links of 00000002 contradict each other"),
        (RELATIONS, "dog\n", "synsets: line 1: the last entry has no second line"),
        (RELATIONS, "dog\n1 2 x\n", "synsets: line 2: found '1 2 x', expected numbers"),
    ],
)
def test_lists_that_are_not_as_expected(
    jar: Path, relations: str, synsets: str, complaint: str
) -> None:
    write_small_nouns(jar.parent, relations, synsets)
    with pytest.raises(FileError) as caught:
        noun_hierarchy()
    assert str(caught.value).startswith(f"{jar}: ")
    assert complaint in str(caught.value)
    assert "unset CUTLINE_METEOR_DIR" in str(caught.value)


def test_a_damaged_jar_never_gives_a_table_or_a_traceback(jar: Path) -> None:
    raw = jar.read_bytes()
    expected = bytes(build_data(NOUNS_ENGLISH).payload)
    generator = random.Random(1)
    refused = 0
    for offset in range(0, len(raw), 2):
        bad = bytearray(raw)
        bad[offset] ^= generator.randrange(1, 256)
        jar.write_bytes(bad)
        table, complaint = b"", ""
        try:
            table = bytes(build_data(NOUNS_ENGLISH, force=True).payload)
        except FileError as error:
            complaint = str(error)
        if complaint:
            refused += 1
            assert complaint.startswith(f"{jar}: ")
        else:
            # A flip in a date or in a field that nobody reads changes nothing that counts.
            assert table == expected, offset
    assert refused > len(raw) / 6


def test_what_is_listed_out_of_order_is_above() -> None:
    # 9 is listed by 5 before 6 and out of order, so it is above 5, whatever else is open.
    links = {1: [5, 9], 5: [1, 9, 6], 6: [5], 9: [1, 5]}
    assert links_above(links, {})[5] == [1, 9]


def test_names_tell_the_way_of_a_link_that_nothing_else_settles() -> None:
    links = {1: [2, 3], 2: [1, 5], 3: [1, 4], 4: [3, 5], 5: [2, 4]}
    assert links_above(links, {4: ["bottle"], 5: ["wine_bottle"]})[5] == [2, 4]
    assert links_above(links, {4: ["wine_bottle"], 5: ["wine"]})[4] == [3, 5]


def test_a_circle_is_refused() -> None:
    with pytest.raises(ValueError, match="is above itself"):
        SenseOrder({1: [], 2: [1, 3], 3: [2]})
    with pytest.raises(ValueError, match="00000002 is not below 00000001"):
        SenseOrder({1: [], 2: [3], 3: [2]})
