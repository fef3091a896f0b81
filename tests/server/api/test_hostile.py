"""Whatever is sent, the answer is a refusal in the one form, or what was asked for."""

from __future__ import annotations

import uuid
from urllib.parse import quote

import pytest
from django.core.cache import cache
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cutline.server.api import rates
from cutline.server.models import Benchmark
from tests.server.api.caller import TEST, Answer, Caller

pytestmark = pytest.mark.django_db

EVIL = [
    "",
    "'",
    "\0",
    "../../etc/passwd",
    "' OR 1=1 --",
    "<script>alert(1)</script>",
    "%",
    "𝕏",
    "\u202e",
    "{}",
    "-1",
    "9" * 400,
    "NaN",
    "${7*7}",
    "made",
]
hostile = st.one_of(st.sampled_from(EVIL), st.text(max_size=40))
bounded = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    derandomize=True,
    database=None,
)


@pytest.fixture(autouse=True)
def any_number_of_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FOR_PEOPLE", "FOR_OTHERS", "FOR_UPLOADS"):
        monkeypatch.setattr(rates, name, 10**9)


def is_fine(answer: Answer, *, may_work: bool = False) -> None:
    if may_work and answer.status in (200, 304):
        return
    assert 400 <= answer.status < 500, answer
    assert answer.code
    assert "Traceback" not in str(answer.content)


@bounded
@given(hostile, hostile)
def test_names_in_addresses(benchmark: Benchmark, pia: Caller, first: str, second: str) -> None:
    slug, phase = (quote(text, safe="") or "x" for text in (first, second))
    for rest in ("", "/images", "/remaining", "/board"):
        is_fine(pia.get(f"/benchmarks/{slug}/phases/{phase}{rest}"))
    is_fine(pia.get(f"/submissions/{slug}/captions"))


@bounded
@given(st.dictionaries(st.sampled_from(["metric", "slice", "raw", "format", "x"]), hostile))
def test_queries_of_boards(benchmark: Benchmark, pia: Caller, query: dict[str, str]) -> None:
    text = "&".join(f"{name}={quote(value, safe='')}" for name, value in query.items())
    is_fine(pia.get(f"{TEST}/board?{text}"), may_work=True)


@bounded
@given(st.binary(max_size=60))
def test_raw_queries(benchmark: Benchmark, pia: Caller, query: bytes) -> None:
    text = quote(query, safe="&=%+")
    is_fine(pia.get(f"/submissions?{text}"), may_work=True)
    is_fine(pia.get(f"{TEST}/remaining?team={text}"), may_work=True)


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | hostile,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(hostile, inner, max_size=3),
    max_leaves=6,
)


@bounded
@given(
    st.one_of(
        JSON,
        st.fixed_dictionaries({"why": JSON}),
        st.fixed_dictionaries({"on_board": JSON}),
        st.fixed_dictionaries({}, optional={"method": JSON, "paper_url": JSON}),
    )
)
def test_json_bodies(benchmark: Benchmark, pia: Caller, host: Caller, content: object) -> None:
    """Of submissions that are not there: whatever is read of a body, nothing is done."""
    address = f"/submissions/{uuid.UUID(int=7)}"
    is_fine(pia.patch(address, content))
    for what in ("choose", "withdraw", "disqualify", "reinstate"):
        is_fine(host.post(f"{address}/{what}", content))


@bounded
@given(st.binary(max_size=200), st.sampled_from(["x", "", '"', "é"]))
def test_forms(benchmark: Benchmark, pia: Caller, body: bytes, boundary: str) -> None:
    cache.clear()
    kind = f"multipart/form-data; boundary={boundary}"
    for data in (body, b"--x\r\nContent-Disposition: form-data; " + body):
        is_fine(pia.call("POST", f"{TEST}/submissions", data=data, content_type=kind))


@settings(bounded, max_examples=12)
@given(hostile, hostile, hostile, hostile)
def test_fields_of_forms(
    benchmark: Benchmark, pia: Caller, method: str, team: str, paper: str, key: str
) -> None:
    # No surrogates, which no form can carry, and no header with a line end.
    key = "".join(character for character in key if character.isprintable())
    answer = pia.submit(b"[]", method=method, team=team, paper_url=paper, key=key.strip())
    is_fine(answer)
