"""Make the golden files: run `python -m tests.golden.make_golden` from the project's root.

It makes all of them, or those of the metrics that are named. Values come from the official program
where it has the metric (pycocoevalcap 1.2), and otherwise from `restated.py`, which is written from
the papers and shares no code with Cutline. SPICE's come from `restated_spice.py`, and its parses
and tuples are written by hand: what they are must not depend on a trained parser.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from tests.golden import paired_captions as paired
from tests.golden import restated, restated_fidelity, restated_spice
from tests.golden import seen_captions as seen
from tests.golden.captions import ALL, ORDINARY, RELATED
from tests.golden.marked_captions import MARKED
from tests.golden.scenes import IMAGES, SCENES

FOLDER = Path(__file__).parent
OFFICIAL = "pycocoevalcap 1.2, run by tests/golden/make_golden.py"
RESTATED = "tests/golden/restated.py, a restatement of the papers' formulas"
RESTATED_PAIRS = "tests/golden/restated.py, on parses and pairs written by hand"
RESTATED_FIDELITY = (
    "tests/golden/restated_fidelity.py, on parses and nouns written by hand, with the vectors that "
    "the package wordllama itself gives"
)
RESTATED_SPICE = "tests/golden/restated_spice.py, on parses and tuples written by hand"


def case(
    spec: str, captions: restated.Captions, value: float, values: list[float]
) -> dict[str, Any]:
    return {
        "spec": spec,
        "captions": {key: {"references": r, "candidate": c} for key, (r, c) in captions.items()},
        "value": value,
        "values": values,
    }


def official_cases(metric: str) -> list[dict[str, Any]]:
    from pycocoevalcap.bleu.bleu import Bleu
    from pycocoevalcap.cider.cider import Cider
    from pycocoevalcap.meteor.meteor import Meteor
    from pycocoevalcap.rouge.rouge import Rouge

    cases = []
    for captions in (ORDINARY, {**ALL, **RELATED} if metric == "meteor" else ALL):
        references = {key: r for key, (r, _) in captions.items()}
        candidates = {key: [c] for key, (_, c) in captions.items()}
        if metric == "bleu":
            corpus, images = Bleu(4).compute_score(references, candidates, verbose=0)
            cases += [case(f"bleu-{n + 1}", captions, corpus[n], images[n]) for n in range(4)]
            continue
        scorer = {"rouge-l": Rouge, "cider-d": Cider, "meteor": Meteor}[metric]()
        value, values = scorer.compute_score(references, candidates)
        cases.append(case(metric, captions, float(value), [float(v) for v in values]))
    return cases


def content_selection_cases() -> list[dict[str, Any]]:
    cases = []
    for spec, empty in (
        ("content-selection", "skip"),
        ("content-selection(empty_description=zero)", "zero"),
        ("content-selection(empty_description=one)", "one"),
    ):
        values = [f for _, _, f in restated.content_selection(MARKED, empty)]
        cases.append(case(spec, MARKED, sum(values) / len(values), values))
    return cases


def restated_cases(metric: str) -> list[dict[str, Any]]:
    if metric == "content-selection":
        return content_selection_cases()
    made: list[tuple[str, list[float]]] = []
    if metric == "rouge":
        made = [(f"rouge-{n}", restated.rouge_n(ALL, n)) for n in range(1, 5)]
    elif metric == "rouge-s":
        made = [
            ("rouge-s", restated.rouge_s(ALL, 4, 1.2)),
            ("rouge-s(distance=2,beta=1.0)", restated.rouge_s(ALL, 2, 1.0)),
        ]
    elif metric == "cider":
        made = [("cider", restated.cider(ALL)), ("cider(n=2)", restated.cider(ALL, 2))]
    return [case(spec, ALL, sum(values) / len(values), values) for spec, values in made]


def spice_content() -> dict[str, Any]:
    images = [
        ([SCENES[reference][1] for reference in references], SCENES[candidate][1])
        for references, candidate in IMAGES.values()
    ]
    rows = restated_spice.statistics(images, restated_spice.official_synonyms())
    values = restated_spice.values(rows)
    made = case("spice", IMAGES, sum(values) / len(values), values)
    scenes = {c: {"parse": parse, "tuples": tuples} for c, (parse, tuples) in SCENES.items()}
    return {"cases": [{**made, "statistics": rows}], "scenes": scenes}


def pair_recall_content() -> dict[str, Any]:
    images = {
        key: tuple([paired.SENTENCES[text][1] for text in texts] for texts in said)
        for key, said in paired.IMAGES.items()
    }
    cases = []
    for k, least in ((1, 1), (2, 1), (5, 1), (2, 2)):
        agreeing = f",agreeing={least}" if least > 1 else ""
        spec = f'pair-recall@{k}(pairs="{paired.PAIRS}"{agreeing})'
        value, values = restated.pair_recall(images, paired.PAIRS.split(","), k, least)
        cases.append(case(spec, paired.IMAGES, value, values))
    return {"cases": cases, "parses": {text: of[0] for text, of in paired.SENTENCES.items()}}


def fidelity_content(metric: str) -> dict[str, Any]:
    if metric == "semantic-fidelity":
        made = {
            metric: restated_fidelity.semantic_values("objects", True),
            f"{metric}(scale=cosine)": restated_fidelity.semantic_values("objects", False),
            f"{metric}(nouns=singular)": restated_fidelity.semantic_values("singular", True),
        }
    else:
        made = {
            metric: restated_fidelity.matched_values(True),
            f"{metric}(credit=full)": restated_fidelity.matched_values(False),
        }
    cases = []
    for spec, values in made.items():
        known = [value for value in values if value == value]
        cases.append(
            {
                "spec": spec,
                "captions": {
                    key: {"candidate": caption, "objects": objects}
                    for key, (caption, objects) in seen.IMAGES.items()
                },
                "value": sum(known) / len(known),
                "values": [value if value == value else None for value in values],
            }
        )
    return {"cases": cases, "parses": {text: of[0] for text, of in seen.SENTENCES.items()}}


def main() -> None:
    official = ("bleu", "meteor", "rouge-l", "cider-d")
    sources = dict.fromkeys(official, OFFICIAL)
    sources |= {"rouge": RESTATED, "rouge-s": RESTATED, "cider": RESTATED}
    sources |= {"content-selection": RESTATED, "spice": RESTATED_SPICE}
    sources |= {"pair-recall": RESTATED_PAIRS}
    fidelity = ("semantic-fidelity", "matched-fidelity")
    sources |= dict.fromkeys(fidelity, RESTATED_FIDELITY)
    for metric in sys.argv[1:] or sources:
        source = sources[metric]
        is_official = source == OFFICIAL
        if metric == "spice":
            made = spice_content()
        elif metric == "pair-recall":
            made = pair_recall_content()
        elif metric in fidelity:
            made = fidelity_content(metric)
        else:
            made = {"cases": official_cases(metric) if is_official else restated_cases(metric)}
        cases = made["cases"]
        content = {"source": source, "exact": is_official, **made}
        path = FOLDER / f"{metric}.json"
        path.write_text(json.dumps(content, indent=1, ensure_ascii=True) + "\n", encoding="utf-8")
        print(f"{path.name}: {len(cases)} cases")


if __name__ == "__main__":
    main()
