"""Scores of a run: what is given, of which images, and that it can be taken up again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import cutline
from cutline.core.errors import FileError, UsageError
from cutline.core.types import Benchmark
from cutline.datasets.bundle import Bundle, BundleContent, SplitContent, open_bundle, write_bundle
from cutline.reports.statistics.intervals import intervals
from cutline.reports.statistics.resampling import Resampling
from cutline.server.scoring import statistics as packed
from cutline.server.scoring.compute import score_run
from cutline.server.scoring.reserve import reserved
from cutline.server.scoring.scorer import RESAMPLES, SEED
from cutline.server.scoring.signing import reserve_digest
from cutline.server.scoring.statistics import pack, paired_p, statistics_of
from tests.server import made

METRICS = ("bleu-2", "bleu-4", "rouge-l", "cider-d")


def _bundle(folder: Path, pictures: Benchmark | None = None) -> Bundle:
    content = BundleContent(
        name="made",
        benchmark_version="1.0",
        licence="CC0-1.0",
        slices={"light": "when it was taken"},
        splits=(SplitContent.from_benchmark("test", pictures or made.pictures()),),
    )
    path = folder / "made.zip"
    write_bundle(content, path)
    return open_bundle(path)


@pytest.fixture
def bundle(tmp_path: Path) -> Bundle:
    return _bundle(tmp_path)


def test_scores_and_intervals_are_those_of_the_library(bundle: Bundle) -> None:
    run = made.run(good=5)
    found = score_run(bundle, "test", run, METRICS, "light")
    expected = cutline.Corpus(made.pictures(), list(METRICS)).score(run)
    assert found.images == 8
    assert set(found.scores) == {"", "day", "night"}
    ranges = intervals(list(expected.values()), Resampling(RESAMPLES, SEED))
    for spec, interval in zip(METRICS, ranges, strict=True):
        value = found.scores[""][spec]
        assert value["value"] == pytest.approx(expected[spec].value, abs=1e-12)
        assert (value["low"], value["high"]) == (interval.low, interval.high)
        assert found.signatures[spec] == str(expected[spec].signature)
    assert found.procedure == ranges[0].procedure


def test_slices_keep_the_document_frequencies_of_all_images(tmp_path: Path) -> None:
    # Dogs are rare by day, and common over all: their word weighs less than day alone would say.
    said = [
        [*references, "A dog runs there."] if place % 2 else references
        for place, references in enumerate(made.pictures().references)
    ]
    pictures = replace(made.pictures(), references=tuple(said))
    run = made.run(good=5)
    found = score_run(_bundle(tmp_path, pictures), "test", run, METRICS, "light")
    whole = cutline.Corpus(pictures, list(METRICS)).score(run)
    for spec in METRICS:
        by_day = whole[spec].rows(np.array([0, 2, 4, 6])).value
        assert found.scores["day"][spec]["value"] == pytest.approx(by_day)
    alone = cutline.Corpus(pictures.only([1, 3, 5, 7]), ["cider-d"])
    by_itself = alone.score({i: run.captions[i] for i in (1, 3, 5, 7)})["cider-d"].value
    assert found.scores["day"]["cider-d"]["value"] != pytest.approx(by_itself)


def test_without_a_slice_there_are_all_images_alone(bundle: Bundle) -> None:
    assert list(score_run(bundle, "test", made.run(), METRICS).scores) == [""]


def test_reserved_images_are_in_no_other_score(bundle: Bundle) -> None:
    run = made.run(good=4)
    found = score_run(bundle, "test", run, METRICS, "light", 0.5, "a secret")
    whole = cutline.Corpus(made.pictures(), list(METRICS)).score(run)
    held = reserved(made.pictures().image_ids, 0.5, "a secret")
    assert held.sum() == 4
    for spec in METRICS:
        score = whole[spec]
        rest = score.rows(np.flatnonzero(~held)).value
        assert found.scores[""][spec]["value"] == pytest.approx(rest)
        assert found.reserve[spec]["value"] == pytest.approx(score.rows(np.flatnonzero(held)).value)
    statistics = statistics_of(found.statistics)
    assert not set(statistics.places("day")) & set(np.flatnonzero(held))


def test_a_slice_that_is_all_in_reserve_has_no_value(tmp_path: Path) -> None:
    salt = "a secret"
    held = reserved(made.pictures().image_ids, 0.25, salt)
    lights = {i: "rare" if held[i - 1] else "day" for i in made.pictures().image_ids}
    bundle = _bundle(tmp_path, replace(made.pictures(), tags={"light": lights}))
    found = score_run(bundle, "test", made.run(), METRICS, "light", 0.25, salt)
    rare = found.scores["rare"]["bleu-4"]
    assert (rare["value"], rare["low"], rare["high"], rare["images"]) == (None, None, None, 0)
    assert found.scores["day"]["bleu-4"]["value"] is not None


def test_a_slice_is_signed_as_the_library_signs_it(bundle: Bundle) -> None:
    run = made.run(good=4)
    found = score_run(bundle, "test", run, METRICS, "light")
    whole = cutline.Corpus(made.pictures(), list(METRICS)).score(run)
    for spec in METRICS:
        by_day = whole[spec].rows(np.array([0, 2, 4, 6])).signature
        assert found.scores["day"][spec]["signature"] == str(by_day)
        assert "|images:4|" in str(by_day)
        assert found.scores["day"][spec]["images"] == 4
        assert found.scores[""][spec]["signature"] == str(whole[spec].signature)


def test_other_images_in_reserve_give_another_signature(bundle: Bundle) -> None:
    def signature(share: float, salt: str, label: str = "") -> str:
        found = score_run(bundle, "test", made.run(good=4), ["bleu-4"], "light", share, salt)
        if not label:
            assert found.signatures["bleu-4"] == found.scores[""]["bleu-4"]["signature"]
        return str(found.scores[label]["bleu-4"]["signature"])

    held = signature(0.5, "one")
    assert "|images:4|" in held
    assert "[4/8,reserve:" in held
    others = [signature(0.0, "one"), signature(0.25, "one"), signature(0.5, "two")]
    assert len({held, *others}) == 4
    assert signature(0.5, "one") == held
    assert "/8,reserve:" in signature(0.5, "one", "day")


def test_who_does_not_know_the_salt_cannot_find_the_reserve_by_its_digest() -> None:
    held = np.array([True, False, False])
    digests = {reserve_digest([1, 2, 3], held, salt) for salt in ("one", "two", "")}
    assert len(digests) == 3
    assert reserve_digest([3, 2, 1], held[::-1], "one") == reserve_digest([1, 2, 3], held, "one")
    assert reserve_digest([1, 2, 3], np.zeros(3, dtype=bool), "one") == ""


def test_the_reserve_depends_on_the_salt_and_not_on_the_order() -> None:
    ids = list(range(200))
    chosen = {i for i, is_held in zip(ids, reserved(ids, 0.2, "one"), strict=True) if is_held}
    backwards = ids[::-1]
    again = {
        i for i, is_held in zip(backwards, reserved(backwards, 0.2, "one"), strict=True) if is_held
    }
    other = {i for i, is_held in zip(ids, reserved(ids, 0.2, "two"), strict=True) if is_held}
    assert len(chosen) == 40
    assert chosen == again != other
    assert not reserved(ids, 0.0, "one").any()


def test_what_is_undefined_is_null(tmp_path: Path) -> None:
    one = made.pictures().only([1])
    found = score_run(_bundle(tmp_path, one), "test", cutline.Run("one", {1: ("a dog",)}), METRICS)
    value = found.scores[""]["rouge-l"]
    assert value["value"] is not None
    assert (value["low"], value["high"]) == (None, None)


def test_statistics_give_the_same_scores_again(bundle: Bundle) -> None:
    found = score_run(bundle, "test", made.run(good=5), METRICS, "light", 0.25, "salt")
    statistics = statistics_of(found.statistics)
    assert statistics.metrics == METRICS
    assert statistics.image_ids == tuple(range(1, 9))
    for label in ("", "day", "night"):
        for spec in METRICS:
            score = statistics.score(spec, statistics.places(label))
            assert score.value == pytest.approx(found.scores[label][spec]["value"], abs=1e-12)
    assert len(statistics.tables) < len(METRICS)  # BLEU's are kept once
    assert pack(statistics) == found.statistics
    with pytest.raises(UsageError, match="'meteor' was not computed"):
        statistics.score("meteor")


def test_statistics_of_something_else_are_refused(
    bundle: Bundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(FileError, match="cannot be read"):
        statistics_of(b"no such thing")
    with monkeypatch.context() as patch:
        patch.setattr(packed, "VERSION", 9)
        data = score_run(bundle, "test", made.run(), METRICS).statistics
    with pytest.raises(FileError, match="version 9"):
        statistics_of(data)


def test_a_paired_test_tells_a_difference_from_chance(bundle: Bundle) -> None:
    good, bad, same = (
        statistics_of(score_run(bundle, "test", made.run(good=good), METRICS).statistics)
        for good in (8, 0, 8)
    )
    assert paired_p(good, bad, "rouge-l") < 0.05
    assert paired_p(good, same, "rouge-l") == 1.0
    # Four images: no more than 16 swaps, so chance cannot be ruled out.
    assert paired_p(good, bad, "rouge-l", good.places()[:4]) > 0.05
