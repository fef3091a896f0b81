"""A scene world as tables for people, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Console

from cutline.cli.terminal import new_table, print_whole
from cutline.datasets.world import HeldOut, Scene, World
from cutline.datasets.world.types import DOMAINS, SPLITS


def show_world(world: World, folder: str, console: Console) -> None:
    """Scenes by split and domain, and how often each held-out pair is shown."""
    table = new_table("split")
    domains = DOMAINS if world.settings.novel else ()
    for head in ("scenes", "captions", *domains):
        table.add_column(head, justify="right", no_wrap=True)
    for split in SPLITS:
        scenes = world.of(split)
        counts = [_in_domain(scenes, domain) for domain in domains]
        said = sum(len(scene.captions) for scene in scenes)
        table.add_row(split, *(f"{count:,}" for count in (len(scenes), said, *counts)))
    print_whole(table, console)
    if world.settings.pairs:
        console.print()
        _show_pairs(world, console)
    example = world.scenes[0]
    console.print(f"\n{folder} holds it. Scene {example.image_id}: {example.captions[0]}")
    console.out(world.settings.made_by, style="dim", highlight=False)


def _show_pairs(world: World, console: Console) -> None:
    table = new_table("scenes with")
    for split in SPLITS:
        table.add_column(split, justify="right", no_wrap=True)
    for pair in world.settings.pairs:
        table.add_row(str(pair), *(f"{count:,}" for count in _shown(world, pair).values()))
    print_whole(table, console)


def _shown(world: World, pair: HeldOut) -> dict[str, int]:
    return {split: sum(scene.shows(pair) for scene in world.of(split)) for split in SPLITS}


def _in_domain(scenes: Sequence[Scene], domain: str) -> int:
    return sum(scene.domain == domain for scene in scenes)


def as_json(world: World) -> str:
    """The same for machines."""
    content: dict[str, Any] = {
        "cutline": "world-summary",
        "version": 1,
        "settings": asdict(world.settings),
        "splits": {
            split: {
                "scenes": len(world.of(split)),
                **{domain: _in_domain(world.of(split), domain) for domain in DOMAINS},
            }
            for split in SPLITS
        },
        "pairs": {str(pair): _shown(world, pair) for pair in world.settings.pairs},
        "signature": world.settings.made_by,
    }
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"
