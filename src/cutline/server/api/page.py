"""The description as a page: in the site's look, without scripts, and from nowhere else."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from ninja import NinjaAPI
from ninja.openapi.docs import DocsBase

_REFERENCE = "#/components/schemas/"


class DescriptionPage(DocsBase):
    """What stands in place of ninja's page, which is a program of another project."""

    def render_page(self, request: HttpRequest, api: NinjaAPI, **kwargs: Any) -> HttpResponse:
        """The page."""
        schema = api.get_openapi_schema(path_params=kwargs)
        shapes = sorted(schema["components"]["schemas"].items())
        context = {
            "groups": _groups(schema),
            "shapes": [_shape(name, shape) for name, shape in shapes],
        }
        return render(request, "api/docs.html", context)


def coded(text: str) -> SafeString:
    """Text in which what stands between backticks is code.

    >>> coded("either `a` or <b>")
    'either <code>a</code> or &lt;b&gt;'
    """
    parts = (
        ("<code>" if place % 2 else "", part, "</code>" if place % 2 else "")
        for place, part in enumerate(text.split("`"))
    )
    return mark_safe(
        "".join(f"{before}{conditional_escape(part)}{after}" for before, part, after in parts)
    )


def _groups(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """The calls by their tag, in the order of the code."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            call = _call(path, method, operation)
            groups.setdefault(operation["tags"][0], []).append(call)
    return [
        {"tag": tag, "title": tag.capitalize(), "calls": calls} for tag, calls in groups.items()
    ]


def _call(path: str, method: str, operation: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": operation["operationId"],
        "method": method.upper(),
        "path": path,
        "summary": operation["summary"],
        "paragraphs": [
            coded(" ".join(text.split())) for text in operation["description"].split("\n\n")
        ],
        "needs_token": {} not in operation["security"],
        "parameters": [
            {
                "name": one["name"],
                "place": one["in"],
                "type": _type(one["schema"]),
                "required": one["required"],
                "description": coded(one.get("description", "")),
            }
            for one in operation["parameters"]
        ]
        + _fields(operation.get("requestBody")),
        "responses": [
            {"status": status, "description": coded(one["description"]), "type": _content_type(one)}
            for status, one in operation["responses"].items()
        ],
    }


def _fields(body: dict[str, Any] | None) -> list[dict[str, Any]]:
    """What a body holds: the fields of a form, or the whole as JSON."""
    if body is None:
        return []
    ((kind, content),) = body["content"].items()
    schema = content["schema"]
    if kind == "application/json":
        return [
            {
                "name": "body",
                "place": "JSON",
                "type": _type(schema),
                "required": body["required"],
                "description": "",
            }
        ]
    return [
        {
            "name": name,
            "place": "form",
            "type": {"text": "file"} if name == "file" else _type(one),
            "required": name in schema.get("required", ()),
            "description": coded(one.get("description", "")),
        }
        for name, one in sorted(schema["properties"].items(), key=lambda item: item[0] != "file")
    ]


def _shape(name: str, shape: dict[str, Any]) -> dict[str, Any]:
    required = shape.get("required", ())
    return {
        "name": name,
        "description": shape.get("description", ""),
        "fields": [
            {
                "name": field,
                "type": _type(one),
                "required": field in required,
                "description": coded(one.get("description", "")),
            }
            for field, one in shape.get("properties", {}).items()
        ],
        "example": "".join(
            json.dumps(one, indent=2, ensure_ascii=False) for one in shape.get("examples", ())
        ),
    }


def _content_type(response: dict[str, Any]) -> dict[str, str]:
    for kind, content in response.get("content", {}).items():
        return _type(content["schema"]) if kind == "application/json" else {"text": "JSON lines"}
    return {"text": ""}


def _type(schema: dict[str, Any]) -> dict[str, str]:
    """A type in words, with the name of the schema that it leads to."""
    if reference := schema.get("$ref"):
        name = str(reference).removeprefix(_REFERENCE)
        return {"text": name, "to": name}
    if choices := schema.get("anyOf") or schema.get("allOf"):
        parts = [_type(one) for one in choices]
        return {
            "text": " or ".join(part["text"] for part in parts),
            "to": next((part["to"] for part in parts if part.get("to")), ""),
        }
    if "const" in schema or "enum" in schema:
        values = schema.get("enum", [schema.get("const")])
        return {"text": " or ".join(json.dumps(value) for value in values)}
    if schema.get("type") == "array":
        inner = _type(schema.get("items", {}))
        return {**inner, "text": f"list of {inner['text']}"}
    if isinstance(within := schema.get("additionalProperties"), dict):
        inner = _type(within)
        return {**inner, "text": f"by name: {inner['text']}"}
    return {"text": str(schema.get("format") or schema.get("type") or "anything")}
