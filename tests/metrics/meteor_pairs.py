"""Random candidates with references that visit every corner of METEOR."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Sequence

import pytest

from cutline.benchmarks.demo import demo_benchmark
from cutline.text.tokenizer import Tokenizer
from tests.official_meteor import Pair
from tests.shared_data import shared_data

#: Words that METEOR's stages find each other by, and words whose Java hashes are equal.
_RELATED_WORDS = """
    run runs running ran runner walk walks walking walked sit sits sitting sat stand standing stood
    child children kid kids boy boys man men woman women person people lady guy ride rides riding
    rode bike bicycle bicycles car cars automobile street road path sofa couch picture photo image
    big large huge small little tiny young old happy glad quickly fast in front of next to on top of
    close to near a lot of a number of a group of as well as is are was being been has have had
    beautiful beautifully beauty skis skies sky dying lying tying news innings outing proceed
    ap c2 as c5 or q4 eu g7 ar c4 haï hes ball-shaped gesso ip k2 's n't -lrb- -rrb- ... .. . , ;
    t-shirt ice-cream a-b-c 1,000 3.5 1990's u.s. e.g. no. etc. dogs' it's mr. 90s 5'10 &amp; # / _
"""
RELATED = _RELATED_WORDS.split()

CHARACTERS = (
    "aeiouy'`.,-–—‘’“”\"|/#&;:!?()[]0123456789 \tßéÿàñıİΣςŽžдЖ…°½\u00a0\u2003\u3000😀\u0301\u200d漢"
)


def captions_by_image() -> list[list[str]]:
    """Tokenized captions: COCO's where they are at hand, otherwise those of the demo."""
    try:
        path = shared_data("coco_captions_2014/captions_val2014.json.gz")
    except pytest.skip.Exception:
        images = [list(captions) for captions in demo_benchmark().references]
    else:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            annotations = json.load(file)["annotations"]
        grouped: dict[int, list[str]] = {}
        for annotation in annotations:
            grouped.setdefault(annotation["image_id"], []).append(annotation["caption"])
        images = list(grouped.values())
    flat = iter(Tokenizer().tokenize([caption for captions in images for caption in captions]))
    return [[next(flat) for _ in captions] for captions in images]


class PairMaker:
    """Makes pairs from captions; equal seeds make equal pairs."""

    def __init__(self, images: Sequence[Sequence[str]], seed: int) -> None:
        self._images = images
        self._random = random.Random(seed)

    def pairs(self, count: int) -> list[Pair]:
        """Candidates with their references."""
        return [self._pair() for _ in range(count)]

    def _pair(self) -> Pair:
        pick = self._random
        image = list(pick.choice(self._images))
        pick.shuffle(image)
        if pick.random() < 0.3:
            image[0] = pick.choice(pick.choice(self._images))
        references = image[1 : 1 + pick.choice((1, 1, 2, 3, 4))] or [image[0]]
        kind = pick.random()
        if kind < 0.4:
            return image[0], references
        if kind < 0.7:
            return self._words_changed(image[0]), [self._words_changed(r) for r in references]
        if kind < 0.9:
            return self._letters_changed(image[0]), [self._letters_changed(r) for r in references]
        return self._long(), [self._long() for _ in references[:2]]

    def _words_changed(self, text: str) -> str:
        pick, words = self._random, text.split()
        for _ in range(pick.randrange(1, 6)):
            at, action = pick.randrange(len(words) + 1), pick.randrange(6)
            if action == 0:
                words.insert(at, pick.choice(RELATED))
            elif action == 1 and words:
                words.insert(at, pick.choice(words))
            elif action == 2 and words:
                del words[min(at, len(words) - 1)]
            elif action == 3:
                pick.shuffle(words)
            elif action == 4 and words:
                words[min(at, len(words) - 1)] = pick.choice(RELATED)
            else:
                words[at:at] = pick.choice(pick.choice(self._images)).split()[: pick.randrange(6)]
        return " ".join(words)

    def _letters_changed(self, text: str) -> str:
        pick = self._random
        for _ in range(pick.randrange(1, 7)):
            at = pick.randrange(len(text) + 1)
            action = pick.randrange(4)
            if action == 0:
                text = text[:at] + pick.choice(CHARACTERS) + text[at:]
            elif action == 1:
                text = text[:at] + text[at + 1 :]
            elif action == 2:
                text = text[:at] + pick.choice(RELATED) + text[at:]
            else:
                text = text[:at] + text[at : at + 3].swapcase() + text[at + 3 :]
        return text

    def _long(self) -> str:
        """Many words, few of them different: what the search for an alignment finds hard."""
        pick = self._random
        words = " ".join(pick.choice(pick.choice(self._images)) for _ in range(4)).split()
        words = pick.sample(words, min(len(words), pick.randrange(2, 9))) + pick.sample(RELATED, 3)
        return " ".join(pick.choices(words, k=pick.choice((5, 15, 30, 63, 64, 65, 80))))
