"""Each rule that reads tuples from a collapsed graph, on parses written by hand."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cutline import native
from cutline.text.parse import Parses, Token
from cutline.text.scene_graph import SceneGraph, collapsed, scene_graphs, tuples
from tests.text.hand_parses import parsed, tuples_of


def test_a_subject_is_related_to_objects_with_and_without_prepositions() -> None:
    assert tuples_of(
        "dog/NN/2/nsubj puts/put/VBZ/0/root balls/ball/NNS/2/dobj in/IN/5/case box/NN/2/nmod"
    ) == [("dog", "put", "ball"), ("dog", "put in", "box"), ("box",), ("ball",), ("dog",)]


def test_a_particle_belongs_to_the_verb_as_it_is_written() -> None:
    assert ("dog", "pick UP", "ball") in tuples_of(
        "dog/NN/2/nsubj picks/pick/VBZ/0/root UP/up/RP/2/compound:prt ball/NN/2/dobj"
    )
    assert ("dog", "up", "tree") in tuples_of(
        "dog/NN/2/nsubj is/be/VBZ/0/root up/RP/2/compound:prt tree/NN/2/dobj"
    )


def test_a_pronoun_is_no_subject_and_no_object() -> None:
    assert tuples_of("They/PRP/2/nsubj see/VBP/0/root us/PRP/2/dobj") == []


def test_a_clause_relates_its_noun_to_objects() -> None:
    assert ("dog", "catch", "ball") in tuples_of(
        "dog/NN/0/root catching/catch/VBG/1/acl ball/NN/2/dobj"
    )
    assert ("dog", "catch", "ball") not in tuples_of(
        "dog/NN/0/root catching/catch/NN/1/acl ball/NN/2/dobj"
    )


def test_a_verb_without_objects_is_an_attribute() -> None:
    assert tuples_of("dog/NN/2/nsubj runs/run/VBZ/0/root") == [("dog", "run"), ("dog",)]
    assert tuples_of("dog/NN/2/nsubj is/be/VBZ/0/root") == [("dog",)]


def test_a_complement_is_an_attribute_or_with_a_preposition_a_relation() -> None:
    assert tuples_of("dog/NN/3/nsubj is/be/VBZ/3/cop wet/JJ/0/root")[0] == ("dog", "wet")
    assert tuples_of("dog/NN/4/nsubj is/be/VBZ/4/cop On/on/IN/4/case sofa/NN/0/root") == [
        ("dog", "On", "sofa"),
        ("sofa",),
        ("dog",),
    ]


def test_the_words_of_a_preposition_are_all_in_the_relation() -> None:
    assert ("dog", "in front of", "sofa") in tuples_of(
        "dog/NN/4/nsubj is/be/VBZ/4/cop in/IN/4/case front/NN/0/root of/IN/6/case sofa/NN/4/nmod"
    )


def test_a_second_copula_says_it_twice() -> None:
    found = tuples_of("dog/NN/4/nsubj is/be/VBZ/4/cop is/be/VBZ/4/cop pet/NN/0/root")
    assert found.count(("dog", "pet")) == 2


def test_modifiers_are_attributes_of_any_word() -> None:
    assert tuples_of("big/JJ/2/amod thing/DT/0/root") == [("thing", "big")]


def test_an_adjective_is_an_attribute_of_its_subject() -> None:
    # The verb rule finds it first, since there is no copula.
    assert tuples_of("dog/NN/2/nsubj wet/JJ/0/root") == [("dog", "wet"), ("dog", "wet"), ("dog",)]
    assert tuples_of("it/PRP/2/nsubj wet/JJ/0/root") == [("it", "wet")]


def test_nouns_are_related_by_prepositions() -> None:
    assert ("dog", "next to", "it") in tuples_of(
        "a/DT/2/det dog/NN/0/root next/RB/5/advmod to/TO/5/case it/DT/2/nmod"
    )
    assert tuples_of("wet/JJ/0/root in/IN/3/case rain/NN/1/nmod") == [("rain",)]


def test_an_owner_has_what_it_owns() -> None:
    assert tuples_of("girl/NN/3/nmod:poss 's/POS/1/case hat/NN/0/root") == [
        ("girl", "have", "hat"),
        ("hat",),
        ("girl",),
    ]


def test_in_a_passive_sentence_the_agent_is_the_subject() -> None:
    assert tuples_of(
        "ball/NN/3/nsubj is/be/VBZ/3/auxpass thrown/throw/VBN/0/root by/IN/5/case girl/NN/3/nmod"
    ) == [("girl", "throw", "ball"), ("girl",), ("ball",)]


def test_a_passive_sentence_without_agent_relates_nothing() -> None:
    found = tuples_of("ball/NN/3/nsubj is/be/VBZ/3/auxpass thrown/throw/VBN/0/root")
    assert found == [("ball",)]


def test_compounds_are_attributes_and_their_nouns_no_objects() -> None:
    assert tuples_of("fire/NN/2/compound truck/NN/0/root in/IN/4/case town/NN/2/nmod") == [
        ("truck", "in", "town"),
        ("truck", "fire"),
        ("town",),
    ]


def test_names_are_lemmas_trimmed_and_in_lower_case() -> None:
    sentence = tuple(token._replace(lemma=" Éclair ") for token in parsed("x/NN/0/root"))
    assert tuples(Parses.of([[sentence]])) == [[("éclair",)]]


COUNTED = [
    ("plural root", "two/CD/2/nummod dogs/dog/NNS/0/root", [("dog", "two")]),
    ("singular", "two/CD/2/nummod dog/NN/0/root", []),
    ("behind the noun", "dogs/dog/NNS/0/root two/CD/1/nummod", []),
    ("subject", "two/CD/2/nummod dogs/dog/NNS/3/nsubj run/VBP/0/root", [("dog", "two")]),
    (
        "subject of two verbs without plural objects",
        "two/CD/2/nummod dogs/dog/NNS/3/nsubj run/VBP/0/root and/CC/3/cc eat/VBP/3/conj",
        [("dog", "two")],
    ),
    (
        "subject of two verbs, one with a plural object",
        "two/CD/2/nummod dogs/dog/NNS/3/nsubj run/VBP/0/root and/CC/3/cc eat/VBP/3/conj"
        " nuts/nut/NNS/5/dobj",
        [("dog", "two"), ("dog", "two")],
    ),
    (
        "subject and object",
        "two/CD/2/nummod dogs/dog/NNS/3/nsubj eat/VBP/0/root six/CD/5/nummod nuts/nut/NNS/3/dobj",
        [("dog", "two"), ("nut", "six")],
    ),
    (
        "object of a singular subject",
        "dog/NN/2/nsubj eats/eat/VBZ/0/root six/CD/4/nummod nuts/nut/NNS/2/dobj",
        [("nut", "six")],
    ),
    (
        "a plain object before one with a preposition",
        "dogs/dog/NNS/2/nsubj eat/VBP/0/root at/IN/5/case two/CD/5/nummod bars/bar/NNS/2/nmod"
        " six/CD/7/nummod nuts/nut/NNS/2/dobj",
        [("nut", "six")],
    ),
    (
        "the first subject only, beside a plural object",
        "two/CD/2/nummod dogs/dog/NNS/6/nsubj and/CC/2/cc six/CD/5/nummod cats/cat/NNS/2/conj"
        " eat/VBP/0/root nuts/nut/NNS/6/dobj",
        [("dog", "two")],
    ),
    (
        "elsewhere",
        "dog/NN/0/root with/IN/4/case two/CD/4/nummod tails/tail/NNS/1/nmod",
        [("tail", "two")],
    ),
]


@pytest.mark.parametrize(("text", "expected"), [case[1:] for case in COUNTED])
def test_plural_nouns_are_counted(text: str, expected: list[tuple[str, str]]) -> None:
    assert [found for found in tuples_of(text) if found[-1] in ("two", "six")] == expected


def test_subjects_are_counted_before_other_nouns() -> None:
    found = tuples_of(
        "two/CD/2/nummod dogs/dog/NNS/3/nsubj run/VBP/0/root with/IN/5/case boy/NN/3/nmod"
        " with/IN/8/case six/CD/8/nummod bags/bag/NNS/5/nmod"
    )
    assert [t for t in found if t[-1] in ("two", "six")] == [("dog", "two"), ("bag", "six")]


QUANTITIES = [
    ("a lot of dogs", "a/DT/2/det lot/NN/5/nsubj of/IN/4/case dogs/dog/NNS/2/nmod run/VBP/0/root"),
    ("lots of dogs", "lots/lot/NNS/4/nsubj of/IN/3/case dogs/dog/NNS/1/nmod run/VBP/0/root"),
    ("60s of dogs", "60s/CD/4/nsubj of/IN/3/case dogs/dog/NNS/1/nmod run/VBP/0/root"),
    (
        "Two of the dogs",
        "Two/two/CD/5/nsubj of/IN/4/case the/DT/4/det dogs/dog/NNS/1/nmod run/VBP/0/root",
    ),
    (
        "12 of the dogs",
        "12/CD/5/nsubj of/IN/4/case the/DT/4/det dogs/dog/NNS/1/nmod run/VBP/0/root",
    ),
]


@pytest.mark.parametrize(("words", "text"), QUANTITIES)
def test_a_quantified_noun_takes_the_place_of_the_quantity(words: str, text: str) -> None:
    first = parsed(text)[0].lemma
    assert {("dog", "run"), ("dog", first), ("dog",)} <= set(tuples_of(text)), words


@pytest.mark.parametrize(
    "text",
    [
        "the/DT/2/det lot/NN/5/nsubj of/IN/4/case dogs/dog/NNS/2/nmod run/VBP/0/root",
        "a/DT/2/det herd/NN/5/nsubj of/IN/4/case dogs/dog/NNS/2/nmod run/VBP/0/root",
        "a/DT/2/det lot/NN/5/nsubj with/IN/4/case dogs/dog/NNS/2/nmod run/VBP/0/root",
        "two/CD/4/nsubj of/IN/3/case dogs/dog/NNS/1/nmod run/VBP/0/root",
    ],
)
def test_other_words_are_no_quantities(text: str) -> None:
    assert ("dog", "run") not in tuples_of(text)


def test_of_a_quantity_with_an_adjective_the_first_word_counts() -> None:
    found = tuples_of("a/DT/3/det big/JJ/3/amod lot/NN/0/root of/IN/5/case dogs/dog/NNS/3/nmod")
    assert found == [("dog", "a"), ("dog",), ("lot",)]


def test_of_several_heads_of_a_quantity_one_goes_to_the_noun() -> None:
    found = tuples_of(
        "boy/NN/2/nsubj sees/see/VBZ/0/root cats/cat/NNS/2/dobj and/CC/3/cc a/DT/6/det"
        " lot/NN/3/conj of/IN/8/case dogs/dog/NNS/6/nmod"
    )
    assert ("boy", "see", "dog") in found
    assert found[-4:] == [("dog",), ("lot",), ("cat",), ("boy",)]


PRONOUNS = [
    ("the first noun", "dog/NN/2/nsubj sees/see/VBZ/0/root him/PRP/2/dobj", ("dog", "see", "dog")),
    (
        "plural nouns too",
        "dogs/dog/NNS/2/nsubj see/VBP/0/root them/PRP/2/dobj",
        ("dog", "see", "dog"),
    ),
    (
        "what it owns",
        "dog/NN/2/nsubj sees/see/VBZ/0/root its/PRP$/4/nmod:poss tail/NN/2/dobj",
        ("dog", "have", "tail"),
    ),
    (
        "what describes it",
        "dog/NN/2/nsubj sees/see/VBZ/0/root it/PRP/2/dobj sad/JJ/3/amod",
        ("dog", "sad"),
    ),
]


@pytest.mark.parametrize(("text", "expected"), [case[1:] for case in PRONOUNS])
def test_a_pronoun_stands_for(text: str, expected: tuple[str, ...]) -> None:
    assert expected in tuples_of(text)


@pytest.mark.parametrize(
    "text",
    [
        "dogs/dog/NNS/2/nsubj see/VBP/0/root it/PRP/2/dobj",  # singular: no plural noun
        "it/PRP/2/nsubj sees/see/VBZ/0/root dog/NN/2/dobj",  # the noun comes later
        "see/VB/0/root it/PRP/1/dobj dog/NN/1/dobj",
    ],
)
def test_a_pronoun_stands_for_nothing(text: str) -> None:
    assert not [found for found in tuples_of(text) if len(found) == 3]


def test_the_noun_nearest_to_the_root_is_meant() -> None:
    found = tuples_of(
        "boy/NN/3/compound in/IN/1/case dog/NN/4/nsubj sees/see/VBZ/0/root him/PRP/4/dobj"
    )
    assert ("dog", "see", "dog") in found


def test_in_a_graph_with_a_cycle_words_come_in_their_order() -> None:
    with_pronoun = "dog/NN/0/root with/IN/3/case ball/NN/1/nmod near/IN/5/case {}/1/nmod"
    assert tuples_of(with_pronoun.format("tree/NN"))[-3:] == [("dog",), ("tree",), ("ball",)]
    assert tuples_of(with_pronoun.format("it/PRP"))[-2:] == [("dog",), ("ball",)]


@pytest.mark.parametrize(("place", "order"), [(15, "dog bird"), (16, "bird dog"), (17, "bird dog")])
def test_children_come_in_the_order_of_a_table_with_sixteen_slots(place: int, order: str) -> None:
    filling = " ".join(["x/RB/2/advmod"] * (place - 4))
    found = tuples_of(f"see/VB/0/root cat/NN/1/nsubj dog/NN/1/dobj {filling} bird/NN/1/dobj")
    assert found[:2] == [("cat", "see", name) for name in order.split()]


def test_a_table_of_many_children_has_more_slots() -> None:
    filling = " ".join(["x/RB/1/advmod"] * 12)
    found = tuples_of(f"see/VB/0/root cat/NN/1/nsubj dog/NN/1/dobj {filling} bird/NN/1/dobj")
    assert found[:2] == [("cat", "see", "dog"), ("cat", "see", "bird")]


def test_a_second_sentence_begins_elsewhere_in_the_table() -> None:
    text = "see/VB/0/root dog/NN/1/dobj cat/NN/1/iobj"
    assert tuples_of(text, text) == [("cat",), ("dog",), ("dog",), ("cat",)]


def test_no_sentence_gives_no_tuple() -> None:
    assert tuples(Parses.of([[], [()], []])) == [[], [], []]


def test_captions_are_the_same_on_any_number_of_threads() -> None:
    sentence = parsed("two/CD/2/nummod dogs/dog/NNS/0/root in/IN/4/case rain/NN/2/nmod")
    parses = Parses.of([[sentence]] * 3_000)
    expected = [("dog", "in", "rain"), ("dog", "two"), ("dog",), ("rain",)]
    assert tuples(parses, 1) == tuples(parses, 4) == [expected] * 3_000


WORDS = [
    "a",
    "an",
    "the",
    "of",
    "and",
    "in",
    "front",
    "next",
    "to",
    "on",
    "top",
    "it",
    "them",
    "lot",
    "lots",
    "two",
    "dog",
    "dogs",
    "see",
]
TAGS = ("NN", "NNS", "PRP", "VB", "VBN", "JJ", "IN", "CC", "DT", "CD")
RELATIONS = (
    *("nsubj", "nmod", "case", "conj", "cc", "det", "amod", "dobj", "acl", "advcl", "mark"),
    *("auxpass", "cop", "nummod", "mwe", "advmod", "dep", "compound", "acl:relcl"),
)


@settings(deadline=None)
@given(st.data(), st.integers(1, 24))
def test_any_parse_however_wrong_has_tuples(data: st.DataObject, length: int) -> None:
    token = st.tuples(
        *map(st.sampled_from, (WORDS, TAGS, range(length + 1), RELATIONS)),
    ).map(lambda parts: Token(parts[0], parts[0], parts[1], parts[2], parts[3]))
    sentence = tuple(data.draw(st.lists(token, min_size=length, max_size=length)))
    for found in tuples(Parses.of([[sentence, sentence]]), 1)[0]:
        assert len(found) in (1, 2, 3)


def test_a_scene_graph_has_each_thing_once() -> None:
    graph = scene_graphs(
        Parses.of([[parsed("dog/NN/2/nsubj wet/JJ/0/root in/IN/4/case rain/NN/2/nmod")]])
    )[0]
    assert graph == SceneGraph(("dog", "rain"), (("dog", "wet"),), (("dog", "wet in", "rain"),))
    assert graph.to_dict() == {
        "objects": ["dog", "rain"],
        "attributes": [["dog", "wet"]],
        "relations": [["dog", "wet in", "rain"]],
    }


def test_a_tuple_has_one_to_three_parts() -> None:
    with pytest.raises(ValueError, match="one to three parts"):
        SceneGraph.from_tuples([("a", "b", "c", "d")])
    for bad in ((), ("a", "b", "c", "d")):
        with pytest.raises(ValueError, match="one to three parts"):
            native.scenes_from_tuples([[bad]])


def test_tuples_come_back_as_they_went_in() -> None:
    captions = [[("dog",), ("dog", "big")], [], [("dog", "on", "sofa")]]
    scenes = native.scenes_from_tuples(captions)
    assert (len(scenes), scenes.tuples()) == (3, captions)


def test_a_head_outside_the_sentence_is_named() -> None:
    with pytest.raises(ValueError, match="token 1: head 7 is outside its sentence"):
        tuples_of("dog/NN/0/root big/JJ/7/amod")
    with pytest.raises(ValueError, match="head 7 is outside the sentence"):
        collapsed(parsed("dog/NN/0/root big/JJ/7/amod"))


def test_a_number_without_a_name_is_named() -> None:
    one = np.array([1], dtype=np.int32)
    parses = Parses(["dog"], ["dog"], one, one * 0, one * 0, one, one, ["NN"], ["root"])
    with pytest.raises(ValueError, match="token 0: tag 1 has no name"):
        tuples(parses)
