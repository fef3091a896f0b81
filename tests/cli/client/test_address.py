"""Addresses of benchmarks, as people type and copy them."""

from __future__ import annotations

import pytest

from cutline.cli.client.address import Target, parse_target
from cutline.core.errors import UsageError


@pytest.mark.parametrize(
    ("text", "server", "benchmark", "phase"),
    [
        ("https://example.org/nocaps", "https://example.org", "nocaps", ""),
        ("https://example.org/nocaps/test/", "https://example.org", "nocaps", "test"),
        ("example.org/nocaps", "https://example.org", "nocaps", ""),
        ("localhost:8000/demo", "http://localhost:8000", "demo", ""),
        ("127.0.0.1:8000/demo/dev", "http://127.0.0.1:8000", "demo", "dev"),
        ("http://[::1]:8000/demo", "http://[::1]:8000", "demo", ""),
        ("https://localhost/demo", "https://localhost", "demo", ""),
        ("https://example.org/b/nocaps/", "https://example.org", "nocaps", ""),
        ("https://example.org/b/nocaps/rules/", "https://example.org", "nocaps", ""),
        ("https://example.org/b/nocaps/submit/test/", "https://example.org", "nocaps", "test"),
        ("https://example.org/b/nocaps/board/data/", "https://example.org", "nocaps", "data"),
        ("https://example.org/b/nocaps?metric=x#y", "https://example.org", "nocaps", ""),
        ("https://example.org/b/dev", "https://example.org", "dev", ""),
    ],
)
def test_addresses(text: str, server: str, benchmark: str, phase: str) -> None:
    assert parse_target(text) == Target(server, benchmark, phase)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "https://",
        "https://example.org",
        "https://example.org/a/b/c",
        "ftp://example.org/a",
        "https://pia:secret@example.org/a",
        "https://example.org:0/a",
        "https://example.org:99999/a",
        "https://[::1/a",
        "file:///etc/passwd",
    ],
)
def test_no_addresses(text: str) -> None:
    with pytest.raises(UsageError) as error:
        parse_target(text)
    assert "secret" not in str(error.value)


def test_names_cannot_leave_their_place_in_the_path() -> None:
    target = parse_target("https://example.org/..%2F..%2Fadmin/a%3Fb")
    assert target.path(target.phase, "/board") == ("/benchmarks/..%2F..%2Fadmin/phases/a%3Fb/board")


def test_what_others_can_read() -> None:
    assert parse_target("http://localhost:8000/demo").is_private
    assert parse_target("https://example.org/demo").is_private
    assert not parse_target("http://example.org/demo").is_private
