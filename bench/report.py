"""What a report of 5,000 images and three systems weighs, and how fast a browser shows it.

`python bench/report.py` scores three systems by COCO's metrics and SPICE, writes their report, and
opens it in Chromium, each time in a fresh window; times are medians of `--repeat`. On a busy
machine all of them grow. The captions are those of Karpathy's test split, looked for in
`$CUTLINE_DATA`, else `../shared/data`; where they are absent, or with `--generated`, text of the
same shape from a fixed seed.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import data
from playwright.sync_api import Browser, sync_playwright

from cutline.reports.html_report import Extras, report
from cutline.reports.study import Study, compare

IMAGES = 5_000
OTHER_RESULTS = "nocaps_val_runs/coco_karpathy_test__coco_train_1.json"
METRICS = "coco,spice"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)

#: Notes when the first cards of the list are in the page.
_WATCH = """
new MutationObserver((_, observer) => {
  if (!document.querySelector("#image-list .image-card")) return;
  globalThis.listReady = performance.now();
  observer.disconnect();
}).observe(document, { childList: true, subtree: true });
"""
#: From what a reader does until the new list is laid out.
_WORK = """() => {
  const timed = (work) => {
    const start = performance.now();
    work();
    document.getElementById("image-list").getBoundingClientRect();
    return performance.now() - start;
  };
  const field = (name) => document.getElementById(`image-${name}`);
  const search = (words) => timed(() => {
    field("search").value = words;
    field("controls").requestSubmit();
  });
  const sort = (order) => timed(() => {
    field("order").value = order;
    field("order").dispatchEvent(new Event("change"));
  });
  const first = search("dog");
  return { "first search": first, "search": search("man on"), "all again": search(""),
    "sort": sort("spread"), "sort by another": sort("run 1") };
}"""


def main() -> None:
    given = _arguments()
    command = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
    with tempfile.TemporaryDirectory(prefix="cutline-bench-") as folder:
        path = given.output or Path(folder) / "report.html"
        for name, figure in written(path, given.generated).items():
            print(f"{name}: {figure:.1f}", flush=True)
        if command is None:
            raise SystemExit("there is no chromium command: the page was not opened")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=command, args=list(FLAGS))
            opened = [open_once(browser, path) for _ in range(given.repeat)]
            browser.close()
    for name in opened[0]:
        values = [figures[name] for figures in opened]
        each = ", ".join(f"{value:.0f}" for value in values)
        print(f"{name}: {statistics.median(values):.0f} ({each})")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure a report of 5,000 images.")
    parser.add_argument("--repeat", type=int, default=5, help="how often the page is opened")
    parser.add_argument("--generated", action="store_true", help="invented text, not COCO's")
    parser.add_argument("--output", type=Path, help="keep the report here")
    return parser.parse_args()


def written(path: Path, generated: bool) -> dict[str, float]:
    """Write the report; what it took and weighs."""
    started = time.perf_counter()
    study = compared(generated)
    scored = time.perf_counter()
    path.write_text(report(study, Extras(page=str(path))), encoding="utf-8")
    ended = time.perf_counter()
    return {
        "images": len(study.image_ids),
        "seconds to score and compare": scored - started,
        "seconds to write the report": ended - scored,
        "MB": path.stat().st_size / 1e6,
    }


def compared(generated: bool) -> Study:
    """Two systems, and one that says of each image what people say of the next."""
    names = (data.KARPATHY_REFERENCES, data.KARPATHY_RESULTS, OTHER_RESULTS)
    paths = None if generated else data.find(*names)
    if paths is None:
        return _generated()
    content = json.loads(paths[0].read_text(encoding="utf-8"))
    references: dict[int, list[str]] = {}
    for annotation in content["annotations"]:
        references.setdefault(annotation["image_id"], []).append(annotation["caption"])
    runs: dict[str, Any] = {path.stem: path for path in paths[1:]}
    return compare({**runs, "next image": _shifted(references, 0)}, references, METRICS)


def _generated() -> Study:
    with tempfile.TemporaryDirectory(prefix="cutline-bench-") as folder:
        files = data.make(Path(folder), IMAGES, generated=True)
        ids, captions, said = data.grouped(files.references, files.results)
    references = dict(zip(ids, captions, strict=True))
    runs = {
        "generated": dict(zip(ids, said, strict=True)),
        "next image": _shifted(references, 0),
        "next image, another": _shifted(references, 1),
    }
    return compare(runs, references, METRICS)


def _shifted(references: dict[int, list[str]], which: int) -> dict[int, str]:
    ids = list(references)
    return {
        image_id: references[following][which]
        for image_id, following in zip(ids, [*ids[1:], ids[0]], strict=True)
    }


def open_once(browser: Browser, path: Path) -> dict[str, float]:
    """Open the page in a window of its own: milliseconds, and megabytes of the heap."""
    context = browser.new_context(viewport={"width": 1200, "height": 900})
    context.add_init_script(_WATCH)
    page = context.new_page()
    page.goto(path.resolve().as_uri())
    page.wait_for_function("globalThis.listReady")
    painted = page.evaluate(
        "Object.fromEntries(performance.getEntriesByType('paint').map(e => [e.name, e.startTime]))"
    )
    worked = page.evaluate(_WORK)
    session = context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    heap = session.send("Runtime.getHeapUsage")["usedSize"] / 1e6
    ready = page.evaluate("globalThis.listReady")
    context.close()
    return {
        "first paint, ms": painted["first-paint"],
        "first contentful paint, ms": painted["first-contentful-paint"],
        "list ready, ms": ready,
        **{f"{name}, ms": taken for name, taken in worked.items()},
        "heap, MB": heap,
    }


if __name__ == "__main__":
    main()
