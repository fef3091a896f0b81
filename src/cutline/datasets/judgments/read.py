"""Which format judgments have: told by what a file or folder holds, never by its name."""

from __future__ import annotations

import os
from pathlib import Path

from cutline.core.errors import FileError, UsageError
from cutline.datasets.judgments.cutline_lines import read_cutline_lines
from cutline.datasets.judgments.elliott_keller import read_elliott_keller
from cutline.datasets.judgments.flickr8k_crowd import is_crowd_line, read_flickr8k_crowd
from cutline.datasets.judgments.flickr8k_expert import is_expert_line, read_flickr8k_expert
from cutline.datasets.judgments.lines import json_records
from cutline.datasets.judgments.thumb import ASPECTS, is_thumb_record, read_thumb
from cutline.datasets.judgments.types import CaptionPairs, RatedCaptions
from cutline.datasets.source import Source, open_source
from cutline.datasets.wording import printable, short


def read_judgments(
    path: str | os.PathLike[str],
    captions: str | os.PathLike[str] | None = None,
    aspect: str | None = None,
) -> RatedCaptions | CaptionPairs:
    """Read judgments in any format that Cutline knows.

    Args:
        path: Flickr8k's ExpertAnnotations.txt or CrowdFlowerAnnotations.txt, the folder that
            Elliott and Keller released, THumB's JSON lines, or Cutline's own.
        captions: the file with the captions or references, where the judgments do not hold them;
            by default the one that is released beside them.
        aspect: what was rated, where judgments have several ratings: see `thumb.ASPECTS`.

    Raises:
        FileError: when a file cannot be read or is of no known format.
        ContentError: when what it holds cannot be used.
        UsageError: when captions or an aspect are missing, or given and of no use.
    """
    name, beside = os.fspath(path), os.fspath(captions) if captions is not None else None
    if name != "-" and Path(name).is_dir():
        _refuse(name, captions=beside, aspect=aspect)
        return read_elliott_keller(name)
    source = open_source(name)
    if source.data[:64].lstrip()[:1] == b"{":
        return _read_json(source, beside, aspect)
    _refuse(name, aspect=aspect)
    first_line = source.data[:4096].lstrip().split(b"\n", 1)[0].decode("utf-8", "replace")
    if is_expert_line(first_line):
        return read_flickr8k_expert(source, beside)
    if is_crowd_line(first_line):
        return read_flickr8k_crowd(source, beside)
    raise FileError(
        f"{source.name}, line 1: not judgments in a format that Cutline knows: begins with "
        f"{short(printable(first_line))!r}; expected JSON lines, or an image, a caption id and "
        f"judgments with tabs between"
    )


def _read_json(
    source: Source, captions: str | None, aspect: str | None
) -> RatedCaptions | CaptionPairs:
    _, first = next(json_records(source))
    if is_thumb_record(first):
        return read_thumb(source, captions, aspect or ASPECTS[0])
    _refuse(source.name, captions=captions, aspect=aspect)
    return read_cutline_lines(source)


def _refuse(name: str, **options: str | None) -> None:
    for option, value in options.items():
        if value is not None:
            raise UsageError(f"{name}: these judgments do not go with --{option} {value}")
