"""The bars of the study of novel objects: `python bench/novel_objects.py`.

Runs the study as `cutline study models novel-objects` does, and holds each seed's means to what
nocaps saw: out-of-domain CIDEr and F1 of novel words rise from Up-Down to constraints from a
detector to constraints from gold boxes; captioners with slots name what Up-Down never names; and
every constrained caption does as it is asked.
"""

from __future__ import annotations

import argparse
import sys

from measure import machine

from cutline.cli.model_study.novel_objects.study import NovelStudy, StudySettings, novel_study
from cutline.cli.model_study.novel_objects.systems import (
    CBS,
    DNOC,
    GOLD,
    NBT,
    NBT_CBS,
    UP_DOWN,
)
from cutline.cli.model_study.novel_objects.tables import show_study
from cutline.cli.study_models import seed_list
from cutline.cli.terminal import answers


def main() -> int:
    parser = argparse.ArgumentParser(description="Hold the study of novel objects to its bars.")
    parser.add_argument("--seeds", default="1,2,3")
    parser.add_argument("--scenes", type=int, default=2000)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--vectors", default="wordllama")
    given = parser.parse_args()
    known = machine()
    print(", ".join(f"{key} {known[key]}" for key in ("cores", "load before", "torch")))
    settings = StudySettings(given.scenes, seed_list(given.seeds), given.epochs, given.vectors)
    found = novel_study(settings)
    show_study(found, answers())
    missed = 0
    for name, holds in bars(found).items():
        print(f"{'holds ' if holds else 'FAILS '} {name}")
        missed += not holds
    return 1 if missed else 0


def bars(found: NovelStudy) -> dict[str, bool]:
    """What has to hold, in words."""
    cider = {name: found.cider(name, "out-of-domain").mean for name in (UP_DOWN, CBS, GOLD)}
    f1 = {name: found.f1(name).mean for name in (UP_DOWN, CBS, GOLD)}
    asked = [found.asked(name) for name in (CBS, GOLD, NBT_CBS)]
    return {
        "out-of-domain CIDEr rises": cider[UP_DOWN] < cider[CBS] < cider[GOLD],
        "F1 of novel words rises": f1[UP_DOWN] < f1[CBS] < f1[GOLD],
        "Up-Down names nothing novel": found.named(UP_DOWN) == 0,
        "NBT and DNOC name novel things": min(found.named(NBT), found.named(DNOC)) > 0,
        "every constrained caption does as asked": all(given == met for given, met in asked),
    }


if __name__ == "__main__":
    sys.exit(main())
