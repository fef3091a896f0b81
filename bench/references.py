"""What people reach on COCO and nocaps, and what references do: `python bench/references.py`.

Human leave-one-out scores on COCO val2014 beside the published ones, which have a reference more;
the curve of references on COCO (1 to 4) and on nocaps (1 to 10); and from both what a fifth
reference would give on COCO. COCO's few images with six captions are a check of that. The data is
looked for in `$CUTLINE_DATA`, else `../shared/data`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import data
from measure import machine

from cutline.benchmarks.references import ReferenceCurve, leave_one_out, reference_curve
from cutline.benchmarks.references.curve import SystemCurve
from cutline.benchmarks.references.pools import captions_an_image
from cutline.core.types import Benchmark
from cutline.datasets.read import read_references
from cutline.reports.statistics.means import mean_intervals

TRAINING = "coco_captions_2014/captions_train2014.json.gz"
NOCAPS = "nocaps_val_runs/nocaps_nocaps_corpus.json"
NOCAPS_RUNS = (
    "nocaps_val_runs/nocaps_val__coco_train_1.json",
    "nocaps_val_runs/nocaps_val__train_coco.json",
)
#: Chen et al. 2015, table 1: five references, and one more caption as the candidate.
PUBLISHED = {
    "bleu-1": 0.663,
    "bleu-2": 0.469,
    "bleu-3": 0.321,
    "bleu-4": 0.217,
    "meteor": 0.252,
    "rouge-l": 0.484,
    "cider-d": 0.854,
}
SPECS = ",".join(PUBLISHED)


def main() -> None:
    paths = data.find(data.COCO_REFERENCES, TRAINING, NOCAPS, *NOCAPS_RUNS)
    if paths is None:
        raise SystemExit("COCO's and nocaps' captions are not here; set CUTLINE_DATA")
    print("\n".join(f"{name:<14} {value}" for name, value in machine().items()), flush=True)
    coco, training = (read_references(path)[0] for path in paths[:2])
    print(f"\nCOCO val2014, captions an image: {captions_an_image(coco)}")
    found = _timed("human leave-one-out", lambda: leave_one_out(coco, SPECS)).human
    bounds = _timed("intervals", lambda: mean_intervals(found.scores()))
    on_coco = _timed("curve", lambda: reference_curve(coco, SPECS))
    _show(on_coco)
    print("\nnocaps val")
    on_nocaps = _timed(
        "curve",
        lambda: reference_curve(
            paths[2], SPECS, candidates=list(paths[3:]), draws=10, policy="lenient"
        ),
    )
    _show(on_nocaps)
    estimates = _with_one_more(on_coco["human"], on_nocaps["human"])
    print(f"\n{'metric':<10} {'4 refs':>8} {'interval':>17} {'5, est.':>8} {'published, 5':>13}")
    for place, (spec, published) in enumerate(PUBLISHED.items()):
        interval = f"{bounds[place].low:.4f} to {bounds[place].high:.4f}"
        figures = f"{found.value(spec):8.4f} {interval:>17} {estimates[spec]:8.4f}"
        print(f"{spec:<10} {figures} {published:13.3f}")
    _check(coco, training)


def _with_one_more(coco: SystemCurve, nocaps: SystemCurve) -> Mapping[str, float]:
    """What five references would give: COCO's last step, made smaller as nocaps' steps get."""
    estimates = {}
    for spec in PUBLISHED:
        of_nocaps, of_coco = nocaps.means(spec), coco.means(spec)
        ratio = (of_nocaps[4] - of_nocaps[3]) / (of_nocaps[3] - of_nocaps[2])
        estimates[spec] = of_coco[3] + ratio * (of_coco[3] - of_coco[2])
    return estimates


def _check(*sets: Benchmark) -> None:
    """The step from four to five references on images that have six captions."""
    many = [
        (image_id, captions)
        for benchmark in sets
        for image_id, captions in zip(benchmark.image_ids, benchmark.references, strict=True)
        if len(captions) >= 6
    ]
    pool = Benchmark("six captions", *map(tuple, zip(*many, strict=True)))
    curve = reference_curve(pool, SPECS, most=5, draws=6)["human"]
    print(f"\n{len(pool)} images of COCO have six captions: 4 references, 5, and the step")
    for spec in PUBLISHED:
        *_, four, five = curve.means(spec)
        steps = curve.values[spec][-1] - curve.values[spec][-2]
        print(f"{spec:<10} {four:8.4f} {five:8.4f} {five - four:+8.4f} ± {steps.std(ddof=1):.4f}")


def _show(curve: ReferenceCurve) -> None:
    print(f"{'system':<28} {'refs':>4} " + " ".join(f"{spec:>8}" for spec in curve.signatures))
    for one in curve.systems:
        rows: Sequence[tuple[float, ...]] = list(
            zip(*(one.means(spec) for spec in curve.signatures), strict=True)
        )
        for size, row in zip(one.sizes, rows, strict=True):
            print(f"{one.system:<28} {size:4} " + " ".join(f"{value:8.4f}" for value in row))


def _timed(name: str, work: Callable[[], Any]) -> Any:
    started = time.perf_counter()
    made = work()
    print(f"{name}: {time.perf_counter() - started:.1f} s", flush=True)
    return made


if __name__ == "__main__":
    main()
