"""Tables of comparisons and studies hold their figures."""

from __future__ import annotations

import pytest

import cutline
from cutline.benchmarks.demo import demo_benchmark, demo_run
from cutline.reports.study import Study
from cutline.scoring.diagnosis import diagnose


@pytest.fixture(scope="module")
def study() -> Study:
    runs = {name: demo_run(name) for name in ("hasty", "steady", "parrot")}
    return cutline.compare(
        runs, demo_benchmark(), "bleu-4,cider-d", by="length", resampling=cutline.Resampling(200)
    )


def test_tables_of_a_comparison_hold_its_figures(study: Study) -> None:
    table, comparison = study.table(), study.comparison
    assert table == comparison.table()
    first, second = comparison
    assert table["spec"] == [first.spec] * 3 + [second.spec] * 3
    assert table["system"] == list(study.systems) * 2
    assert table["value"][:3] == [score.value for score in first.scores]
    assert table["high"][3:] == [interval.high for interval in second.intervals]
    assert table["ties"][:3] == first.letters
    differences = study.difference_table()
    assert differences["difference"][:3] == [found.value for found in first.differences]
    assert differences["corrected_p"][3:] == [found.corrected_p for found in second.differences]
    pairs = list(zip(differences["against"], differences["system"], strict=True))
    assert pairs[:3] == [("hasty", "steady"), ("hasty", "parrot"), ("steady", "parrot")]


def test_tables_of_a_study_hold_slices_and_images(study: Study) -> None:
    sliced = study.slice_table()
    [parts] = [one.parts for one in study.slices]
    assert list(dict.fromkeys(sliced["slice"])) == list(parts)
    assert sliced["value"][0] == parts[sliced["slice"][0]]["bleu-4"].scores[0].value
    images = study.image_table()
    assert len(images.rows()) == 3 * len(study.image_ids)
    assert images["cider-d"] == [v for scores in study.scores for v in scores["cider-d"].values]
    place = len(study.image_ids) + 4
    assert images["system"][place] == "steady"
    assert images["caption"][place] == study.caption(1, 4)
    assert images["image_id"][place] == study.image_ids[4]


def test_the_words_of_a_diagnosis_are_a_table(study: Study) -> None:
    diagnosis = diagnose(study.corpus, study.runs[0])
    over, under = diagnosis.word_use.over, diagnosis.word_use.under
    table = diagnosis.word_table()
    assert table["word"] == [rate.word for rate in (*over, *under)]
    assert table["z"] == [rate.z for rate in (*over, *under)]


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_comparison_becomes_a_frame(library: str, study: Study) -> None:
    pytest.importorskip(library)
    frame = getattr(study, f"to_{library}")()
    assert list(frame["value"]) == study.table()["value"]
    for table in (study.difference_table(), study.slice_table(), study.image_table()):
        shape = getattr(table, f"to_{library}")().shape
        assert shape == (len(table.rows()), len(table))
