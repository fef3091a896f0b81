"""In a notebook results show their figures, whatever they hold, and leave the page as it is."""

from __future__ import annotations

import math
import pickle
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import cutline
from cutline.benchmarks.demo import demo_benchmark, demo_run
from cutline.core.metric import PerImageMetric
from cutline.core.score import Score
from cutline.core.signature import Signature
from cutline.core.tables import Table
from cutline.reports.notebook.scores import MOST_IMAGES, RESAMPLING
from cutline.reports.statistics import Comparison, intervals
from cutline.reports.study import Study
from cutline.reports.wording import signed_text, value_text
from cutline.scoring.diagnosis import Diagnosis, diagnose
from cutline.text.scene_graph import SceneGraph
from tests.reports.theme.markup import Markup

NASTY = "<script>alert(1)</script> \"quoted\" 'too' & </style> <img src=x onerror=alert(2)>"
DOG = SceneGraph.from_tuples([("dog", "brown"), ("dog", "lie on", "couch")])


def shown(result: Any) -> str:
    html = result._repr_html_()
    assert isinstance(html, str)
    return html


def text(result: Any) -> str:
    """What a reader sees of it."""
    html = re.sub("<style>.*?</style>", "", shown(result), flags=re.DOTALL)
    return Markup(html).text


@pytest.fixture(scope="module")
def study() -> Study:
    runs = {name: demo_run(name) for name in ("hasty", "steady", "parrot")}
    return cutline.compare(
        runs, demo_benchmark(), "bleu-4,cider-d", by="length", resampling=cutline.Resampling(200)
    )


@pytest.fixture(scope="module")
def nasty() -> Study:
    said = {f"{NASTY} one": {NASTY: f"a dog {NASTY}", 2: "a cat"}, "two": {NASTY: "no", 2: NASTY}}
    references = {NASTY: [f"a dog {NASTY}", "dog"], 2: ["a cat sleeps", NASTY]}
    return cutline.compare(
        said, references, "rouge-l", by="length", resampling=cutline.Resampling(100)
    )


def every_kind(study: Study) -> list[Any]:
    scores = study.scores[0]
    return [
        *(next(iter(scores.values())), scores, study.comparison, study),
        *(diagnose(study.corpus, study.runs[0]), DOG, study.image_table()),
    ]


KINDS = ["Score", "Scores", "Comparison", "Study", "Diagnosis", "SceneGraph", "Table"]
each_kind = pytest.mark.parametrize("kind", range(len(KINDS)), ids=KINDS)


@each_kind
def test_outputs_are_whole_still_and_alone(kind: int, study: Study) -> None:
    html = shown(every_kind(study)[kind])
    markup = Markup(html)
    markup.check_ids()
    used = {tag for tag, _ in markup.elements}
    assert not used & {"script", "button", "link", "iframe", "img", "form"}
    assert not re.search(r"url\((?!#)|@import|\bon\w+=|src=", html)
    assert re.match(r'<div class="cutline cutline-[0-9a-f]{6}">', html)


@each_kind
def test_styles_stay_inside(kind: int, study: Study) -> None:
    html = shown(every_kind(study)[kind])
    [name] = re.findall(r'^<div class="cutline (\S+)">', html)
    style = html[html.index("<style>") + 7 : html.index("</style>")]
    heads = re.findall(r"([^{}]+)\{", style)
    for head in (head.strip() for head in heads if not head.strip().startswith("@")):
        bare = re.sub(r"\([^)]*\)", "", head)
        assert all(f".cutline.{name}" in selector for selector in bare.split(",")), head
    assert style.count("{") == style.count("}")
    assert "rem" not in re.findall(r"\d([a-z]+)", style)


@each_kind
def test_both_themes_are_there(kind: int, study: Study) -> None:
    html = shown(every_kind(study)[kind])
    for theme in ("prefers-color-scheme: dark", 'data-jp-theme-light="false"', ".vscode-dark"):
        assert theme in html


@each_kind
def test_captions_and_names_are_only_text(kind: int, nasty: Study) -> None:
    results = every_kind(nasty)
    results[5] = SceneGraph.from_tuples([(NASTY, NASTY), (NASTY, NASTY, "couch")])
    html = shown(results[kind])
    used = {tag for tag, _ in Markup(html).elements}
    assert not used & {"script", "img"}
    assert html.count("</style>") == html.count("<style>")


def test_a_study_shows_what_was_said(nasty: Study) -> None:
    found = text(nasty)
    assert f"a dog {NASTY}" in found
    assert f"Image {NASTY}" in found


def test_a_score_shows_interval_parts_and_signature(study: Study) -> None:
    score = study.scores[1]["bleu-4"]
    found = text(score)
    [interval] = intervals([score], RESAMPLING)
    assert value_text(score.value) in found
    assert f"{interval.low:.3f}–{interval.high:.3f}" in found
    assert str(RESAMPLING) in found
    assert f"length ratio{score.parts['length_ratio']:.4g}" in found
    assert str(score.signature) in found


def test_scores_show_every_metric(study: Study) -> None:
    scores = study.scores[1]
    found = text(scores)
    made = intervals(scores.scores, RESAMPLING)
    for score, interval in zip(scores.scores, made, strict=True):
        assert value_text(score.value) in found
        assert f"{interval.low:.3f}–{interval.high:.3f}" in found
        assert f"{score.signature} {interval.procedure}" in found


def test_a_comparison_shows_ties_and_differences(study: Study) -> None:
    comparison = study.comparison
    html, found = shown(comparison), text(comparison)
    for metric in comparison:
        for run, score in enumerate(metric.scores):
            assert value_text(score.value) in found
            assert f"tie group </span>{metric.letters[run]}</span>" in html
        for run in (1, 2):
            assert signed_text(metric.difference(0, run).value) in found
        assert str(metric.scores[0].signature) in found
    assert "Differences to hasty" in found
    assert comparison.procedure in found


def test_the_longer_side_of_a_comparison_goes_down(study: Study) -> None:
    heads = re.search("<thead>.*?</thead>", shown(study.comparison), re.DOTALL)
    assert heads
    assert Markup(heads[0]).text.split() == ["systembleu-4cider-d"]
    alone = Comparison(
        study.systems[:2],
        tuple(study.comparison.metrics),
        *(study.comparison.resampling, "randomisation", "bca", 0.95),
    )
    heads = re.search("<thead>.*?</thead>", shown(alone), re.DOTALL)
    assert heads
    assert Markup(heads[0]).text.split() == ["metrichastysteady"]


def test_a_study_shows_slices_and_disputed_images(study: Study) -> None:
    found = text(study)
    for label in study.slices[0].parts:
        assert label in found
    for place in study.disputed(3):
        assert f"Image {study.image_ids[place]}" in found
        assert study.caption(1, place) in found
        assert study.references(place)[0] in found


def test_a_graph_is_drawn() -> None:
    assert {"dog", "brown", "lie on", "couch"} <= set(re.findall(r">([^<>]+)</text>", shown(DOG)))
    assert "no objects" in text(SceneGraph((), (), ()))


def test_a_diagnosis_shows_its_figures(study: Study) -> None:
    diagnosis = diagnose(study.corpus, demo_run("parrot"))
    found = text(diagnosis)
    assert diagnosis.repetition.most_repeated[0].words in found
    assert f"{diagnosis.lengths.candidates.mean:.1f}" in found
    assert "this run" in text(diagnose(study.corpus, dict(demo_run("parrot").captions)))


def test_a_long_table_shows_its_start() -> None:
    found = text(Table({"place": list(range(50)), "value": [math.nan] * 50}))
    assert "50 rows, the first 20 of them here" in found
    assert "19" in found
    assert "20–" not in found
    assert "0 rows" in text(Table.of_rows(["word"], []))


@dataclass(frozen=True)
class Odd(PerImageMetric):
    """A metric without parts or a summary, which may have no value."""

    columns = ("value",)

    def image_statistics(self, example: cutline.Example, candidate: str) -> Sequence[float]:
        return [math.nan if candidate == "nothing" else 2.5 * len(candidate)]

    def __str__(self) -> str:
        return "odd"


@pytest.mark.parametrize(
    "said",
    [
        pytest.param(["nothing", "nothing", "nothing"], id="no value at all"),
        pytest.param(["a dog", "nothing", "a cat"], id="one image without a value"),
        pytest.param(["a dog"], id="one image"),
        pytest.param(["", ""], id="empty captions"),
        pytest.param(["same", "same"], id="no spread"),
    ],
)
def test_odd_values_are_shown_too(said: list[str]) -> None:
    runs = {"one": said, "two": list(reversed(said))}
    found = cutline.compare(
        runs, [["a dog"]] * len(said), [Odd()], resampling=cutline.Resampling(100), policy="lenient"
    )
    for result in every_kind(found):
        Markup(shown(result))
    alone = cutline.compare(
        [said], [["a dog"]] * len(said), [Odd()], resampling=cutline.Resampling(100)
    )
    assert "Differences" not in text(alone)
    assert alone.difference_table().rows() == []


class Slow(Odd):
    """A metric that does not follow from sums, whose intervals take long."""

    def score(self, statistics: Any) -> float:
        return float(np.median(statistics))


@pytest.mark.parametrize(
    ("metric", "images", "has_interval"),
    [(Odd(), 50, True), (Slow(), 50, False), (Odd(), MOST_IMAGES + 1, False), (Odd(), 1, False)],
)
def test_intervals_are_shown_where_they_are_quick(
    metric: PerImageMetric, images: int, has_interval: bool
) -> None:
    statistics = np.arange(images, dtype=float)[:, None]
    signature = Signature("odd", "ptb", "1", images, "none")
    score = Score(metric, list(range(images)), statistics, signature)
    found = text(score)
    assert ("Intervals of 95%" in found) == has_interval
    assert ("take a moment" in found) == (images > MOST_IMAGES)


@pytest.mark.parametrize(
    ("of", "expected"),
    [
        (lambda study: study, "Study(hasty, steady, parrot on 24 images: bleu-4, cider-d, by"),
        (lambda study: study.comparison, "Comparison(hasty, steady, parrot on 24 images: bleu-4"),
        (lambda study: diagnose(study.corpus, study.runs[0]), "Diagnosis(24 captions of hasty)"),
    ],
)
def test_the_plain_form_is_short(
    of: Callable[[Study], Study | Comparison | Diagnosis], expected: str, study: Study
) -> None:
    """Notebooks save it beside the other; all captions of a benchmark would be megabytes."""
    assert repr(of(study)).startswith(expected)
    assert len(repr(of(study))) < 120


def test_results_are_still_plain_data(study: Study) -> None:
    assert pickle.loads(pickle.dumps(DOG)) == DOG
    again = pickle.loads(pickle.dumps(study.scores[0]))
    assert again.table() == study.scores[0].table()
    assert shown(again) == shown(study.scores[0])


def test_nothing_is_loaded_before_a_notebook_asks() -> None:
    code = (
        "import sys, cutline; cutline.score; cutline.Scores\n"
        "parts = 'cutline.reports', 'pandas', 'polars'\n"
        "assert not [name for name in sys.modules if name.startswith(parts)]"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
