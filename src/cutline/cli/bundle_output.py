"""Bundles as tables for people, and as JSON for programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from rich.console import Console

from cutline.cli.terminal import new_table, print_whole
from cutline.datasets.bundle.findings import finding_lines
from cutline.datasets.wording import printable

if TYPE_CHECKING:
    from cutline.datasets.bundle.check import BundleCheck
    from cutline.datasets.bundle.manifest import Manifest
    from cutline.datasets.bundle.read import Bundle

FORMAT_VERSION = 1


def show_bundle(bundle: Bundle, console: Console, *, as_json: bool) -> None:
    """What a bundle holds: splits, slices, files, and its digest."""
    manifest = bundle.manifest
    if as_json:
        print(json.dumps(_as_dict(bundle), indent=2, ensure_ascii=True))
        return
    _say(console, f"{_headline(manifest)}: {manifest.title}")
    facts = {
        "licence": manifest.licence,
        "language": manifest.language,
        "metrics": ", ".join(manifest.metrics),
        "this is": f"the {bundle.state}" if "part" in bundle.state else bundle.state,
    }
    for name, value in facts.items():
        _say(console, f"{name}: {value}")
    for one in manifest.slices:
        described = f" ({one.description})" if one.description else ""
        labels = ", ".join(one.labels[:10]) + (", ..." if len(one.labels) > 10 else "")
        _say(console, f"slices by {one.name}{described}: {labels}")
    console.print()
    _show_splits(manifest, console)
    console.print()
    _show_files(bundle, console)
    console.print()
    _say(console, f"digest {manifest.digest}")


def show_check(found: BundleCheck, most: int, *, passes: bool, as_json: bool) -> None:
    """What checking a bundle found."""
    if as_json:
        content = {
            "cutline": "bundle-check",
            "version": FORMAT_VERSION,
            "file": found.name,
            "state": found.state,
            "digest": found.manifest.true_digest,
            "passes": passes,
            "problems": [
                {"severity": one.severity, "place": one.place, "message": one.message}
                for one in found.findings
            ],
        }
        print(json.dumps(content, indent=2, ensure_ascii=True))
        return
    files = _counted(len(found.manifest.files), "file")
    splits = _counted(len(found.manifest.splits), "split")
    print(f"{found.name}: {_headline(found.manifest)}, {found.state}, {splits}, {files}")
    for line in finding_lines(found.findings, most):
        print(line)
    if not found.findings:
        print("no problems")
    print(f"digest {found.manifest.true_digest}")


def _show_splits(manifest: Manifest, console: Console) -> None:
    table = new_table("split", "references")
    for name in ("images", "captions"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("also")
    for name, split in manifest.splits.items():
        extras = [part for part in ("human", "labels", "objects") if part in split.files]
        table.add_row(
            name,
            split.visibility if split.references_file else "none",
            f"{split.images:,}",
            f"{split.captions:,}" if split.captions else "",
            ", ".join(extras),
        )
    print_whole(table, console)


def _show_files(bundle: Bundle, console: Console) -> None:
    table = new_table("file", "visibility", "here")
    table.add_column("bytes", justify="right", no_wrap=True)
    table.add_column("SHA-256", no_wrap=True)
    for path, entry in bundle.manifest.files.items():
        here = "yes" if bundle.has(path) else "no"
        table.add_row(path, entry.visibility, here, f"{entry.bytes:,}", f"{entry.sha256[:16]}...")
    print_whole(table, console)


def _as_dict(bundle: Bundle) -> dict[str, Any]:
    manifest = bundle.manifest
    return {
        "cutline": "bundle-contents",
        "version": FORMAT_VERSION,
        "file": bundle.name,
        "state": bundle.state,
        "here": [path for path in manifest.files if bundle.has(path)],
        "manifest": {**manifest.as_dict(), "digest": manifest.digest},
    }


def _headline(manifest: Manifest) -> str:
    return f"{manifest.name} {manifest.benchmark_version}"


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _say(console: Console, text: str) -> None:
    console.out(printable(text), highlight=False)
