"""Every error has one form, whoever finds it."""

from __future__ import annotations

import json
import logging
from typing import NoReturn
from unittest.mock import patch

import pytest
from django.db import OperationalError
from django.test import Client

from cutline.server.api import benchmarks, rates, submissions
from cutline.server.models import Benchmark
from cutline.web.people.models import ApiToken, Person
from tests.server.api.caller import API, TEST, Caller

pytestmark = pytest.mark.django_db


def boundary_body(body: bytes) -> dict[str, object]:
    return {"data": body, "content_type": "multipart/form-data; boundary=x"}


@pytest.mark.parametrize("path", ["/api/", "/api/v1", "/api/v1/", "/api/v2/me", "/api/v1/me/"])
def test_unknown_addresses(nobody: Caller, path: str) -> None:
    answer = nobody.call("GET", path)
    assert (answer.status, answer.code) == (404, "not_found")


def test_unknown_addresses_by_post(pia: Caller, nobody: Caller) -> None:
    assert pia.post("/nothing", {}).code == "not_found"
    assert nobody.post("/nothing", {}).code == "token_needed"


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("DELETE", "/benchmarks", "GET"),
        ("PUT", f"{TEST}/submissions", "POST"),
        ("GET", f"{TEST}/submissions", "POST"),
        ("POST", "/me", "GET"),
        ("PUT", "/submissions/5d3c9a52-7d2e-4d0a-9b43-0d1f6f8a2c11", "GET, PATCH"),
        ("BREW", "/me", "GET"),
    ],
)
def test_wrong_methods(pia: Caller, method: str, path: str, allowed: str) -> None:
    answer = pia.call(method, path)
    assert (answer.status, answer.code) == (405, "method_not_allowed")
    assert answer.headers["Allow"] == allowed


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"--x\r\n",
        b"--x\r\nContent-Disposition: form-data; name=",
        b"no boundary at all",
        b"--x--\r\n",
        b'--x\r\nContent-Disposition: form-data; name="file"\r\n\r\nno file name\r\n--x--\r\n',
        b'--x\r\nContent-Disposition: form-data; name="method"\r\n'
        b"Content-Transfer-Encoding: base64\r\n\r\n!!!!\r\n--x--\r\n",
    ],
)
def test_malformed_forms(benchmark: Benchmark, pia: Caller, body: bytes) -> None:
    answer = pia.call("POST", f"{TEST}/submissions", **boundary_body(body))
    assert (answer.status, answer.code) == (400, "invalid_request")


@pytest.mark.parametrize("kind", ["multipart/form-data", "multipart/form-data; boundary=", "x/y"])
def test_forms_without_boundary(benchmark: Benchmark, pia: Caller, kind: str) -> None:
    answer = pia.call("POST", f"{TEST}/submissions", data=b"--x", content_type=kind)
    assert (answer.status, answer.code) == (400, "invalid_request")


@pytest.mark.parametrize(
    "body",
    [b"{", b"[]", b'"text"', b"\xff\xfe", b'{"why": 1}', b"{}", b"null", b"[" * 100_000, b""],
)
def test_malformed_json(benchmark: Benchmark, pia: Caller, body: bytes) -> None:
    made_id = pia.submit().content["id"]
    answer = pia.call(
        "POST",
        f"/submissions/{made_id}/disqualify",
        data=body,
        content_type="application/json",
    )
    assert (answer.status, answer.code) == (400, "invalid_request")


@pytest.mark.parametrize(("body", "field"), [({}, "why"), ({"why": 1}, "why"), (None, "body")])
def test_fields_are_called_as_they_are_sent(
    benchmark: Benchmark, pia: Caller, body: object, field: str
) -> None:
    made_id = pia.submit().content["id"]
    answer = pia.post(f"/submissions/{made_id}/disqualify", body)
    assert [problem["field"] for problem in answer.content["error"]["problems"]] == [field]


def test_json_that_is_too_large(benchmark: Benchmark, pia: Caller) -> None:
    made_id = pia.submit().content["id"]
    answer = pia.patch(f"/submissions/{made_id}", {"method": "x" * (1 << 21)})
    assert (answer.status, answer.code) == (413, "too_large")


def test_an_upload_says_how_large_it_is(benchmark: Benchmark, pia: Caller) -> None:
    answer = pia.call(
        "POST", f"{TEST}/submissions", data=b"", headers={"Transfer-Encoding": "chunked"}
    )
    assert (answer.status, answer.code) == (411, "length_needed")


def test_ids_that_are_none(pia: Caller) -> None:
    answer = pia.get("/submissions/17")
    assert (answer.status, answer.code) == (400, "invalid_request")
    (problem,) = answer.content["error"]["problems"]
    assert problem["field"] == "submission_id"


@pytest.mark.parametrize("path", ["/benchmarks/a%00b", "/submissions?benchmark=%00", "/me?%00=1"])
def test_zero_bytes(pia: Caller, path: str) -> None:
    assert pia.get(path).code in ("not_found", "invalid_request")


def test_hosts_of_others_are_told_so_in_the_one_form() -> None:
    response = Client().get(f"{API}/benchmarks", headers={"Host": "evil.example"})
    assert (response.status_code, response.json()["error"]["code"]) == (400, "invalid_request")


@pytest.mark.parametrize("header", ["Bearer", "Bearer ", "Basic eDp5", "Bearer a b", "Bearer é"])
def test_tokens_that_do_not_hold(nobody: Caller, header: str) -> None:
    answer = nobody.get("/benchmarks", Authorization=header)
    assert (answer.status, answer.code) == (401, "bad_token")
    assert answer.headers["WWW-Authenticate"] == 'Bearer error="invalid_token"'


def test_tokens_end_with_their_person(pia: Caller) -> None:
    assert pia.get("/me").status == 200
    Person.objects.filter(username="pia").update(is_active=False)
    assert pia.get("/me").code == "bad_token"


def test_faults_tell_nothing(pia: Caller, caplog: pytest.LogCaptureFixture) -> None:
    def broken(*_: object, **__: object) -> NoReturn:
        raise RuntimeError("the secret is zyzzogeton")

    caplog.set_level(logging.CRITICAL)
    with patch.object(benchmarks, "visible_benchmarks", broken):
        answer = pia.get("/benchmarks")
    assert (answer.status, answer.code) == (500, "internal")
    assert "zyzzogeton" not in json.dumps(answer.content)
    assert answer.headers["RateLimit-Limit"]


def test_a_database_that_is_away(pia: Caller) -> None:
    def away(*_: object, **__: object) -> NoReturn:
        raise OperationalError("no route to database.internal")

    with patch.object(submissions, "visible_submissions", away):
        answer = pia.get("/submissions")
    assert (answer.status, answer.code) == (503, "unavailable")
    assert answer.headers["Retry-After"] == "5"
    assert "internal" not in json.dumps(answer.content)
    with patch.object(ApiToken, "find", away):
        assert pia.get("/submissions").code == "unavailable"


def test_calls_are_counted_and_too_many_refused(
    pia: Caller, nobody: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rates, "FOR_PEOPLE", 3)
    # All in one minute, however slow the machine is.
    monkeypatch.setattr("cutline.server.api.rates.time", lambda: 1_000_000_000.0)
    left = [pia.get("/me").headers["RateLimit-Remaining"] for _ in range(3)]
    assert left == ["2", "1", "0"]
    refused = pia.get("/me")
    assert (refused.status, refused.code) == (429, "too_many_requests")
    assert refused.headers["RateLimit-Limit"] == "3"
    assert refused.headers["Retry-After"] == refused.headers["RateLimit-Reset"]
    # Others are not held up, and the next minute begins anew.
    assert nobody.get("/benchmarks").status == 200
    monkeypatch.setattr("cutline.server.api.rates.time", lambda: 1_000_000_060.0)
    assert pia.get("/me").status == 200


def test_uploads_are_counted_apart(
    benchmark: Benchmark, pia: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rates, "FOR_UPLOADS", 1)
    monkeypatch.setattr("cutline.server.api.rates.time", lambda: 1_000_000_000.0)
    assert pia.submit(b"{}", path=f"{TEST}/check").code == "invalid_file"
    assert pia.submit().code == "too_many_requests"
    assert pia.get("/me").status == 200


def test_wrong_tokens_count_for_the_address(
    nobody: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rates, "FOR_OTHERS", 2)
    monkeypatch.setattr("cutline.server.api.rates.time", lambda: 1_000_000_000.0)
    codes = [Caller(f"cutline_{guess}").get("/me").code for guess in range(3)]
    assert codes == ["bad_token", "bad_token", "too_many_requests"]
