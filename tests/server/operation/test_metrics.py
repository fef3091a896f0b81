"""Figures for Prometheus: true, bounded, without anything private, and not for everybody."""

from __future__ import annotations

import io
from unittest.mock import patch

import pytest
from django.db import OperationalError
from django.test import Client
from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families

from cutline.server.operation.presence import say_here
from cutline.server.operation.refusals import REFUSED, counting_refusals
from cutline.server.submissions.accept import submit
from cutline.server.submissions.details import Details
from cutline.server.uploads.refused import Refused
from cutline.web.people.models import Role
from tests.server import made, scored

pytestmark = pytest.mark.django_db


def figures(client: Client, **headers: str) -> dict[str, Metric]:
    answer = client.get("/metrics", **headers)
    assert answer.status_code == 200
    return {found.name: found for found in text_string_to_metric_families(answer.content.decode())}


def values(found: Metric, label: str) -> dict[str, float]:
    return {sample.labels[label]: sample.value for sample in found.samples}


def test_figures_tell_what_waits_and_what_is_done(client: Client) -> None:
    host = made.person("hanna", Role.HOST)
    phase = made.phase(made.benchmark(host))
    team = made.team("Walruses", made.person("wim"))
    scored.submission(phase, team, method="a secret method")
    say_here("machine-of-hanna:1:abc")
    before = figures(client)
    assert values(before["cutline_submissions"], "state")["queued"] == 3
    assert values(before["cutline_jobs"], "state") == {
        "queued": 3,
        "running": 0,
        "done": 0,
        "failed": 0,
        "cancelled": 0,
    }
    assert before["cutline_oldest_waiting_seconds"].samples[0].value > 0
    assert before["cutline_workers"].samples[0].value == 1
    scored.score_all()
    after = figures(client)
    assert values(after["cutline_jobs"], "state")["done"] == 3
    assert after["cutline_oldest_waiting_seconds"].samples[0].value == 0
    amounts = {sample.name: sample.value for sample in after["cutline_scoring_seconds"].samples}
    assert amounts["cutline_scoring_seconds_count"] == 3


def test_figures_name_nobody(client: Client) -> None:
    host = made.person("hanna", Role.HOST)
    phase = made.phase(made.benchmark(host))
    scored.submission(phase, made.team("Walruses", made.person("wim")), method="a secret method")
    say_here("machine-of-hanna:1:abc")
    client.get("/join/a-secret-of-a-team/")
    text = client.get("/metrics").content.decode()
    for word in ("hanna", "wim", "Walruses", "secret", "made", *made.CANARIES):
        assert word not in text, word


def test_figures_of_the_process_are_there_without_a_database(client: Client) -> None:
    assert figures(client)["cutline_database_answers"].samples[0].value == 1
    away = OperationalError("db.internal refuses")
    with patch("cutline.server.operation.figures.workers_there", side_effect=away):
        found = figures(client)
    assert found["cutline_database_answers"].samples[0].value == 0
    assert "cutline_requests" in found
    assert "cutline_jobs" not in found


def test_requests_are_counted_by_route_and_not_by_path(client: Client) -> None:
    def counted() -> dict[tuple[str, str, str], float]:
        samples = figures(client)["cutline_requests"].samples
        return {
            (sample.labels["route"], sample.labels["method"], sample.labels["status"]): sample.value
            for sample in samples
            if sample.name.endswith("_total")
        }

    before = counted()
    client.get("/healthz")
    client.generic("INVENTED", "/healthz")
    for number in range(5):
        client.get(f"/no/such/page/{number}")
    after = counted()
    assert after["health", "GET", "200"] - before.get(("health", "GET", "200"), 0) == 1
    assert after["health", "other", "405"] - before.get(("health", "other", "405"), 0) == 1
    assert after["none", "GET", "404"] - before.get(("none", "GET", "404"), 0) == 5
    assert not any("such" in route for route, _, _ in after)


def test_refused_uploads_are_counted_by_code() -> None:
    def count() -> float:
        return REFUSED.labels("email_not_confirmed")._value.get()

    host = made.person("hanna", Role.HOST)
    phase = made.phase(made.benchmark(host))
    person = made.person("wim", confirmed=False)
    before = count()
    with pytest.raises(Refused):
        submit(person, made.team("W", person), phase, io.BytesIO(b"[]"), "a.json", Details("m"))
    assert count() == before + 1


def test_what_is_taken_is_not_counted_as_refused() -> None:
    assert counting_refusals(lambda given: given + 1)(1) == 2


@pytest.mark.parametrize(
    "headers",
    [
        {"REMOTE_ADDR": "192.0.2.7"},
        {"REMOTE_ADDR": ""},
        {"HTTP_X_FORWARDED_FOR": "192.0.2.7"},
        {"HTTP_X_REAL_IP": "192.0.2.7"},
        {"HTTP_AUTHORIZATION": "Bearer wrong"},
        {"HTTP_AUTHORIZATION": "Bearer wrong", "REMOTE_ADDR": "192.0.2.7"},
    ],
)
def test_others_get_no_figures(
    client: Client, headers: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUTLINE_METRICS_TOKEN", "a-token-of-some-length")
    answer = client.get("/metrics", **headers)
    assert answer.status_code == 403
    assert b"cutline_jobs" not in answer.content


def test_a_token_opens_them_from_anywhere(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTLINE_METRICS_TOKEN", "a-token-of-some-length")
    sent = {"REMOTE_ADDR": "192.0.2.7", "HTTP_AUTHORIZATION": "Bearer a-token-of-some-length"}
    assert "cutline_jobs" in figures(client, **sent)


def test_no_token_is_no_token(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CUTLINE_METRICS_TOKEN", raising=False)
    sent = {"REMOTE_ADDR": "192.0.2.7", "HTTP_AUTHORIZATION": "Bearer "}
    assert client.get("/metrics", **sent).status_code == 403


def test_behind_a_proxy_loopback_proves_nothing(client: Client, settings: object) -> None:
    from dataclasses import replace

    settings.CONFIGURATION = replace(settings.CONFIGURATION, proxied=True)  # type: ignore[attr-defined]
    assert client.get("/metrics").status_code == 403
