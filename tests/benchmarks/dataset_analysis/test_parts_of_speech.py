"""Parts of speech beside the parses they are counted in."""

from __future__ import annotations

import pytest

from cutline.benchmarks.dataset_analysis import analyse
from cutline.benchmarks.dataset_analysis.parts_of_speech import PARTS, part_profile
from cutline.core.errors import UsageError
from cutline.text.parsers import missing_parser, parse_captions

from . import naive

CAPTIONS = [
    "Two small dogs run quickly over the green grass, and a cat sleeps.",
    "A man (on a bike) looks at himself.",
    "There is a boat. It floats.",
    "red bus",
]

pytestmark = pytest.mark.skipif(missing_parser() is not None, reason="the parser is not installed")


def test_profile_is_what_the_parser_says() -> None:
    found = part_profile(CAPTIONS)
    tags = [
        [token.tag for sent in caption for token in sent] for caption in parse_captions(CAPTIONS)
    ]
    punctuation = {".", ",", ":", "''", "``", "-LRB-", "-RRB-", "#", "$"}
    lengths = [sum(tag not in punctuation for tag in of) for of in tags]
    assert (found.captions, found.words) == (4, sum(lengths))
    known = {tag for of_part in PARTS.values() for tag in of_part} | punctuation
    for part in found.parts:
        in_part = [
            sum(
                tag in PARTS[part.name] or (part.name == "others" and tag not in known)
                for tag in of
            )
            for of in tags
        ]
        assert part.words == sum(in_part)
        assert part.of_words == pytest.approx(sum(in_part) / sum(lengths))
        assert part.per_caption == sum(in_part) / 4
        assert part.captions_with == sum(n > 0 for n in in_part) / 4
        assert part.interval is None
    assert sum(part.words for part in found.parts) == found.words
    assert found.part("nouns").words >= 5


def test_a_sample_has_intervals_around_its_shares() -> None:
    found = part_profile(CAPTIONS, is_sample=True)
    nouns = found.part("nouns")
    assert nouns.interval is not None
    assert nouns.of_words is not None
    assert 0 <= nouns.interval[0] < nouns.of_words < nouns.interval[1] <= 1


def test_as_many_captions_are_tagged_as_asked_for() -> None:
    pets = naive.benchmark("pets", {i: [text] for i, text in enumerate(CAPTIONS)})
    [some], [every], [none] = (analyse(pets, part_sample=size).sets for size in (2, None, 0))
    assert some.parts is not None
    assert every.parts is not None
    assert (some.parts.captions, some.parts.is_sample) == (2, True)
    assert (every.parts.captions, every.parts.is_sample) == (4, False)
    assert none.parts is None
    assert "parts-of-speech(captions=2,seed=1)|files:parser=cutline=" in str(
        some.signatures["parts_of_speech"]
    )
    with pytest.raises(UsageError, match="found -1"):
        analyse(pets, part_sample=-1)


def test_captions_without_a_word_do_no_harm() -> None:
    found = part_profile(["...", "!"])
    assert (found.words, found.part("nouns").of_words) == (0, None)
