"""What SPICE costs: 5,000 images with five references, first with nothing cached, then another run.

The official program is not run here: its models are not in any package registry. Its rate, about 20
captions a second and thread, was measured on this kind of machine.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import data
from measure import Sample, run

IMAGES = 5_000
OFFICIAL_RATE = 20.0

_SCORE = """
import json, sys, time
import cutline
started = time.perf_counter()
value = cutline.score(sys.argv[2], sys.argv[1], metrics="spice")["spice"].value
seconds = time.perf_counter() - started
# Linux's own high-water mark: what getrusage tells begins at the parent's peak.
status = open("/proc/self/status").read().split()
peak = int(status[status.index("VmHWM:") + 1]) / 1024
print(json.dumps({"value": value, "seconds": seconds, "own_peak_megabytes": peak}))
"""


def speed() -> None:
    """Time a first run, and then another system on the same references."""
    with tempfile.TemporaryDirectory(prefix="cutline-bench-") as folder:
        files = data.make(Path(folder) / "captions", IMAGES, generated=False)
        other = _another_system(files, Path(folder) / "other.json")
        os.environ["CUTLINE_CACHE_DIR"] = str(Path(folder) / "cache")
        # The synonym tables are compiled once for good; what is timed is a cold cache of parses.
        build = [sys.executable, "-m", "cutline", "data", "build", "meteor-en"]
        subprocess.run(build, check=True, stdout=subprocess.DEVNULL)
        os.environ["CUTLINE_JOBS"] = "1"  # the official rate is that of one thread
        cold = _scored(files.references, files.results)
        warm = _scored(files.references, other)
    captions = files.captions + files.images
    official = captions / OFFICIAL_RATE
    print(
        f"\n{files.name}, {files.images:,} images, {captions:,} captions, one process, one thread"
    )
    for name, sample in (("nothing cached", cold), ("another system", warm)):
        said = sample.said
        print(
            f"  {name:<16} {said['seconds']:7.2f} s   {captions / said['seconds']:7,.0f} captions/s"
            f"   peak {sample.peak_megabytes:,.0f} MB   SPICE {said['value']:.4f}"
        )
    print(f"  official at {OFFICIAL_RATE:.0f} captions a second: {official:,.0f} s")
    print(
        f"  ratio {official / cold.said['seconds']:.0f}, "
        f"then another {cold.said['seconds'] / warm.said['seconds']:.1f}"
    )


def _scored(references: str, results: str) -> Sample:
    return run([sys.executable, "-c", _SCORE, references, results])


def _another_system(files: data.Files, path: Path) -> str:
    """A run with other captions: each image gets another image's, so that none is cached yet."""
    import json

    records = json.loads(Path(files.results).read_text(encoding="utf-8"))
    captions = [f"{record['caption']} and more" for record in records]
    made = [
        {"image_id": record["image_id"], "caption": caption}
        for record, caption in zip(records, captions[1:] + captions[:1], strict=True)
    ]
    path.write_text(json.dumps(made), encoding="utf-8")
    return str(path)
