"""Calling the interface as a program would."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from cutline.server.hosting.human import run_bytes
from cutline.web.people.models import ApiToken, Person
from tests.server import made

API = "/api/v1"
TEST = "/benchmarks/made/phases/test"
DEV = "/benchmarks/made/phases/dev"


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    content: Any
    headers: dict[str, str]

    @property
    def code(self) -> str:
        """The code of an error, which must have the one form."""
        assert self.status >= 400, self.content
        assert set(self.content) == {"error"}, self.content
        error = self.content["error"]
        assert set(error) == {"code", "message", "problems"}, error
        assert error["message"][:1].isupper(), error
        return str(error["code"])


@dataclass(frozen=True)
class Caller:
    """Who calls."""

    token: str = ""
    client: Client = field(default_factory=Client)

    def call(self, method: str, path: str, **settings: Any) -> Answer:
        headers = dict(settings.pop("headers", {}))
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        path = path if path.startswith("/api") else API + path
        response = self.client.generic(method, path, headers=headers, **settings)
        kind = response.headers.get("Content-Type", "")
        data: Any = response.content.decode()
        if data and kind.startswith("application/json"):
            data = json.loads(data)
        return Answer(response.status_code, data, dict(response.headers))

    def get(self, path: str, **headers: str) -> Answer:
        return self.call("GET", path, headers=headers)

    def post(self, path: str, content: Any = None) -> Answer:
        return self.with_json("POST", path, content)

    def patch(self, path: str, content: Any) -> Answer:
        return self.with_json("PATCH", path, content)

    def with_json(self, method: str, path: str, content: Any) -> Answer:
        data = b"" if content is None else json.dumps(content).encode()
        return self.call(method, path, data=data, content_type="application/json")

    def submit(
        self,
        data: bytes | None = None,
        path: str = f"{TEST}/submissions",
        *,
        key: str = "",
        **fields: str,
    ) -> Answer:
        """Upload a file; by default captions that fit."""
        data = run_bytes(made.run()) if data is None else data
        fields = {} if path.endswith("/check") else {"method": "ours", **fields}
        file = SimpleUploadedFile("captions.jsonl", data)
        headers = {"Idempotency-Key": key} if key else {}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        response = self.client.post(API + path, {**fields, "file": file}, headers=headers)
        return Answer(response.status_code, response.json(), dict(response.headers))


def caller(person: Person) -> Caller:
    """A person with a token."""
    _, text = ApiToken.make(person, "test", timezone.now() + timedelta(days=1))
    return Caller(text)
