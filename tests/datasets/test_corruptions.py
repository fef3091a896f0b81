"""Random damage to a results file: a diagnosis with a place, or exactly the right score.

CUTLINE_CORRUPTIONS=10000 tries more, CUTLINE_CORRUPTION_SEED=2 others.
"""

from __future__ import annotations

import json
import os
import random
import re
from collections import Counter
from pathlib import Path

import pytest

from cutline import Corpus
from tests.command_line import Outcome, run_cutline
from tests.datasets.caption_files import (
    REFERENCE_FORMATS,
    RUN_FORMATS,
    coco_2014,
    results,
    saved,
)
from tests.datasets.corruption import (
    CAPTIONS,
    IMAGE_IDS,
    REFERENCES,
    corrupted,
    damaged,
    new_draft,
)
from tests.datasets.judge import Verdict, judge

METRICS = "bleu-4,rouge-l,cider-d"
_PLACE = r"(?:, line \d+|, record \d+|, image )"
# What concerns a file as a whole has no place in it.
_WHOLE_FILE = (
    r"(?:: the file is empty|: damaged gzip file|: written in UTF-|: found .*, expected an array"
    r"|: holds no |: no record has |: an empty object|: not a caption file|: a Cutline file of"
    r"|: looks like COCO annotations)"
)


@pytest.fixture
def references(tmp_path: Path) -> Path:
    path = tmp_path / "references.json"
    path.write_text(json.dumps(REFERENCES))
    return path


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return Corpus(REFERENCES, metrics=METRICS)


def values(corpus: Corpus, captions: dict[int, str]) -> list[float]:
    return [score.value for score in corpus.score(captions).scores]


def complaint(outcome: Outcome, verdict: Verdict, path: Path, corpus: Corpus) -> str:
    """What is wrong with how a file was treated; nothing if it was treated well."""
    if outcome.exit_code == 0:
        if verdict.fault != "none":
            return f"scored although: {verdict.reason}"
        scores = json.loads(outcome.stdout)["runs"][0]["scores"]
        if [score["value"] for score in scores] != values(corpus, verdict.captions):
            return "a wrong score"
        return ""
    if verdict.fault == "none" and not verdict.is_odd:
        return f"refused although flawless: {outcome.stderr}"
    if outcome.stdout:
        return "a score beside an error"
    named = re.escape(str(path))
    is_about_all = re.search(named + _WHOLE_FILE, outcome.stderr) is not None
    if not is_about_all and re.search(named + _PLACE, outcome.stderr) is None:
        return f"no place: {outcome.stderr}"
    wanted = 3 if verdict.fault == "file" else 1
    if outcome.exit_code != wanted and not (outcome.exit_code == 3 and is_about_all):
        return f"exit code {outcome.exit_code}, expected {wanted}: {outcome.stderr}"
    return ""


def test_the_undamaged_file_scores_as_its_captions_do(
    references: Path, tmp_path: Path, corpus: Corpus
) -> None:
    path = tmp_path / "run"
    for seed in range(8):
        path.write_bytes(new_draft(random.Random(seed)).content())
        verdict = judge(path.read_bytes(), IMAGE_IDS)
        assert verdict == Verdict(captions=CAPTIONS)
        outcome = run_cutline("score", path, "--refs", references, "--metrics", METRICS, "--json")
        assert outcome.exit_code == 0
        assert complaint(outcome, verdict, path, corpus) == ""


def test_damage_gives_a_diagnosis_or_the_right_score(
    references: Path, tmp_path: Path, corpus: Corpus
) -> None:
    count = int(os.environ.get("CUTLINE_CORRUPTIONS", "2000"))
    seed = int(os.environ.get("CUTLINE_CORRUPTION_SEED", "1"))
    path = tmp_path / "run"
    outcomes: Counter[str] = Counter()
    for number in range(count):
        done, content = corrupted(random.Random(f"{seed}-{number}"))
        path.write_bytes(content)
        verdict = judge(content, IMAGE_IDS)
        try:
            outcome = run_cutline(
                "score", path, "--refs", references, "--metrics", METRICS, "--json"
            )
        except Exception as error:
            error.add_note(f"corruption {seed}-{number}, {done}")
            raise
        wrong = complaint(outcome, verdict, path, corpus)
        assert not wrong, f"corruption {seed}-{number}, {done}: {wrong}"
        kind = "odd" if verdict.is_odd else "flawless" if verdict.fault == "none" else verdict.fault
        outcomes[f"{kind}: exit {outcome.exit_code}"] += 1
    print(f"\nseed {seed}:", dict(sorted(outcomes.items())))
    assert outcomes["flawless: exit 0"] > count // 20
    assert outcomes["content: exit 1"] > count // 5
    assert outcomes["file: exit 3"] > count // 5


def test_validate_and_leniency_meet_damage_as_calmly(references: Path, tmp_path: Path) -> None:
    path = tmp_path / "run"
    for number in range(int(os.environ.get("CUTLINE_CORRUPTIONS", "2000")) // 10):
        done, content = corrupted(random.Random(f"calm-{number}"))
        path.write_bytes(content)
        verdict = judge(content, IMAGE_IDS)
        outcome = run_cutline("validate", path, "--refs", references)
        if not verdict.is_odd:
            assert (outcome.exit_code == 0) is (verdict.fault == "none"), (number, done)
        lenient = run_cutline("score", path, "--refs", references, "--lenient", "--csv")
        # Leniency repairs content; no file that is damaged as a whole gets through.
        assert lenient.exit_code in ((3,) if verdict.fault == "file" else (0, 1, 3)), done
        assert (lenient.exit_code == 0) is (lenient.stdout != ""), (number, done)


@pytest.mark.parametrize("name", [*REFERENCE_FORMATS, *RUN_FORMATS])
def test_every_format_meets_damage_calmly(name: str, tmp_path: Path) -> None:
    run = saved(tmp_path, "good-run", results())
    references = saved(tmp_path, "good-references", coco_2014())
    good = (REFERENCE_FORMATS if name in REFERENCE_FORMATS else RUN_FORMATS)[name]()
    for number in range(int(os.environ.get("CUTLINE_CORRUPTIONS", "2000")) // 100):
        chance = random.Random(f"{name}-{number}")
        path = saved(tmp_path, "damaged", damaged(chance, good))
        pair = (run, path) if name in REFERENCE_FORMATS else (path, references)
        flags = chance.choice([[], ["--strict"], ["--lenient"]])
        outcome = run_cutline("score", pair[0], "--refs", pair[1], "--json", *flags)
        assert outcome.exit_code in (0, 1, 3), number
        assert (outcome.exit_code == 0) is (outcome.stdout != ""), number
        assert (
            (outcome.exit_code == 0) or "good-run" in outcome.stderr or str(path) in outcome.stderr
        )
        validated = run_cutline("validate", path, *flags)
        assert validated.exit_code in (0, 1, 3), number
