"""Each step from basic to collapsed dependencies, on parses written by hand."""

import pytest

from tests.text.hand_parses import edges_of


def test_the_subject_of_a_passive_verb_is_marked() -> None:
    assert edges_of("dogs/NNS/3/nsubj are/VBP/3/auxpass fed/VBN/0/root") == {
        "fed nsubjpass dogs",
        "fed auxpass are",
    }


def test_two_words_under_one_head_become_one_preposition() -> None:
    assert edges_of("hens/NNS/0/root next/RB/4/advmod to/TO/4/case barns/NNS/1/nmod") == {
        "hens nmod:next_to barns",
        "barns case next",
        "next mwe to",
    }


def test_two_words_that_are_no_preposition_stay_apart() -> None:
    assert edges_of("hens/NNS/0/root up/RB/4/advmod to/TO/4/case barns/NNS/1/nmod") == {
        "hens nmod:to barns",
        "barns advmod up",
        "barns case to",
    }


def test_a_noun_takes_the_place_of_the_first_of_two_words() -> None:
    assert edges_of("hens/NNS/0/root close/JJ/1/dep to/TO/4/case barns/NNS/2/nmod") == {
        "hens nmod:close_to barns",
        "barns case close",
        "close mwe to",
    }


def test_a_noun_becomes_the_root_in_place_of_a_preposition() -> None:
    text = "hens/NNS/2/dep next/JJ/0/root to/TO/4/case barns/NNS/2/nmod"
    assert edges_of(text) == {"barns dep hens", "barns case next", "next mwe to"}


@pytest.mark.parametrize("relation", ["acl:relcl", "ccomp", "conj"])
def test_a_clause_with_a_copula_keeps_its_relation(relation: str) -> None:
    edges = edges_of(
        f"hens/NNS/0/root are/VBP/3/cop close/JJ/1/{relation} to/TO/5/case barns/NNS/3/nmod"
    )
    assert {f"hens {relation} barns", "barns cop are"} <= edges


def test_a_preposition_that_is_joined_to_another_is_not_lifted_over() -> None:
    edges = edges_of(
        "hens/NNS/0/root next/JJ/1/dep to/TO/6/case and/CC/3/cc on/IN/3/conj barns/NNS/2/nmod"
    )
    assert {"hens dep next", "next nmod:to barns"} <= edges


def test_a_noun_takes_the_place_of_the_middle_of_three_words() -> None:
    text = "hens/NNS/0/root in/IN/3/case front/NN/1/dep of/IN/5/case barns/NNS/3/nmod"
    assert edges_of(text) == {"hens dep barns", "barns case in", "in mwe front", "in mwe of"}


def test_a_clause_behind_three_words_stays_a_clause() -> None:
    text = "hens/NNS/0/root on/IN/3/case top/NN/1/nmod of/IN/5/mark eating/VBG/3/acl"
    assert edges_of(text) == {"hens acl eating", "eating mark on", "on mwe top", "on mwe of"}


def test_a_preposition_of_three_words_has_all_of_them_in_its_name() -> None:
    text = "hens/NNS/0/root In/IN/3/case front/NN/1/nmod of/IN/5/case barns/NNS/3/nmod"
    assert "hens nmod:in_front_of barns" in edges_of(text)


def test_joined_prepositions_double_their_head() -> None:
    text = "hens/NNS/0/root in/IN/5/case and/CC/2/cc around/IN/2/conj barns/NNS/1/nmod"
    assert edges_of(text) == {
        "hens nmod:in barns",
        "hens conj:and hens'",
        "hens' nmod:around barns",
        "barns case in",
        "in cc and",
        "in conj:and around",
    }


def test_joined_phrases_double_their_head_and_share_its_subject() -> None:
    text = (
        "hens/NNS/2/nsubj run/VBP/0/root over/IN/4/case hills/NNS/2/nmod"
        " or/CC/4/cc into/IN/7/case barns/NNS/4/conj"
    )
    assert edges_of(text) == {
        "run nsubj hens",
        "run nmod:over hills",
        "run cc or",
        "run conj:or run'",
        "run' nsubj hens",
        "run' nmod:into barns",
        "hills case over",
        "barns case into",
    }


def test_there_is_a_copy_for_each_pair_of_prepositions() -> None:
    edges = edges_of(
        "hens/NNS/0/root with/IN/4/case of/IN/4/case eggs/NNS/1/nmod"
        " and/CC/4/cc on/IN/7/case barns/NNS/4/conj"
    )
    assert {"hens conj:and hens'", "hens conj:and hens''", "hens' nmod:on barns"} <= edges
    assert not any(edge.startswith("hens'' ") for edge in edges)


def test_who_does_it_is_marked_in_a_passive_sentence() -> None:
    text = "fed/VBN/0/root are/VBP/1/auxpass By/IN/4/case girls/NNS/1/nmod"
    assert edges_of(text) == {"fed auxpass are", "fed nmod:agent girls", "girls case By"}


@pytest.mark.parametrize("relation", ["nmod", "acl", "advcl"])
def test_a_preposition_names_the_relation_in_lower_case(relation: str) -> None:
    assert f"hens {relation}:near barns" in edges_of(
        f"hens/NNS/0/root Near/IN/3/case barns/NNS/1/{relation}"
    )


def test_the_last_of_several_prepositions_counts() -> None:
    assert "hens nmod:behind barns" in edges_of(
        "hens/NNS/0/root from/IN/4/case behind/IN/4/case barns/NNS/1/nmod"
    )


def test_the_last_is_that_of_a_table_with_sixteen_slots() -> None:
    # The word in the sixteenth place lies in slot 0, before the one in the fifteenth.
    filling = " ".join(["big/JJ/1/amod"] * 13)
    text = f"hens/NNS/0/root {filling} from/IN/17/case behind/IN/17/case barns/NNS/1/nmod"
    assert "hens nmod:from barns" in edges_of(text)


def test_the_preposition_of_the_most_words_counts() -> None:
    text = (
        "hens/NNS/0/root in/IN/3/case front/NN/1/nmod of/IN/5/case"
        " outside/NN/3/nmod of/IN/7/case barns/NNS/5/nmod"
    )
    assert "hens nmod:in_front_of barns" in edges_of(text)


def test_conjunctions_are_named_by_the_nearest_word_before() -> None:
    edges = edges_of("hens/NNS/0/root and/CC/1/cc cows/NNS/1/conj or/CC/1/cc pigs/NNS/1/conj")
    assert {"hens conj:and cows", "hens conj:or pigs"} <= edges


@pytest.mark.parametrize(
    ("words", "name"),
    [("as well as", "and"), ("rather than", "negcc"), ("instead of", "negcc"), ("&", "&")],
)
def test_some_conjunctions_have_names_of_their_own(words: str, name: str) -> None:
    first, *others = words.split()
    rest = " ".join(f"{word}/RB/2/mwe" for word in others)
    text = f"hens/NNS/0/root {first}/CC/1/cc {rest} cows/NNS/1/conj"
    assert f"hens conj:{name} cows" in edges_of(text)


def test_joined_words_share_their_head() -> None:
    edges = edges_of(
        "girls/NNS/2/nsubj feed/VBP/0/root hens/NNS/2/dobj and/CC/3/cc cows/NNS/3/conj"
    )
    assert {"feed dobj hens", "feed dobj cows"} <= edges


def test_what_is_shared_is_not_shared_again() -> None:
    edges = edges_of(
        "feed/VBP/0/root hens/NNS/1/dobj and/CC/2/cc cows/NNS/2/conj and/CC/4/cc pigs/NNS/4/conj"
    )
    assert "feed dobj cows" in edges
    assert "feed dobj pigs" not in edges
    assert "hens conj:and pigs" in edges


def test_words_that_are_joined_by_nothing_share_nothing() -> None:
    edges = edges_of("feed/VBP/0/root hens/NNS/1/dobj cows/NNS/2/conj")
    assert edges == {"feed dobj hens", "hens conj cows"}


def test_nouns_with_relative_clauses_do_not_share_being_an_object() -> None:
    edges = edges_of(
        "feed/VBP/0/root hens/NNS/1/dobj run/VBP/2/acl:relcl"
        " and/CC/2/cc cows/NNS/2/conj eat/VBP/5/acl:relcl"
    )
    assert "feed dobj cows" not in edges


@pytest.mark.parametrize(
    ("start", "end", "relation"),
    [
        ("", "eat/VBP", "nsubj"),
        ("", "are/VBP/{}/auxpass fed/VBN", "nsubjpass"),
        ("are/VBP/3/auxpass", "eat/VBP", "nsubj"),
        ("are/VBP/3/auxpass", "quiet/JJ", "nsubj"),
        ("are/VBP/3/auxpass", "washed/VBN", "nsubjpass"),
    ],
)
def test_joined_verbs_share_their_subject(start: str, end: str, relation: str) -> None:
    first = 3 if start else 2
    auxiliary, _, verb = end.rpartition(" ")
    last = first + (3 if auxiliary else 2)
    edges = edges_of(
        f"hens/NNS/{first}/nsubj {start} seen/VBN/0/root and/CC/{first}/cc"
        f" {auxiliary.format(last)} {verb}/{first}/conj"
    )
    assert f"{verb.split('/')[0]} {relation} hens" in edges


def test_a_noun_gets_no_subject_from_what_it_is_joined_to() -> None:
    edges = edges_of("hens/NNS/2/nsubj birds/NNS/0/root and/CC/2/cc pets/NNS/2/conj")
    assert "pets nsubj hens" not in edges
