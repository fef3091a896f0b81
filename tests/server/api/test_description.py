"""The description of the interface: whole, true, and a page that needs nothing from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver

from cutline.server.api.description import MEANINGS
from cutline.server.api.examples import EXAMPLES
from tests.server.api.caller import Caller

pytestmark = pytest.mark.django_db

TESTS = Path(__file__).parent


@pytest.fixture
def schema(nobody: Caller) -> Any:
    return nobody.call("GET", "/api/v1/openapi.json").content


def operations(schema: Any) -> Iterator[tuple[str, str, Any]]:
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            yield method, path, operation


def references(content: Any) -> Iterator[str]:
    if isinstance(content, dict):
        if isinstance(content.get("$ref"), str):
            yield content["$ref"]
        for value in content.values():
            yield from references(value)
    elif isinstance(content, list):
        for value in content:
            yield from references(value)


def test_the_document_has_the_structure_of_openapi(schema: Any) -> None:
    if find_spec("openapi_spec_validator") is not None:
        import_module("openapi_spec_validator").validate(schema)
    assert schema["openapi"].startswith("3.")
    assert {"title", "version", "description"} <= set(schema["info"])
    assert schema["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    names = [operation["operationId"] for _, _, operation in operations(schema)]
    assert len(names) == len(set(names))
    for reference in references(schema):
        assert reference.removeprefix("#/components/schemas/") in schema["components"]["schemas"]
    for method, path, operation in operations(schema):
        in_path = {one["name"] for one in operation["parameters"] if one["in"] == "path"}
        assert in_path == set(re.findall(r"{(\w+)}", path)), path
        assert all("schema" in one for one in operation["parameters"])
        assert operation["summary"]
        assert operation["description"]
        assert ("requestBody" in operation) <= (method != "get")


def test_every_answer_and_error_is_described(schema: Any) -> None:
    error = {"$ref": "#/components/schemas/ErrorAnswer"}
    for method, path, operation in operations(schema):
        responses = operation["responses"]
        assert {"200", "400", "401", "429", "500", "503"} <= set(responses), path
        assert set(responses) <= set(MEANINGS)
        for status, response in responses.items():
            assert response["description"] == MEANINGS[status]
            assert "RateLimit-Remaining" in response["headers"]
            if status >= "400":
                assert response["content"]["application/json"]["schema"] == error
            elif status != "304":
                assert response["content"], (method, path)
        assert operation["security"][-1] == {"token": []}
        if method != "get":
            assert {} not in operation["security"]


def test_codes_in_the_description_are_those_of_the_program(schema: Any) -> None:
    source = "".join(
        path.read_text(encoding="utf-8")
        for path in (TESTS.parents[2] / "src" / "cutline" / "server").rglob("*.py")
        if path.name not in ("description.py", "examples.py")
    )
    for text in MEANINGS.values():
        for code in re.findall(r"`([a-z_]+)`", text):
            assert f'"{code}"' in source, code


def test_calls_that_need_a_token_are_those_that_refuse_without(
    schema: Any, nobody: Caller, benchmark: object
) -> None:
    for method, path, operation in operations(schema):
        place = path.replace("{slug}", "made").replace("{phase}", "test")
        place = place.replace("{submission_id}", "5d3c9a52-7d2e-4d0a-9b43-0d1f6f8a2c11")
        status = nobody.call(method.upper(), place).status
        # A file of a submission that nobody may see is not there, with a token or without.
        if not path.endswith("/captions"):
            assert (status == 401) == ({} not in operation["security"]), path


def test_examples_are_as_the_schemas_say(schema: Any) -> None:
    shapes = schema["components"]["schemas"]
    for name, example in EXAMPLES.items():
        assert shapes[name]["examples"] == [example]
        assert set(example) <= set(shapes[name]["properties"]), name
        assert set(shapes[name].get("required", ())) <= set(example), name


def test_every_address_is_described(schema: Any) -> None:
    found = set()
    for pattern in get_resolver("cutline.server.api.urls").url_patterns:
        for inner in getattr(pattern, "url_patterns", ()):
            found.add("/api/v1/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(inner.pattern)))
    assert found - set(schema["paths"]) == {
        "/api/v1/",
        "/api/v1/docs",
        "/api/v1/openapi.json",
    }


def test_the_page_needs_nothing_from_elsewhere(schema: Any) -> None:
    response = Client().get("/api/v1/docs")
    assert response.status_code == 200
    assert "default-src 'none'" in response.headers["Content-Security-Policy"]
    page = response.content.decode()
    loaded = re.findall(r'<(?:script|link|img)[^>]+(?:src|href)="([^"]+)"', page)
    assert loaded
    assert all(address.startswith(("/", "data:")) for address in loaded), loaded
    assert not re.search(r"<script(?![^>]+src=)", page)
    assert "style=" not in page
    for _, path, operation in operations(schema):
        assert f'id="{operation["operationId"]}"' in page
        assert path in page
    targets = set(re.findall(r'href="#([^"]+)"', page))
    assert targets <= set(re.findall(r'id="([^"]+)"', page))


def test_the_docs_tell_of_every_call_and_code(schema: Any) -> None:
    docs = (TESTS.parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
    for text in MEANINGS.values():
        for code in re.findall(r"\(?`([a-z]+_[a-z_]+|closed|frozen|archived|internal)`", text):
            assert f"`{code}`" in docs, code
    for _, path, _ in operations(schema):
        last = path.rsplit("/", 1)[1].replace("{submission_id}", "{id}")
        assert last in docs, path
