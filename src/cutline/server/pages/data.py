"""The data of a benchmark: what is public of its bundle, and what a submission looks like."""

from __future__ import annotations

import json
from pathlib import Path

from django.conf import settings
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cutline.core.types import ImageId
from cutline.datasets.bundle import write_public
from cutline.server.hosting.bundles import bundle_of, image_ids
from cutline.server.models import Benchmark
from cutline.server.pages.found import benchmark_at, chosen, phases_at, visitor_in
from cutline.server.pages.frame import frame
from cutline.server.pages.words import size_text
from cutline.web.addresses import site_address

#: Captions of the example, which say that they are one.
_EXAMPLE = ("a dog runs on the grass", "two people wait for a train")


@require_safe
def data(request: HttpRequest, slug: str) -> HttpResponse:
    """What to download, what to send, and the commands to type."""
    phases = phases_at(request, slug)
    benchmark = phases[0].benchmark
    manifest = bundle_of(benchmark).manifest
    first = image_ids(benchmark, phases[0].split)[: len(_EXAMPLE)]
    public = [entry for entry in manifest.files.values() if entry.visibility == "public"]
    context = frame(benchmark, "data", visitor_in(request)) | {
        "rows": [(phase, manifest.splits[phase.split]) for phase in phases],
        "manifest": manifest,
        "public_size": size_text(sum(entry.bytes for entry in public)),
        "has_private": len(public) < len(manifest.files),
        "example": _example(first),
        "example_lines": _example_lines(first),
        "address": site_address(request),
        "most": size_text(max(phase.most_bytes for phase in phases)),
        "phase": phases[-1],
    }
    return render(request, "server/data.html", context)


@require_safe
def public_bundle(request: HttpRequest, slug: str) -> FileResponse:
    """The bundle without its private files."""
    benchmark = benchmark_at(request, slug)
    path = _public_copy(benchmark)
    response = FileResponse(path.open("rb"), content_type="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="{slug}-public.zip"'
    response.headers["Cache-Control"] = "no-cache"
    return response


@require_safe
def images(request: HttpRequest, slug: str, phase: str) -> HttpResponse:
    """The ids of the images of a phase, each on a line."""
    found = chosen(phases_at(request, slug), phase)
    text = "".join(f"{image_id}\n" for image_id in image_ids(found.benchmark, found.split))
    response = HttpResponse(text, "text/plain; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{slug}-{phase}-images.txt"'
    response.headers["Cache-Control"] = "no-cache"
    return response


def _public_copy(benchmark: Benchmark) -> Path:
    """The public part, made when it is first asked for; equal bundles have equal digests."""
    bundle = bundle_of(benchmark)
    if bundle.manifest.paths("private"):
        folder: Path = settings.CONFIGURATION.data / "public-bundles"
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = folder / f"{bundle.manifest.digest}.zip"
        if not path.exists():
            write_public(bundle, path)  # takes its name when it is whole
        return path
    return Path(bundle.name)


def _example(ids: tuple[ImageId, ...]) -> str:
    records = [
        {"image_id": image_id, "caption": caption}
        for image_id, caption in zip(ids, _EXAMPLE, strict=False)
    ]
    lines = ",\n ".join(json.dumps(record, ensure_ascii=False) for record in records)
    return f"[{lines}]"


def _example_lines(ids: tuple[ImageId, ...]) -> str:
    return "\n".join(
        json.dumps({"image_id": image_id, "captions": [caption]}, ensure_ascii=False)
        for image_id, caption in zip(ids, _EXAMPLE, strict=False)
    )
