"""How well each metric agrees with people, on Flickr8k's judgments: the tables of docs/judge.md.

`python bench/judge.py` prints a table for Elliott and Keller's release, for Flickr8k-Expert and for
Flickr8k-CF, each by the protocol its figures are published with, and then the published figures
beside ours. The data is looked for in `$CUTLINE_DATA`, else `../shared/data`.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import data

from cutline.core.registry import metric_classes
from cutline.core.spec import SETS, parse_spec
from cutline.datasets.judgments import Protocol, RatedCaptions, read_judgments
from cutline.reports.meta_evaluation import Verdicts, judge_ratings
from cutline.reports.meta_evaluation.figures import RESAMPLES
from cutline.reports.statistics import Resampling
from cutline.reports.wording import interval_text, value_text

ELLIOTT_KELLER = "elliott_keller_flickr8k/judgements"
EXPERT = "flickr8k/ExpertAnnotations.txt"
CROWD = "flickr8k/CrowdFlowerAnnotations.txt"

#: Judgments, coefficient, and figures that others published: the README of Elliott and Keller's
#: release; Hessel et al. 2021, tables 1 and 2, as the authors of PAC-S print them in full, but for
#: SPICE, which only the former have; its figure on CF is not at hand. Their CIDEr is CIDEr-D.
PUBLISHED: tuple[tuple[str, str, str, dict[str, str]], ...] = (
    (ELLIOTT_KELLER, "images", "spearman", {"cider-d": ".581", "meteor": ".560"}),
    (
        EXPERT,
        "captions",
        "tau-c",
        {
            "bleu-1": ".32324",
            "bleu-4": ".30776",
            "meteor": ".41822",
            "rouge-l": ".32314",
            "cider-d": ".43891",
            "spice": ".449",
        },
    ),
    (
        CROWD,
        "captions",
        "tau-b",
        {
            "bleu-1": ".17946",
            "bleu-4": ".16863",
            "meteor": ".22269",
            "rouge-l": ".19903",
            "cider-d": ".24619",
            "spice": "",
        },
    ),
)


def main() -> None:
    parser = argparse.ArgumentParser(description="Judge every metric by Flickr8k's judgments.")
    parser.add_argument("--resamples", type=int, default=RESAMPLES)
    resampling = Resampling(parser.parse_args().resamples)
    for name in (ELLIOTT_KELLER, EXPERT, CROWD):
        show(judge_ratings(_judgments(name), every_spec(), resampling=resampling))
    for name, documents, coefficient, figures in PUBLISHED:
        judged = _judgments(name)
        protocol = Protocol(judged.published.own, judged.published.ratings, documents)
        found = judge_ratings(judged, list(figures), protocol, resampling=Resampling(100))
        print(f"\n{found.protocol}\n\n| metric | {coefficient} | published |\n| --- | --- | --- |")
        for spec, published in figures.items():
            value = found[spec].estimates[coefficient].value
            print(f"| `{spec}` | {value:.5f} | {published} |", flush=True)


def every_spec() -> list[str]:
    """The set `all`, and metrics that other packages bring."""
    specs = list(SETS["all"])
    known = {parse_spec(spec).name for spec in specs}
    others = {name: cls for name, cls in metric_classes().items() if name not in known}
    # Judgments are made of plain captions.
    return specs + [name for name, cls in others.items() if not cls.needs_boxes]


def show(verdicts: Verdicts) -> None:
    """A table in Markdown."""
    names = list(verdicts.verdicts[0].estimates)
    print(f"\n{verdicts.protocol}\n\n{_row(['metric', *names, 'ties'])}")
    print(_row(["---"] * (len(names) + 2)))
    for verdict in verdicts.verdicts:
        cells = [
            f"{value_text(found.value)} ({interval_text(found.interval)})"
            for found in verdict.estimates.values()
        ]
        print(_row([f"`{verdict.spec}`", *cells, f"{verdict.ties:,}"]), flush=True)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _judgments(name: str) -> RatedCaptions:
    paths = data.find(name)
    if paths is None:
        raise SystemExit(f"{name} is not here; set CUTLINE_DATA to the folder that holds it")
    judged = read_judgments(paths[0].parent if name == ELLIOTT_KELLER else paths[0])
    assert isinstance(judged, RatedCaptions)
    return judged


if __name__ == "__main__":
    main()
