"""Every call that is described works once, and its answer is as it was described."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from cutline.server.models import Benchmark
from tests.server.api.caller import DEV, TEST, Answer, Caller
from tests.server.scored import score_all

pytestmark = pytest.mark.django_db

_PHASE = "/benchmarks/{slug}/phases/{phase}"
_ONE = "/submissions/{submission_id}"


def test_every_call_works(benchmark: Benchmark, pia: Caller, host: Caller, nobody: Caller) -> None:
    schema = nobody.get("/openapi.json").content
    first = pia.submit(path=f"{DEV}/submissions")
    second = pia.submit()
    score_all()
    one, other = (f"/submissions/{answer.content['id']}" for answer in (first, second))
    calls: dict[tuple[str, str], Callable[[], Answer]] = {
        ("get", "/me"): lambda: pia.get("/me"),
        ("get", "/benchmarks"): lambda: nobody.get("/benchmarks"),
        ("get", "/benchmarks/{slug}"): lambda: nobody.get("/benchmarks/made"),
        ("get", "/benchmarks/{slug}/phases"): lambda: nobody.get("/benchmarks/made/phases"),
        ("get", _PHASE): lambda: nobody.get(TEST),
        ("get", f"{_PHASE}/images"): lambda: nobody.get(f"{TEST}/images"),
        ("get", f"{_PHASE}/remaining"): lambda: pia.get(f"{TEST}/remaining"),
        ("get", f"{_PHASE}/board"): lambda: nobody.get(f"{TEST}/board"),
        ("post", f"{_PHASE}/check"): lambda: pia.submit(path=f"{TEST}/check"),
        ("post", f"{_PHASE}/submissions"): pia.submit,
        ("get", "/submissions"): lambda: pia.get("/submissions"),
        ("get", _ONE): lambda: pia.get(one),
        ("patch", _ONE): lambda: pia.patch(one, {"description": "changed"}),
        ("get", f"{_ONE}/captions"): lambda: pia.get(f"{one}/captions"),
        ("get", f"{_ONE}/images"): lambda: nobody.get(f"{one}/images"),
        ("post", f"{_ONE}/disqualify"): lambda: host.post(f"{one}/disqualify", {"why": "so"}),
        ("post", f"{_ONE}/reinstate"): lambda: host.post(f"{one}/reinstate"),
        ("post", f"{_ONE}/choose"): lambda: pia.post(f"{other}/choose"),
        ("post", f"{_ONE}/withdraw"): lambda: pia.post(f"{other}/withdraw"),
    }
    described = {
        (method, path.removeprefix("/api/v1")): operation
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    }
    assert set(calls) == set(described)
    for name, call in calls.items():
        answer = call()
        assert answer.status in (200, 201), (name, answer)
        (kind, content), *_ = described[name]["responses"][str(answer.status)]["content"].items()
        assert answer.headers["Content-Type"].startswith(kind), name
        if kind == "application/json":
            fits(answer.content, content["schema"], schema)
        else:
            assert all(map(json.loads, answer.content.splitlines()))


def fits(content: Any, shape: dict[str, Any], schema: Any) -> None:
    """Whether content has the fields and types that a schema says, as far as answers use it."""
    if "$ref" in shape:
        name = shape["$ref"].rsplit("/", 1)[1]
        return fits(content, schema["components"]["schemas"][name], schema)
    if "anyOf" in shape:
        assert any(_does_fit(content, one, schema) for one in shape["anyOf"]), (content, shape)
        return None
    if "const" in shape or "enum" in shape:
        assert content in shape.get("enum", [shape.get("const")])
        return None
    kinds: dict[str, tuple[type, ...]] = {
        "string": (str,),
        "integer": (int,),
        "number": (int, float),
        "boolean": (bool,),
        "null": (type(None),),
        "array": (list,),
        "object": (dict,),
    }
    assert isinstance(content, kinds.get(shape.get("type", ""), (object,))), (content, shape)
    if isinstance(content, list):
        for one in content:
            fits(one, shape.get("items", {}), schema)
    elif isinstance(content, dict) and "properties" in shape:
        assert set(shape.get("required", ())) <= set(content) <= set(shape["properties"])
        for field, value in content.items():
            fits(value, shape["properties"][field], schema)
    elif isinstance(content, dict) and isinstance(shape.get("additionalProperties"), dict):
        for value in content.values():
            fits(value, shape["additionalProperties"], schema)
    return None


def _does_fit(content: Any, shape: dict[str, Any], schema: Any) -> bool:
    try:
        fits(content, shape, schema)
    except AssertionError:
        return False
    return True
