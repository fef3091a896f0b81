"""Hashes of files, and the digest that stands for a bundle as a whole."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any


def hash_of(chunks: Iterable[bytes]) -> tuple[str, int]:
    """The SHA-256 and the size of what comes in chunks.

    >>> hash_of([b"a ", b"dog"])[1]
    5
    """
    digest, size = hashlib.sha256(), 0
    for chunk in chunks:
        digest.update(chunk)
        size += len(chunk)
    return digest.hexdigest(), size


def digest_of(content: Mapping[str, Any]) -> str:
    """The digest of a manifest: of all that it says but the digest itself.

    It says the hash of every file, so the digest stands for those too. The order of keys does not
    count, nor how the manifest is laid out.

    >>> digest_of({"a": 1, "b": 2}) == digest_of({"b": 2, "a": 1, "digest": "old"})
    True
    """
    kept = {key: value for key, value in content.items() if key != "digest"}
    text = json.dumps(
        kept, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
    )
    return hashlib.sha256(text.encode()).hexdigest()
