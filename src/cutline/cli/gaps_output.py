"""Gaps as tables for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console

from cutline.cli.terminal import new_table, print_whole

#: Captions of more references than this share a column.
_MOST = 5


def show_gaps(manifest: Mapping[str, Any], console: Console) -> None:
    """Images of each group, pairs by agreeing references, and what is left of concepts."""
    _show_groups(manifest, console)
    console.print()
    _show_pairs(manifest, console)
    console.print()
    _show_concepts(manifest, console)
    console.print()
    console.print(_check_text(manifest))
    concepts = manifest["concepts"]
    parts = [f"gap:{manifest['gap']}", f"matcher:{manifest['matcher']}"]
    parts += [f"concepts:{concepts['name']}", f"pairs:{concepts['digest']}"]
    if manifest["seed"] is not None:
        parts += [f"val_share:{manifest['val_share']}", f"seed:{manifest['seed']}"]
    console.out("|".join(parts), style="dim", highlight=False)


def _show_groups(manifest: Mapping[str, Any], console: Console) -> None:
    table = new_table("group")
    for name in ("train", "val", "eval", "left out"):
        table.add_column(name, justify="right", no_wrap=True)
    for group in manifest["groups"]:
        images = group["images"]
        names = ("train", "val", "eval", "left_out")
        table.add_row(group["name"], *(f"{images[name]:,}" for name in names))
    print_whole(table, console)


def _show_pairs(manifest: Mapping[str, Any], console: Console) -> None:
    counts = [
        int(number)
        for group in manifest["groups"]
        for pair in group["pairs"]
        for of in (pair["val"], pair["eval"])
        for number in of["by_references"]
    ]
    most = min(max(counts, default=1), _MOST)
    table = new_table("group", "pair", "set")
    table.add_column("images", justify="right", no_wrap=True)
    for number in range(1, most + 1):
        last = f"{number}+" if number == most and max(counts, default=1) > most else str(number)
        head = f"by {last} reference" if number == 1 else last
        table.add_column(head, justify="right", no_wrap=True)
    for group in manifest["groups"]:
        for place, pair in enumerate(group["pairs"]):
            for name in ("val", "eval"):
                found = pair[name]
                is_first = name == "val"
                table.add_row(
                    group["name"] if is_first and place == 0 else "",
                    pair["name"] if is_first else "",
                    name,
                    f"{found['images']:,}",
                    *(f"{n:,}" for n in _columns(found["by_references"], most)),
                )
    print_whole(table, console)


def _columns(by_references: Mapping[str, int], most: int) -> list[int]:
    columns = [0] * most
    for number, images in by_references.items():
        columns[min(int(number), most) - 1] += images
    return columns


def _show_concepts(manifest: Mapping[str, Any], console: Console) -> None:
    table = new_table("group", "concept", "kind")
    for name in ("images before", "in train"):
        table.add_column(name, justify="right", no_wrap=True)
    for group in manifest["groups"]:
        for place, concept in enumerate(group["concepts"]):
            table.add_row(
                group["name"] if place == 0 else "",
                concept["name"],
                concept["kind"],
                f"{concept['images_before']:,}",
                f"{concept['images_in_train']:,}",
            )
    print_whole(table, console)


def _check_text(manifest: Mapping[str, Any]) -> str:
    checks = [group["leak_check"] for group in manifest["groups"]]
    captions = sum(check["captions"] for check in checks)
    suspects = sum(check["suspects"] for check in checks)
    asked = ", ".join(checks[0]["matchers"])
    where = "read back from what was written" if checks[0]["read_back"] else "of the images listed"
    looked = f"{captions:,} training captions, {where}, were searched by: {asked}"
    if manifest["gap"] == "together":
        return f"No leak: {looked}. None has words of both concepts of a pair."
    if not suspects:
        return f"No leak found: {looked}. No pair was found."
    return f"{suspects:,} suspects: {looked}. They are listed in suspects.jsonl."
