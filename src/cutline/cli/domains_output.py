"""What `cutline domains` found: tables on the terminal, JSON, and files of labels."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from itertools import islice

from rich.console import Console

from cutline.benchmarks.domains import NONE, DomainFigures, Domains
from cutline.cli.terminal import new_table, print_whole
from cutline.core.errors import UsageError
from cutline.datasets.label_lines import KIND, VERSION
from cutline.datasets.wording import printable

FORMAT_VERSION = 1
SUFFIXES = (".jsonl", ".json", ".csv", ".tsv")

#: Classes, and images, that a line on the terminal lists.
_SHOWN = 5
_MARK = "*"


def suffix_of(output: str | None) -> str:
    """The form that a file's name asks for; standard output and no file have JSON lines.

    Raises:
        UsageError: when it is no form of labels.

    >>> suffix_of("domains.csv.gz")
    '.csv'
    """
    if output is None or output == "-":
        return ".jsonl"
    plain = output.lower().removesuffix(".gz")
    found = next((suffix for suffix in SUFFIXES if plain.endswith(suffix)), None)
    if found is None:
        raise UsageError(f"{output}: labels are written as {', '.join(SUFFIXES)}, or with .gz")
    return found


def labels_text(found: Domains, suffix: str) -> str:
    """The domain of each image in a form that `--by` reads; images without one have none."""
    if suffix == ".jsonl":
        return "".join(f"{line}\n" for line in _json_lines(found))
    if suffix == ".json":
        # A number and a text may be written alike, and JSON has texts alone for keys.
        labels = {str(one.image_id): one.domain for one in found.images if one.domain}
        return json.dumps(labels, indent=0, ensure_ascii=False) + "\n"
    out = io.StringIO()
    writer = csv.writer(out, "excel-tab" if suffix == ".tsv" else "excel", lineterminator="\n")
    writer.writerow(["image_id", "domain"])
    writer.writerows([one.image_id, one.domain or ""] for one in found.images)
    return out.getvalue()


def _json_lines(found: Domains) -> Iterator[str]:
    header = {"cutline": KIND, "version": VERSION, "signature": found.signature}
    yield json.dumps(header, ensure_ascii=False)
    for one in found.images:
        record = {
            "image_id": one.image_id,
            "label": one.domain,
            "training": list(one.training),
            "novel": list(one.novel),
        }
        yield json.dumps(record, ensure_ascii=False)


def as_json(found: Domains) -> str:
    """Every figure."""
    content = {"cutline": "domains", "version": FORMAT_VERSION, **found.to_dict()}
    return json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def show(found: Domains, console: Console) -> None:
    """The images and classes of each domain, the most frequent ones, and what is left over."""
    table = new_table("domain")
    heads = ("images", "share", "training classes", "novel classes", "classes each", "objects each")
    for head in heads:
        table.add_column(head, justify="right", no_wrap=True)
    for name, images, share, training, novel, classes, objects in found.table().rows():
        shares = f"{images:,}", f"{share:.1%}"
        if name == NONE:
            table.add_row(name, *shares)
        else:
            means = (_decimals(value) for value in (classes, objects))
            table.add_row(name, *shares, f"{training:,}", f"{novel:,}", *means)
    print_whole(table, console)
    console.print()
    frequent = new_table("domain", "most frequent classes, with their images")
    for figures in found.figures[:-1]:
        frequent.add_row(figures.name, _most_frequent(figures) or "none")
    print_whole(frequent, console)
    console.print(f"{_MARK} novel\n")
    for line in _left_over(found):
        console.print(line)
    console.out(found.signature, style="dim", highlight=False)


def frequencies(figures: DomainFigures) -> list[tuple[str, int, bool]]:
    """The classes of a domain with their images and whether they are novel, most frequent first."""
    both = [
        *((label, images, False) for label, images in figures.training.items()),
        *((label, images, True) for label, images in figures.novel.items()),
    ]
    return sorted(both, key=lambda row: (-row[1], row[0]))


def _most_frequent(figures: DomainFigures) -> str:
    return ", ".join(
        f"{printable(label)}{_MARK if is_novel else ''} {images:,}"
        for label, images, is_novel in frequencies(figures)[:_SHOWN]
    )


def _left_over(found: Domains) -> Iterator[str]:
    if found.without_class:
        some = ", ".join(printable(str(one)) for one in found.without_class[:_SHOWN])
        yield f"images without a class: {some}{_and_more(len(found.without_class))}"
    if found.unseen:
        some = ", ".join(map(printable, found.unseen[:_SHOWN]))
        yield f"training classes in no image: {some}{_and_more(len(found.unseen))}"
    if found.ignored:
        yield f"parts left out of account: {_counted(found.ignored)}"
    if found.without_class or found.unseen or found.ignored:
        yield ""


def _counted(counts: Mapping[str, int]) -> str:
    some = (f"{printable(label)} {images:,}" for label, images in islice(counts.items(), _SHOWN))
    return ", ".join(some) + _and_more(len(counts))


def _and_more(count: int) -> str:
    return f" and {count - _SHOWN:,} more" if count > _SHOWN else ""


def _decimals(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}"
