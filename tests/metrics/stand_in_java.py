"""A stand-in for `java` that behaves as the official SPICE does on the options it documents.

It counts words instead of tuples. What it is to do wrong is said by the variable STAND_IN_MODE;
what it was asked is written to the file that STAND_IN_LOG names.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

CATEGORIES = ("Size", "Color", "All", "Relation", "Cardinality", "Attribute", "Object")
FLAGS = ("-subset", "-silent", "-detailed", "-noSynsets")
WITH_VALUE = ("-out", "-cache", "-threads")


def counts(candidate: str, references: list[str], category: str) -> dict[str, Any]:
    """Numbers that differ between images, and between categories by hundreds."""
    said, wanted = set(candidate.split()), set(" ".join(references).split())
    base = 100 * sorted(CATEGORIES).index(category)
    matched = len(said & wanted)
    return {
        "tp": base + matched,
        "fp": base + len(said) - matched,
        "fn": base + len(wanted) - matched,
        **{"pr": None, "re": None, "f": 0.0, "numImages": 1},
    }


def answer(image: dict[str, Any]) -> dict[str, Any]:
    """The result of one image."""
    given = (image["test"], image["refs"])
    return {
        "scores": {category: counts(*given, category) for category in CATEGORIES},
        "image_id": image["image_id"],
    }


def read_options(arguments: list[str]) -> dict[str, str]:
    """The options by name; the program explains itself and ends with 2 when it knows one not."""
    options: dict[str, str] = {}
    rest = iter(arguments)
    for option in rest:
        if option in WITH_VALUE:
            options[option] = next(rest)
        elif option in FLAGS:
            options[option] = ""
        else:
            print("SPICE version 1\n\nUsage: java -Xmx8G -jar spice-*.jar <input.json> [options]")
            sys.exit(2)
    return options


def run(arguments: list[str]) -> None:
    """What `java -Xmx8G -jar spice-1.0.jar input.json ...` does."""
    mode = os.environ.get("STAND_IN_MODE", "")
    memory, flag, jar, source, *rest = arguments
    options = read_options(rest)
    asked = {"memory": memory, "flag": flag, "jar": jar, "source": source, "options": options}
    images = json.loads(Path(source).read_text(encoding="utf-8"))
    asked |= {"folder": str(Path.cwd()), "process": os.getpid(), "images": images}
    Path(os.environ["STAND_IN_LOG"]).write_text(json.dumps(asked), encoding="utf-8")
    if mode == "fail":
        print("Exception in thread main: no heap\n\tat spice.Main(Main.java:7)", file=sys.stderr)
        print("Caused by: too little memory\n\t... 3 more", file=sys.stderr)
        sys.exit(1)
    if mode == "hang":
        time.sleep(600)
    results = [answer(image) for image in reversed(images)]
    if mode == "one image less":
        results.pop()
    if mode == "an image twice":
        results[0]["image_id"] = results[1]["image_id"]
    if mode == "a category less":
        del results[0]["scores"]["Color"]
    if mode == "replay":
        results = json.loads(Path(os.environ["STAND_IN_ANSWERS"]).read_text(encoding="utf-8"))
    written = json.dumps(results)
    if mode == "truncated":
        written = written[:-40]
    if mode == "no output":
        print("java.lang.NullPointerException: engine", file=sys.stderr)
    else:
        Path(options["-out"]).write_text(written, encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["-version"]:
        print(os.environ["STAND_IN_VERSION"], file=sys.stderr)
        sys.exit(int(os.environ.get("STAND_IN_VERSION_CODE", "0")))
    run(sys.argv[1:])
