"""Checking a bundle: every hash, every count, and whether its files fit together."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

from cutline.core.errors import CutlineError, UsageError
from cutline.core.spec import parse_spec
from cutline.datasets.bundle.files import BundleFiles
from cutline.datasets.bundle.findings import Finding
from cutline.datasets.bundle.hashes import hash_of
from cutline.datasets.bundle.manifest import Manifest
from cutline.datasets.bundle.names import MANIFEST
from cutline.datasets.bundle.place import open_files
from cutline.datasets.bundle.read import State, manifest_in, state_of
from cutline.datasets.bundle.split_checks import check_split
from cutline.datasets.wording import short
from cutline.text.tokenizer import parse_tokenizer


@dataclass(frozen=True, eq=False)
class BundleCheck:
    """What came of checking a bundle."""

    name: str
    manifest: Manifest
    state: State
    findings: tuple[Finding, ...]

    def passes(self, *, strict: bool = False) -> bool:
        """Whether nothing is wrong; if strict, whether nothing is odd either."""
        return not any(strict or found.severity == "error" for found in self.findings)


def check_bundle(path: str | os.PathLike[str], digest: str | None = None) -> BundleCheck:
    """Check a bundle, or a part of one: all that is wrong is listed.

    Args:
        path: a folder or a zip.
        digest: the digest that it should have, or its first sixteen digits or more.

    Raises:
        FileError: when it is no bundle, or its manifest or the zip cannot be read at all.
        UsageError: when the digest is none.
    """
    wanted = None if digest is None else _checked_digest(digest)
    files = open_files(path)
    manifest = manifest_in(files)
    findings = [
        *_manifest_findings(manifest, files, wanted),
        *_file_findings(manifest, files),
        *_choice_findings(manifest, files),
    ]
    for name in manifest.splits:
        findings += check_split(name, manifest, files)
    return BundleCheck(
        files.name, manifest, state_of(manifest, files), tuple(dict.fromkeys(findings))
    )


def _checked_digest(digest: str) -> str:
    digest = digest.strip().lower().removeprefix("sha256:")
    if not 16 <= len(digest) <= 64 or set(digest) - set("0123456789abcdef"):
        raise UsageError(
            f"{short(digest)!r} is no digest: expected 64 hexadecimal digits, or the first sixteen "
            f"or more of them"
        )
    return digest


def _manifest_findings(
    manifest: Manifest, files: BundleFiles, wanted: str | None
) -> Iterator[Finding]:
    place = files.label(MANIFEST)
    true = manifest.true_digest
    if manifest.digest != true:
        message = f"has been changed: its digest is {manifest.digest}, expected {true}"
        yield Finding("error", place, message)
    elif bytes(files.data(MANIFEST)) != manifest.rendered():
        yield Finding("error", place, "says the same as when it was made, but in other bytes")
    if wanted is not None and not true.startswith(wanted):
        message = f"is another bundle: its digest is {true}, expected {wanted}"
        yield Finding("error", place, message)


def _file_findings(manifest: Manifest, files: BundleFiles) -> Iterator[Finding]:
    here = set(files.paths)
    is_incomplete = state_of(manifest, files) == "incomplete"
    for path, entry in manifest.files.items():
        place = files.label(path)
        if path not in here:
            if is_incomplete:
                message = f"is {entry.visibility} and missing, though other such files are here"
                has_others = any(other in here for other in manifest.paths(entry.visibility))
                yield Finding("error", place, message if has_others else "is missing")
            continue
        try:
            found = hash_of(files.chunks(path))
        except CutlineError as error:
            yield Finding("error", "", str(error))
            continue
        if found != (entry.sha256, entry.bytes):
            message = (
                f"has been changed: {found[1]:,} bytes with SHA-256 {found[0][:16]}..., expected "
                f"{entry.bytes:,} with {entry.sha256[:16]}..."
            )
            yield Finding("error", place, message)
    for path in files.paths:
        if path != MANIFEST and path not in manifest.files:
            yield Finding("error", files.label(path), f"is not listed in {MANIFEST}")


def _choice_findings(manifest: Manifest, files: BundleFiles) -> Iterator[Finding]:
    """Metrics and a tokenizer that this Cutline does not know."""
    place = files.label(MANIFEST)
    for spec in manifest.metrics:
        try:
            usual = str(parse_spec(spec))
        except UsageError as error:
            yield Finding("error", place, f'"metrics": {error}')
        else:
            if usual != spec:
                message = f'"metrics": {spec!r} is usually written {usual!r}'
                yield Finding("warning", place, message)
    try:
        parse_tokenizer(manifest.tokenizer)
    except UsageError as error:
        yield Finding("error", place, f'"tokenizer": {error}')
