"""How much faster Cutline is than its peers, and whether that has fallen: `make bench`.

Prints every ratio beside the one of baseline.json and writes them to a file (`--json FILE`). Ends
with code 1 when one fell by more than a fifth; `--keep` makes what was measured the new baseline.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from bar_list import read_commands
from bars import PROJECT, run_command
from measure import machine

BASELINE = Path(__file__).with_name("baseline.json")
RATIOS = Path(__file__).with_name("ratios.toml")
#: A ratio below this share of the baseline has fallen.
LEAST_SHARE = 0.8


def main() -> None:
    given = _arguments()
    given.logs.mkdir(parents=True, exist_ok=True)
    found = measured(given.logs)
    if not found:
        sys.exit(f"no ratio could be measured; see the logs in {given.logs}")
    before = json.loads(BASELINE.read_text(encoding="utf-8"))["ratios"] if BASELINE.exists() else {}
    content = {"machine": machine(), "ratios": found}
    for path in [given.json, *([BASELINE] if given.keep else [])]:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
    print("\n".join(lines(before, found)))
    if given.keep:
        return
    if not before:
        sys.exit(f"there is no {BASELINE.name} to compare with: python bench/ratios.py --keep")
    sys.exit(1 if fallen(before, found) else 0)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure ratios to peers.")
    build = PROJECT / "build"
    parser.add_argument("--json", type=Path, default=build / "ratios.json", metavar="FILE")
    parser.add_argument("--logs", type=Path, default=build / "ratios", metavar="FOLDER")
    parser.add_argument("--keep", action="store_true", help="make this the baseline")
    return parser.parse_args()


def measured(logs: Path) -> dict[str, float]:
    """Every ratio that its command printed; where a peer is not installed, there is none."""
    found = {}
    for command in read_commands(RATIOS):
        print(command.run, file=sys.stderr, flush=True)
        output = run_command(command, logs / command.log).output
        for bar in command.bars:
            if match := bar.found(output):
                found[bar.asked] = float(match[1].replace(",", ""))
    return found


def fallen(before: dict[str, float], now: dict[str, float]) -> list[str]:
    """Ratios that fell by more than a fifth, and those that are no longer measured."""
    return [name for name, ratio in before.items() if now.get(name, 0.0) < LEAST_SHARE * ratio]


def lines(before: dict[str, float], now: dict[str, float]) -> list[str]:
    told = [f"{'ratio':<58} {'baseline':>9} {'now':>9}"]
    for name in dict.fromkeys([*before, *now]):
        cells = [f"{side[name]:9.1f}" if name in side else f"{'-':>9}" for side in (before, now)]
        mark = "  FELL BY MORE THAN A FIFTH" if name in fallen(before, now) else ""
        told.append(f"{name:<58} {' '.join(cells)}{mark}")
    return told


if __name__ == "__main__":
    main()
