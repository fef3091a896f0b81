"""METEOR on input that no captioner should write: bounded, and the official answer if there is one.

The official program runs out of its two gigabytes when 5,000 equal words meet five of them, so it
is asked about smaller sizes of what it finds hard.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from typing import Any

import pytest

import cutline
from cutline.core.errors import ContentError
from cutline.metrics.explained.meteor_alignment import align, best_of
from cutline.metrics.meteor import Meteor
from tests.metrics.test_meteor_live import compare, ours, seed_of_this_run
from tests.official_meteor import OfficialMeteor, Pair, official_meteor

MANY = 5_000

#: Generous: the slowest takes some seconds, and all stay far below a tenth of a gigabyte.
MOST_SECONDS, MOST_MEGABYTES = 120, 200

# Linux counts a parent's peak towards its children's ru_maxrss; the high-water mark is their own.
MEASURED = """
import json, sys
import cutline
candidate, references = json.load(sys.stdin)
score = cutline.score([candidate], [references], "meteor", tokenizer="none", jobs=1)["meteor"]
try:
    with open("/proc/self/status") as status:
        (kilobytes,) = (int(line.split()[1]) for line in status if line.startswith("VmHWM"))
except FileNotFoundError:
    import resource
    kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024  # bytes on macOS
print(json.dumps([score.value, dict(zip(score.metric.columns, score.statistics[0])), kilobytes]))
"""


#: Scoring refuses these inside a caption, or makes them spaces where it is lenient.
LINE_ENDS = "\n\r\x0b\x0c\u2028\u2029"


def nonsense(count: int, seed: int) -> str:
    chosen = random.Random(seed)
    return " ".join(
        "".join(chosen.choices("abcdefghijklmnop", k=chosen.randint(1, 6))) for _ in range(count)
    )


def repeated(words: str, count: int = MANY) -> str:
    return " ".join((words.split() * count)[:count])


def measured(candidate: str, *references: str) -> tuple[float, dict[str, float], float]:
    """The value, the statistics by name, and the megabytes that a fresh process needed."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURED],
        input=json.dumps([candidate, references]),
        capture_output=True,
        text=True,
        timeout=MOST_SECONDS,
        check=True,
    )
    value, statistics, kilobytes = json.loads(done.stdout)
    return value, statistics, kilobytes / 1024


@pytest.fixture(scope="module")
def official() -> Iterator[OfficialMeteor]:
    with official_meteor() as official:
        yield official


@pytest.mark.parametrize(
    ("said", "wanted", "matched", "chunks"),
    [
        ("dog", "dog", (5000, 5000), 1),
        ("kids", "children", (5000, 5000), 1),
        ("in front of", "before", (5000, 1667), 1),
        ("dog", "owl", (0, 0), 0),
    ],
)
def test_a_word_or_phrase_repeated_on_both_sides(
    said: str, wanted: str, matched: tuple[int, int], chunks: int
) -> None:
    _, statistics, megabytes = measured(repeated(said), repeated(wanted))
    assert (statistics["candidate_length"], statistics["reference_length"]) == (MANY, MANY)
    assert (statistics["candidate_matched"], statistics["reference_matched"]) == matched
    assert statistics["chunks"] == chunks
    assert megabytes < MOST_MEGABYTES


def test_many_words_on_both_sides() -> None:
    value, statistics, megabytes = measured(nonsense(MANY, 1), nonsense(MANY, 2))
    # The official program's answer, which takes it three quarters of a minute.
    assert list(statistics.values()) == [
        *(5000, 5000, 137, 135, 1382, 1382, 114, 114, 3, 4, 1, 0),
        *(23, 25, 4, 2, 28, 30, 3, 1, 1556, 1558, 1558),
    ]
    assert value == 0.11905623990820184
    assert megabytes < MOST_MEGABYTES


def test_many_references() -> None:
    references = [f"{nonsense(6, seed)} the dog is running" for seed in range(1_000)]
    value, _, megabytes = measured("a dog runs", *references)
    assert value == ours([("a dog runs", [reference]) for reference in references]).values.max()
    assert megabytes < MOST_MEGABYTES


def long_pairs() -> list[Pair]:
    numbered = [f"w{number}" for number in range(2_000)]
    return [
        (nonsense(MANY, 3), ["a dog in the abode of a bee"]),
        ("a dog in the abode of a bee", [nonsense(MANY, 4)]),
        (" ".join(numbered[1:]), [" ".join(numbered[:-1])]),
        (nonsense(500, 5), [nonsense(500, 6)]),
        (repeated("dog", 5), [repeated("dog")]),
        (repeated("dog", 2_000), [repeated("dog", 3)]),
        (repeated("dog", 100), [repeated("dog", 99)]),
        (repeated("kids", 80), [repeated("children", 81)]),
        (repeated("in front of", 90), [repeated("before", 70)]),
        (repeated("kids in front of a boy", 100), [repeated("a child before children", 90)]),
        ("x" * 20_000, ["y" * 20_000 + " " + "x" * 20_000]),
        ("a dog runs", [f"{nonsense(6, seed)} the dog is running" for seed in range(1_000)]),
    ]


def test_long_captions_have_the_official_statistics_and_scores(official: OfficialMeteor) -> None:
    pairs = long_pairs()
    theirs = official.statistics(pairs)
    score = ours(pairs)
    compare(score, theirs, pairs, seed=0)
    values, value = official.scores(theirs)
    assert (score.values.tolist(), score.value) == (values, value)


EMPTY: list[Pair] = [
    ("", ["a dog"]),
    ("a dog", [""]),
    ("", [""]),
    ("", ["", "a dog", ""]),
    (" ", ["   "]),
    (".", ["."]),
    (". , ; :", ["! ?"]),
    ("...", [". . ."]),
    ("-- - --", ["-"]),
    ("' '' \" ` ``", ["''"]),
    ("( [ { < > } ] )", ["( )"]),
    ("| || ||||", ["|"]),
    ("&amp; &lt; &", ["& <"]),
    ("a dog .", [".", ", ,", "a dog !"]),
]


def test_no_words_and_nothing_but_punctuation(official: OfficialMeteor) -> None:
    theirs = official.statistics(EMPTY)
    score = ours(EMPTY)
    compare(score, theirs, EMPTY, seed=0)
    assert score.values.tolist() == official.scores(theirs)[0]


def test_no_words_score_nothing() -> None:
    empty = ours(EMPTY[:5])
    assert empty.values.tolist() == [0.0] * 5
    assert (empty.statistics[:, 4:] == 0).all()
    assert empty.value == 0.0


def code_points(chosen: random.Random) -> list[str]:
    """Some characters of every category, all that are controls, and the ends of each plane."""
    by_category: dict[str, list[str]] = {}
    for number in range(sys.maxunicode + 1):
        by_category.setdefault(unicodedata.category(chr(number)), []).append(chr(number))
    del by_category["Cs"]
    picked = {
        character
        for category, characters in by_category.items()
        for character in (
            characters
            if category in ("Cc", "Zs")
            else chosen.sample(characters, 60)
            if len(characters) > 60
            else characters
        )
    }
    for plane in range(17):
        picked |= {chr(plane * 0x10000 + offset) for offset in (0, 0xFFFD, 0xFFFE, 0xFFFF)}
    return sorted(picked)


def pairs_with(character: str) -> list[Pair]:
    return [
        (f"a{character}b {character} dog", [f"{character} a b dog {character.upper()}"]),
        (f"{character}dog runs.{character}", [f"dog{character} running", f"dog {character}"]),
    ]


def test_any_character_has_the_official_statistics(official: OfficialMeteor) -> None:
    seed = seed_of_this_run()
    characters = [c for c in code_points(random.Random(seed)) if c not in LINE_ENDS]
    pairs = [pair for character in characters for pair in pairs_with(character)]
    compare(ours(pairs), official.statistics(pairs), pairs, seed)


def test_line_ends_that_scoring_makes_spaces_have_the_official_alignment(
    official: OfficialMeteor,
) -> None:
    # Line feeds and carriage returns would end a line of the official program's protocol.
    pairs = [pair for end in LINE_ENDS[2:] for pair in pairs_with(end)]
    for (candidate, references), row in zip(pairs, official.statistics(pairs), strict=True):
        alignments = align(Meteor(), candidate, references)
        assert list(alignments[best_of(alignments)].statistics) == row


@pytest.mark.parametrize("tokenizer", ["none", "ptb"])
def test_any_character_is_answered(tokenizer: str) -> None:
    characters = code_points(random.Random(7))
    candidates = [f"a{c}b {c} dog {c}" for c in (*characters, "\r\n", "\0" * 50)]
    references = [[candidate[::-1], f"a dog {candidate}"] for candidate in candidates]
    score = cutline.score(candidates, references, "meteor", tokenizer=tokenizer, policy="lenient")[
        "meteor"
    ]
    assert ((score.values >= 0) & (score.values <= 1)).all()
    matched = score.statistics[:, score.metric.columns.index("candidate_matched")]
    assert (matched >= 1).all()  # the dog at least


@pytest.mark.parametrize("number", [0xD800, 0xDBFF, 0xDC00, 0xDFFF])
def test_half_a_surrogate_pair_is_refused(number: int) -> None:
    half = chr(number)
    given: list[tuple[Any, Any]] = [
        ([f"a {half} dog"], [["a dog"]]),
        (["a dog"], [[f"a {half} dog"]]),
    ]
    for candidates, references in given:
        with pytest.raises(ContentError, match=rf"U\+{number:04X}.*half a pair"):
            cutline.score(candidates, references, "meteor", tokenizer="none")
