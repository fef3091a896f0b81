"""The folder that Elliott and Keller (2014) released: Flickr8k-Expert, one file for each column."""

from __future__ import annotations

from pathlib import Path

from cutline.core.errors import ContentError, FileError
from cutline.datasets.judgments.lines import caption_of
from cutline.datasets.judgments.types import Protocol, RatedCaptions
from cutline.datasets.source import open_source
from cutline.datasets.text_captions import table_rows, text_lines
from cutline.datasets.wording import printable, short

#: As the release's own table: all 5,822 captions, each rating by itself.
PUBLISHED = Protocol(own="keep", ratings="flat")

_JUDGES = ("j1", "j2", "j3")


def read_elliott_keller(folder: str) -> RatedCaptions:
    """Read the files `judgements`, `candidates` and `ref-0`, `ref-1` ... of a folder.

    Raises:
        FileError: when one of them is missing, or has another form or number of lines.
        ContentError: where a rating is no number, or a caption cannot be used.
    """
    root = Path(folder)
    if not (root / "judgements").is_file():
        raise FileError(
            f"{folder}: a folder without a file judgements; expected judgements, candidates and "
            f"ref-0, ref-1 ... as Elliott and Keller released them"
        )
    images, ratings = _judgements(root / "judgements")
    candidates = _column(root / "candidates", len(images))
    files = sorted(root.glob("ref-[0-9]*"), key=lambda path: (len(path.name), path.name))
    if not files:
        raise FileError(f"{folder}: no file of references, ref-0")
    columns = [_column(path, len(images)) for path in files]
    references = tuple(zip(*columns, strict=True))
    return RatedCaptions("elliott-keller", images, candidates, references, ratings, PUBLISHED)


def _judgements(path: Path) -> tuple[tuple[str, ...], tuple[tuple[float, ...], ...]]:
    rows = table_rows(open_source(path), ",")
    _, header = next(rows, (1, []))
    missing = [name for name in (*_JUDGES, "imageid") if name not in header]
    if missing:
        raise FileError(f"{path}, line 1: no column {missing[0]}, expected id, j1, j2, j3, imageid")
    images, ratings = [], []
    for line, row in rows:
        if len(row) != len(header):
            raise FileError(f"{path}, line {line}: {len(row)} columns, expected {len(header)}")
        fields = dict(zip(header, row, strict=True))
        images.append(fields["imageid"])
        ratings.append(tuple(_rating(fields[judge], f"{path}, line {line}") for judge in _JUDGES))
    if not images:
        raise FileError(f"{path}: a header and no rows")
    return tuple(images), tuple(ratings)


def _rating(text: str, place: str) -> float:
    if text.strip() not in ("1", "2", "3", "4"):
        raise ContentError(f"{place}: the rating {short(printable(text))!r}, expected 1 to 4")
    return float(text)


def _column(path: Path, expected: int) -> tuple[str, ...]:
    captions = tuple(
        caption_of(line.strip(), "caption", f"{path}, line {number}")
        for number, line in enumerate(text_lines(open_source(path)), 1)
    )
    if len(captions) != expected:
        raise FileError(f"{path}: {len(captions)} lines for {expected} judgments")
    return captions
