"""SPICE's graphs and matches, on tuples and synonyms made up for the purpose."""

import numpy as np
import pytest

from cutline import native

Caption = list[tuple[str, ...]]

#: Words and their sets of synonyms. A sofa is a couch; a seat is a bit of both, and of a bench.
SYNSETS = {
    "sofa": "1",
    "couch": "1",
    "seat": "2 3",
    "bench": "2",
    "chair": "3",
    "red": "10",
    "crimson": "10",
    "sit_on": "20",
    "rest_on": "20",
    "dog": "30",
    "goose": "40",
}


def tables() -> native.MeteorTables:
    compiler = native.MeteorCompiler()
    compiler.add_paraphrases(b"0.5\na b\nb a\n")
    synsets = "".join(f"{word}\n{numbers}\n" for word, numbers in SYNSETS.items())
    return native.MeteorTables(compiler.finish(b"the\n", b"", synsets.encode(), b"goose\ngeese\n"))


def row(references: list[Caption], candidate: Caption) -> list[float]:
    statistics = native.spice_statistics(
        native.scenes_from_tuples(references),
        np.array([0, len(references)]),
        native.scenes_from_tuples([candidate]),
        np.zeros(1, dtype=np.uint32),
        tables(),
        1,
    )
    assert statistics.shape == (1, 21)
    return list(statistics[0])


def counts(references: list[Caption], candidate: Caption) -> list[float]:
    """Matched, invented and missed tuples of all kinds."""
    return row(references, candidate)[:3]


@pytest.mark.parametrize(
    ("reference", "candidate", "matches"),
    [
        ("dog", "dog", True),
        ("dog", "cat", False),
        ("sofa", "couch", True),
        ("sofas", "couch", True),  # a regular form
        ("goose", "geese", True),  # an irregular one
        ("dog", "DOG", True),
        ("xyz", "XYZ", False),  # no synonyms, and other letters
    ],
)
def test_words_match_by_letters_or_synonyms(reference: str, candidate: str, matches: bool) -> None:
    assert counts([[(reference,)]], [(candidate,)]) == ([1, 0, 0] if matches else [0, 1, 1])


def test_synonyms_of_several_words_are_found() -> None:
    references = [[("dog", "sit on", "sofa")]]
    assert counts(references, [("dog", "rest on", "couch")]) == [3, 0, 0]


def test_every_part_of_a_tuple_must_match() -> None:
    references = [[("dog", "on", "sofa"), ("dog", "red")]]
    assert counts(references, [("dog", "on", "sofa")]) == [3, 0, 1]
    assert counts(references, [("dog", "under", "sofa")]) == [2, 1, 2]
    assert counts(references, [("sofa", "red")]) == [1, 1, 3]


def test_references_share_one_graph() -> None:
    references = [[("dog", "red")], [("dog", "red"), ("sofa",)], [("couch",)]]
    assert counts(references, []) == [0, 0, 3]


def test_a_merged_object_matches_what_either_name_does() -> None:
    references = [[("seat",), ("bench",)]]
    assert counts(references, [("chair",)]) == [1, 0, 0]


def test_the_most_similar_object_is_merged_with() -> None:
    # A bench and a chair are as similar to a seat as each other: the later one takes it.
    references = [[("bench",), ("chair",), ("seat", "red")]]
    assert counts(references, [("chair", "red")]) == [2, 0, 1]
    assert counts(references, [("bench", "red")]) == [2, 0, 1]
    assert counts([[*references[0], ("bench", "big")]], []) == [0, 0, 4]


def test_an_object_of_the_same_name_comes_before_similar_ones() -> None:
    assert counts([[("bench",), ("chair",), ("bench", "red"), ("chair", "red")]], []) == [0, 0, 4]


def test_attributes_that_mean_the_same_are_one() -> None:
    assert counts([[("dog", "red"), ("dog", "crimson"), ("dog", "big")]], []) == [0, 0, 3]


def test_relations_that_mean_the_same_are_one() -> None:
    references = [[("dog", "sit on", "sofa"), ("dog", "rest on", "couch"), ("dog", "at", "sofa")]]
    assert counts(references, []) == [0, 0, 4]


def test_being_in_a_relation_is_left_out() -> None:
    assert counts([[("dog", "on", "sofa")]], [("dog", "be on", "sofa")]) == [3, 0, 0]


def test_several_tuples_may_match_the_same_one() -> None:
    assert counts([[("seat",)]], [("bench",), ("chair",)]) == [2, 0, -1]


def test_categories_are_counted_by_themselves() -> None:
    references = [[("dog", "red"), ("dog", "two"), ("dog", "tiny"), ("dog", "at", "sofa")]]
    found = row(references, [("dog", "two"), ("dog", "huge"), ("dog", "on", "sofa"), ("cat",)])
    assert np.reshape(found, (7, 3)).tolist() == [
        [3, 3, 3],  # all
        [2, 1, 0],  # objects
        [1, 1, 2],  # attributes
        [0, 1, 1],  # relations
        [0, 0, 1],  # colours
        [1, 0, 0],  # numbers
        [0, 1, 1],  # sizes
    ]


def test_a_merged_attribute_has_no_category() -> None:
    found = row([[("dog", "red"), ("dog", "crimson")]], [("dog", "red")])
    assert np.reshape(found, (7, 3)).tolist()[4] == [0, 1, 0]


def test_offsets_and_places_that_do_not_fit_are_refused() -> None:
    scenes = native.scenes_from_tuples([[("dog",)]])
    places = np.zeros(1, dtype=np.uint32)
    with pytest.raises(ValueError, match="offsets ascend"):
        native.spice_statistics(scenes, np.array([0, 2]), scenes, places, tables(), 1)
    with pytest.raises(ValueError, match="as many image indices"):
        native.spice_statistics(scenes, np.array([0, 1]), scenes, places[:0], tables(), 1)
    with pytest.raises(IndexError, match="beyond the references"):
        native.spice_statistics(scenes, np.array([0, 1]), scenes, places + 1, tables(), 1)
