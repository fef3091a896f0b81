"""The page of results, and its files."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from cutline.collect.rating.questions import COCO_QUESTIONS, Likert, Pair
from cutline.collect.rating.results import results_of
from cutline.collect.rating.tables import results_json
from cutline.web.people.models import Role
from tests.collect import made as collected
from tests.collect.rating.test_results import rated
from tests.server import made

pytestmark = pytest.mark.django_db


@pytest.fixture
def hanna() -> Client:
    client = Client()
    client.force_login(made.person("hanna", Role.HOST))
    return client


def test_means_charts_and_agreement_with_another_question_beside(hanna: Client) -> None:
    rated(COCO_QUESTIONS["M3"], [["<b>ours"], ["theirs"]] * 3, lambda n, systems: 5 - n, "third")
    rated(COCO_QUESTIONS["M2"], [["<b>ours"]] * 3, lambda n, systems: n == 1, "second")
    text = hanna.get("/collect/third/results/").content.decode()
    assert "&lt;b&gt;ours" in text
    assert "<b>ours" not in text
    assert "How people judged each system" in text
    assert 'class="chart"' in text
    assert "Krippendorff" in text
    assert "% yes" not in text
    both = hanna.get("/collect/third/results/", {"with": "second"}).content.decode()
    assert "M2, % yes" in both
    assert "33.3" in both
    assert hanna.get("/collect/third/results.csv").content.startswith(b"measure,system,mean")
    assert hanna.get("/collect/third/results.json").json()["measures"][0]["name"] == "M3"
    assert hanna.get("/collect/third/results.xml").status_code == 404


def test_a_ranking_of_pairs(hanna: Client) -> None:
    contents = [["a", "b"], ["b", "a"]] * 3
    rated(Pair("Which is better?"), contents, lambda n, systems: "tie" if n == 1 else "first")
    text = hanna.get("/collect/judged/results/").content.decode()
    assert "Systems by what people preferred" in text
    assert "bradley-terry(ties=davidson,prior=0.1)|choices:18|units:6" in text
    assert hanna.get("/collect/judged/results.csv").content.startswith(b"rank,tie,system")


def test_the_page_and_its_files_have_the_figures_of_the_command_line(hanna: Client) -> None:
    contents = [["a", "b"], ["b", "c"], ["c", "a"]] * 4
    project = rated(
        Pair("Which is better?"), contents, lambda n, systems: "tie" if n == 1 else "first"
    )
    exported = json.loads(results_json(results_of(project)))
    assert hanna.get("/collect/judged/results.json").json() == exported
    assert (
        exported["ranking"]["signature"] in hanna.get("/collect/judged/results/").content.decode()
    )


def test_before_anybody_has_answered(hanna: Client) -> None:
    owner = made.person("otto", Role.HOST)
    question = Likert("How good is it?").to_dict()
    collected.project(owner, slug="new", mode="ratings", question=question)
    assert hanna.get("/collect/new/results/").status_code == 403
    client = Client()
    client.force_login(owner)
    page = client.get("/collect/new/results/")
    assert page.status_code == 200
    assert "No answer stands yet" in page.content.decode()
    assert client.get("/collect/new/results.csv").status_code == 404
