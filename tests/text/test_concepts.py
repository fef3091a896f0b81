"""Concepts, their pairs, and the file that people write them in."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutline.core.errors import ContentError, CutlineError, FileError, UsageError
from cutline.text.concept_file import parse_concepts, read_concepts
from cutline.text.concepts import Concept, compositional_concepts

CATEGORIES = {
    ("colour, animate"): 4,
    ("colour, inanimate"): 4,
    ("size, animate"): 4,
    ("size, inanimate"): 4,
    ("verb, intransitive"): 4,
    ("verb, transitive"): 4,
}

FOXES = """
# my own
[nouns, animate]
fox: vixen, Fox  Cub

[adjectives, colour]
red: reddish

[pairs, autumn]
red fox
fox sleep
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "concepts.txt"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_paper_holds_out_24_pairs_in_four_groups_and_six_categories() -> None:
    concepts = compositional_concepts()
    assert [len(pairs) for _, pairs in concepts.pair_groups] == [6, 6, 6, 6]
    counts = dict.fromkeys(CATEGORIES, 0)
    for pair in concepts.pairs:
        counts[pair.category] += 1
    assert counts == CATEGORIES


def test_slips_of_the_published_words_are_kept_and_can_be_corrected() -> None:
    published = compositional_concepts().pair("small plane").noun.words
    corrected = compositional_concepts("corrected").pair("small plane").noun.words
    assert {"seaplane bus", "minibus", "trolley"} <= set(published)
    assert set(published) - set(corrected) == {"seaplane bus", "minibus", "trolley"}
    assert set(corrected) - set(published) == {"seaplane"}
    assert compositional_concepts().digest != compositional_concepts("corrected").digest


def test_a_pair_is_typed_in_either_order() -> None:
    concepts = compositional_concepts()
    for typed in ("black cat", "cat black", "black_cat", "BLACK+cat"):
        assert concepts.pair(typed).name == "black cat"


def test_a_file_adds_to_what_is_known(tmp_path: Path) -> None:
    base = compositional_concepts()
    concepts = read_concepts(written(tmp_path, FOXES), base)
    assert len(concepts.concepts) == len(base.concepts) + 1
    assert concepts.pair("red fox").noun == Concept(
        "noun", "fox", ("fox", "vixen", "fox cub"), "animate"
    )
    assert concepts.pair("red fox").other.words == ("red", "reddish")
    assert [(group, [p.name for p in pairs]) for group, pairs in concepts.pair_groups] == [
        ("autumn", ["red fox", "sleep fox"])
    ]
    assert concepts.name == f"concepts.txt={concepts.digest}"


def test_without_pairs_of_its_own_a_file_keeps_the_known_ones(tmp_path: Path) -> None:
    path = written(tmp_path, "[adjectives, colour]\nred: reddish\n")
    concepts = read_concepts(path, compositional_concepts())
    assert [p.name for p in concepts.pairs] == [p.name for p in compositional_concepts().pairs]
    assert concepts.pair("red bus").other.words == ("red", "reddish")
    assert concepts.pair("red bus") in concepts.pairs


@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        ("", FileError, "holds no concepts and no pairs"),
        ("fox: vixen\n", FileError, "line 1: found 'fox: vixen', expected a section first"),
        ("[nuns]\nfox\n", FileError, "line 1: found '[nuns]' (did you mean nouns?)"),
        ("[nouns\nfox\n", FileError, "line 1: found '[nouns'"),
        ("[nouns]\n: vixen\n", FileError, "line 2: found ': vixen', expected a concept"),
        ("[nouns]\nfox, vixen\n", FileError, "line 2: found 'fox, vixen', expected a concept, a"),
        ("[nouns]\nfox\nFox: vixen\n", FileError, "line 3: noun 'fox' stands on line 2 already"),
        ("[pairs]\nred dragon\n", ContentError, "line 2: 'red dragon': no concept is named"),
        ("[pairs]\ndog cat\n", ContentError, "line 2: 'dog cat' is not a pair"),
        ("[pairs]\nred bus\nbus red\n", FileError, "line 3: the pair 'red bus' stands twice"),
    ],
)
def test_a_bad_file_is_named_with_its_line(
    tmp_path: Path, text: str, error: type[CutlineError], said: str
) -> None:
    path = written(tmp_path, text)
    with pytest.raises(error) as caught:
        read_concepts(path, compositional_concepts())
    assert str(path) in str(caught.value)
    assert said in str(caught.value)


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\0\0")
    with pytest.raises(FileError, match="is not a file of concepts"):
        read_concepts(path)
    with pytest.raises(FileError, match="cannot be read"):
        read_concepts(tmp_path / "absent.txt")


def test_unknown_names_are_answered_with_near_ones() -> None:
    concepts = compositional_concepts()
    with pytest.raises(UsageError, match="did you mean black"):
        concepts.pair("blak cat")
    with pytest.raises(UsageError, match="expected an adjective or a verb and a noun"):
        concepts.pair("cat")
    with pytest.raises(UsageError, match="published or corrected"):
        compositional_concepts("correct")  # type: ignore[arg-type]


def test_a_name_may_be_of_several_words() -> None:
    text = (
        "[nouns]\nfire hydrant: hydrant\n[adjectives]\nlight blue\n[pairs]\nlight blue fire hydrant"
    )
    concepts = parse_concepts(text, "here", name="mine")
    assert [pair.name for pair in concepts.pairs] == ["light blue fire hydrant"]


def test_a_pair_that_stands_in_two_groups_is_one_pair() -> None:
    known = compositional_concepts()
    text = "[pairs, 1]\nred bus\n[pairs, 2]\nbus red\nblack cat\n"
    concepts = parse_concepts(text, "mine", name="mine", base=known)
    assert [len(pairs) for _, pairs in concepts.pair_groups] == [1, 2]
    assert [pair.name for pair in concepts.pairs] == ["red bus", "black cat"]


def test_a_name_of_an_adjective_and_of_a_verb_is_not_guessed() -> None:
    text = "[nouns]\ndoor\n[adjectives]\nopen\n[verbs]\n{}\n"
    both = parse_concepts(text.format("open"), "mine", name="mine")
    assert len(both.all_pairs()) == 2
    with pytest.raises(UsageError, match="'open' is an adjective and a verb"):
        both.pair("open door")
    told = parse_concepts(text.format("opening: open"), "mine", name="mine")
    assert told.pair("open door").other.kind == "adjective"
    assert told.pair("opening door").other.kind == "verb"


def test_known_pairs_keep_the_kind_of_their_words() -> None:
    text = "[adjectives]\nstand\n"
    concepts = parse_concepts(text, "mine", name="mine", base=compositional_concepts())
    kinds = {pair.other.kind for pair in concepts.pairs if pair.name == "stand bird"}
    assert kinds == {"verb"}
