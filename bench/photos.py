"""Captioners on Flickr8k: `python bench/photos.py [--work FOLDER] [--report PAGE] [-- OPTIONS]`.

Runs `cutline study models photos` with its own settings on the 8,000 images of the official lists,
and checks what is asked of it: within an hour on two cores, CIDEr-D at least 0.35 and BLEU-4 at
least 0.15 on the test images. The data is looked for in `$CUTLINE_DATA`, else `../shared/data`; the
network whose features are used is had with `cutline detect get imagenet`. With `--work` what was
made before is used again, and the time says nothing then.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FOLDER = Path(os.environ.get("CUTLINE_DATA") or Path(__file__).parents[2] / "shared" / "data")
LISTS = {"train": "trainImages", "val": "devImages", "test": "testImages"}

#: What a captioner reaches at least, and what all of it takes at most.
BARS = {"cider-d": 0.35, "bleu-4": 0.15}
SECONDS = 3600


def command(work: str, output: str, more: list[str]) -> list[str]:
    words = FOLDER / "flickr8k"
    splits = [
        option
        for part, name in LISTS.items()
        for option in ("--splits", f"{part}={words / f'Flickr_8k.{name}.txt'}")
    ]
    return [
        *(sys.executable, "-m", "cutline", "study", "models", "photos"),
        *("--captions", str(words / "Flickr8k.token.txt")),
        *("--images", str(FOLDER / "flickr8k_images_128" / "flickr8k_128px.zip")),
        *(*splits, "--work", work, "-o", output, *more),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", help="keep features and models here")
    parser.add_argument("--report", help="write the page here")
    parser.add_argument("more", nargs="*", help="options of the study, behind --")
    given = parser.parse_args()
    if not (FOLDER / "flickr8k").exists():
        sys.exit(f"{FOLDER} is not there: set CUTLINE_DATA to the folder of data")
    more = [*given.more, *(["--report", given.report] if given.report else [])]
    with tempfile.TemporaryDirectory() as folder:
        output = str(Path(folder) / "study.json")
        began = time.perf_counter()
        subprocess.run(command(given.work or folder, output, more), check=True)
        seconds = time.perf_counter() - began
        content = json.loads(Path(output).read_text())
    print(f"\n{seconds / 60:.1f} minutes in all, at most {SECONDS / 60:.0f} are asked for")
    missed = []
    for system in content["systems"]:
        if "history" not in system:
            continue
        for spec, least in BARS.items():
            value = system["scores"][spec]["value"]
            print(f"{system['name']:<18}{spec:<8} {value:.3f}, at least {least} is asked for")
            if value < least:
                missed.append(f"{system['name']} {spec}")
    if missed:
        sys.exit(f"missed: {', '.join(missed)}")


if __name__ == "__main__":
    main()
