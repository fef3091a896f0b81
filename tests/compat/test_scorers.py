"""BleuScorer and CiderScorer against the old package, used as scripts use them."""

from __future__ import annotations

import pickle
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cutline.compat.pycocoevalcap import CaptionsError
from cutline.core.errors import UsageError
from tests.compat.comparing import assert_same, printed
from tests.compat.sentences import CANDIDATES, REFERENCES, corpora

OPTIONS = [None, "closest", "shortest", "average"]


def filled(scorer: Any, captions: Any = (REFERENCES, CANDIDATES)) -> Any:
    references, candidates = captions
    for image_id, texts in references.items():
        scorer += (candidates[image_id][0], texts)
    return scorer


@settings(deadline=None)
@given(captions=corpora, option=st.sampled_from(OPTIONS), length=st.sampled_from([None, 3, 4.5]))
def test_bleu_scorer(
    old: SimpleNamespace, new: SimpleNamespace, captions: Any, option: Any, length: Any
):
    ours = filled(new.BleuScorer(special_reflen=length), captions)
    theirs = filled(old.BleuScorer(special_reflen=length), captions)
    for call in ("compute_score", "compute_score", "recompute_score"):  # the second is odd
        expected = printed(lambda call=call: getattr(theirs, call)(option, 2))
        assert_same(printed(lambda call=call: getattr(ours, call)(option, 2)), expected)
    assert_same(ours.testlen(), theirs.testlen())
    assert_same(ours.reflen(), theirs.reflen())


def test_bleu_scorers_can_be_added_copied_and_retested(old: SimpleNamespace, new: SimpleNamespace):
    results = []
    for each in (new, old):
        scorer = each.BleuScorer("a dog", ["a dog runs"], n=3)
        other = filled(each.BleuScorer(n=3))
        scorer += other
        scorer.cook_append("a cat", None)
        copied = scorer.copy()
        copied += ("one more", ["one more", "and more"])
        again = scorer.rescore(["a cat"] * scorer.size())
        results.append([scorer.size(), copied.size(), copied.compute_score(), again])
    assert_same(*results)


def test_a_bleu_candidate_may_come_later(old: SimpleNamespace, new: SimpleNamespace):
    ours, theirs = (each.BleuScorer(refs=["a dog runs", "a dog"]) for each in (new, old))
    with pytest.raises(CaptionsError, match="entry 0: no candidate"):
        ours.compute_score()
    assert_same(ours.rescore("a dog sits"), theirs.rescore("a dog sits"))


@settings(deadline=None)
@given(captions=corpora, times=st.integers(1, 3))
def test_cider_scorer(old: SimpleNamespace, new: SimpleNamespace, captions: Any, times: int):
    ours, theirs = (filled(each.CiderScorer(), captions) for each in (new, old))
    for _ in range(times):  # frequencies are counted again each time, until that is too much
        try:
            expected = theirs.compute_score()
        except (AssertionError, ValueError):
            with pytest.raises(CaptionsError):
                ours.compute_score()
            break
        assert_same(ours.compute_score(), expected)
        assert_same(ours.ref_len, theirs.ref_len)
        # Looking a frequency up leaves a zero in the old package's table.
        counted = {ngram: count for ngram, count in theirs.document_frequency.items() if count}
        assert dict(ours.document_frequency) == counted


def test_cider_with_frequencies_of_another_corpus(old: SimpleNamespace, new: SimpleNamespace):
    results = []
    for each in (new, old):
        counting = each.CiderScorer()
        for texts in REFERENCES.values():
            counting += (None, texts)
        counting.compute_doc_freq()
        scorer = each.CiderScorer("a dog runs after a bus", ["a dog runs after a ball"], sigma=3)
        scorer += ("a boat", ["a red boat", "a grey boat on the sand"])
        unweighted = scorer.compute_cider()
        scorer.document_frequency = pickle.loads(pickle.dumps(counting.document_frequency))
        results.append([unweighted, scorer.compute_cider(), counting.size()])
    assert_same(*results)


def test_cider_scorers_can_be_added_and_copied(old: SimpleNamespace, new: SimpleNamespace):
    results = []
    for each in (new, old):
        scorer = each.CiderScorer("a dog", ["a dog runs"], sigma=2.0)
        other = filled(each.CiderScorer())
        scorer += other
        scorer.compute_doc_freq()
        scorer += ("a dog", ["a dog"])  # not counted
        results.append([scorer.compute_cider(), scorer.copy().compute_score(), scorer.size()])
    assert_same(*results)


@pytest.mark.parametrize("name", ["BleuScorer", "CiderScorer"])
def test_scorers_can_be_sent_elsewhere(old: SimpleNamespace, new: SimpleNamespace, name: str):
    results = []
    for each in (new, old):
        scorer = filled(getattr(each, name)())
        scorer.compute_score()
        sent = pickle.loads(pickle.dumps(scorer))
        sent += ("a bus", ["a bus on a street", "the bus"])
        # CiderScorer.compute_score() would count again.
        results.append([getattr(sent, "compute_cider", sent.compute_score)(), sent.size()])
    assert_same(*results)


def test_counts_look_the_same(old: SimpleNamespace, new: SimpleNamespace):
    for name in ("BleuScorer", "CiderScorer"):
        ours, theirs = (filled(getattr(each, name)()) for each in (new, old))
        assert_same(list(ours.crefs), theirs.crefs)
        assert_same(list(ours.ctest), theirs.ctest)


@pytest.mark.parametrize("module", ["bleu.bleu_scorer", "cider.cider_scorer"])
def test_cooking_functions(old: SimpleNamespace, module: str):
    ours = __import__(f"cutline.compat.pycocoevalcap.{module}", fromlist=["precook"])
    theirs = __import__(f"pycocoevalcap.{module}", fromlist=["precook"])
    text, references = "a dog and a dog", ["a dog", "two dogs and a cat"]
    assert_same(ours.precook(text, 2), theirs.precook(text, 2))
    assert_same(ours.cook_refs(references, n=3), theirs.cook_refs(references, n=3))
    if module == "cider.cider_scorer":
        assert_same(ours.cook_test(text), theirs.cook_test(text))
        return
    for way in ("shortest", "average"):
        assert_same(ours.cook_refs(references, way), theirs.cook_refs(references, way))
    for way in (None, "closest"):
        cooked = theirs.cook_refs(references)
        assert_same(ours.cook_test(text, cooked, way), theirs.cook_test(text, cooked, way))


@pytest.mark.parametrize("name", ["BleuScorer", "CiderScorer"])
def test_bad_entries_are_named(new: SimpleNamespace, name: str):
    scorer = getattr(new, name)("a dog", ["a dog"])
    with pytest.raises(CaptionsError, match=r"entry 1: candidate 1 is int 7, expected a string"):
        scorer += (7, ["a dog"])
    with pytest.raises(CaptionsError, match=r"entry 1: references are str 'a dog'"):
        scorer += ("a dog", "a dog")
    with pytest.raises(CaptionsError, match=r"entry 1: reference 2 is NoneType None"):
        scorer += ("a dog", ["a dog", None])
    with pytest.raises(CaptionsError, match="only a tuple or a"):
        scorer += ["a dog", ["a dog"]]
    assert scorer.size() == 1
    scorer += ("a dog", [])
    with pytest.raises(CaptionsError, match="entry 1: no references"):
        scorer.compute_score()


def test_bad_settings_are_named(new: SimpleNamespace):
    for make in (new.Bleu, new.BleuScorer, new.Cider, new.CiderScorer):
        with pytest.raises(UsageError, match="n is 1, 2, 3 or 4, not 5"):
            make(n=5)
    with pytest.raises(UsageError, match="sigma is a number other than 0"):
        new.Cider(sigma=0)
    with pytest.raises(CaptionsError, match="option is closest or shortest or average"):
        filled(new.BleuScorer()).compute_score(option="longest")
    with pytest.raises(CaptionsError, match="2 candidates, expected one for each of 4"):
        filled(new.BleuScorer()).retest(["a", "b"])
    scorer = filled(new.CiderScorer())
    scorer.document_frequency = {("a",): 1.5}
    with pytest.raises(UsageError, match=r"document_frequency of \('a',\) is 1.5"):
        scorer.compute_cider()
