"""Different n-grams of COCO and nocaps beside the published ones: `python bench/analyse.py`.

Table 1 of Agrawal et al. (2019) counts n-grams in 4,500 images with 5 captions each, and does not
say how captions are cut into words. So they are cut in several ways here, each with its difference
to the table. The first way is the default of `cutline analyse`. Then what a whole analysis costs.
The data is looked for in `$CUTLINE_DATA`, else `../shared/data`.
"""

from __future__ import annotations

import argparse
import re
import statistics
import string
import time
from collections.abc import Callable, Sequence

import data
from measure import machine

from cutline import native
from cutline.benchmarks.dataset_analysis import Sample, analyse
from cutline.benchmarks.dataset_analysis.caption_sets import CaptionSet, worded_sets
from cutline.benchmarks.dataset_analysis.draws import drawn
from cutline.core.jobs import default_jobs
from cutline.core.types import Benchmark
from cutline.datasets.read import read_references
from cutline.scoring.diagnosis.words import is_word
from cutline.text.tokenizer import Tokenizer

SETS = {
    "COCO val2014": data.COCO_REFERENCES,
    "COCO val2017": "coco_captions_val2017/captions_val2017.json",
    "nocaps val": "nocaps_val_runs/nocaps_nocaps_corpus.json",
}
COCO, NOCAPS = (6_913, 46_664, 92_946, 119_582), (8_291, 59_714, 116_765, 144_577)
PUBLISHED = {"COCO val2014": COCO, "COCO val2017": COCO, "nocaps val": NOCAPS}
IMAGES, CAPTIONS = 4_500, 5

Cut = list[list[str]]
_NO_PUNCTUATION = str.maketrans("", "", string.punctuation)


def main() -> None:
    parser = argparse.ArgumentParser(description="Count n-grams of COCO and nocaps.")
    parser.add_argument("--draws", type=int, default=5, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    given = parser.parse_args()
    paths = data.find(*SETS.values())
    if paths is None:
        raise SystemExit("captions of COCO and nocaps are not here; set CUTLINE_DATA")
    print("\n".join(f"{name:<14} {value}" for name, value in machine().items()), flush=True)
    sets = {name: read_references(path)[0] for name, path in zip(SETS, paths, strict=True)}
    sample = Sample(IMAGES, CAPTIONS, given.draws, given.seed)
    for name, benchmark in sets.items():
        print(f"\n{name}, published {' '.join(f'{n:,}' for n in PUBLISHED[name])}")
        [captions] = worded_sets([benchmark], Tokenizer(context="none")).sets
        drawn_texts = [_texts(captions, sample, draw) for draw in range(sample.draws)]
        for way, cut in WAYS.items():
            _show(way, [_unique(cut(texts)) for texts in drawn_texts], PUBLISHED[name])
    _time(sets["COCO val2014"], sets["nocaps val"])


def _texts(captions: CaptionSet, sample: Sample, draw: int) -> list[str]:
    mask = drawn(captions, sample, draw)
    return [text for text, is_in in zip(captions.texts, mask, strict=True) if is_in]


def _ptb(texts: Sequence[str]) -> Cut:
    cut = Tokenizer(context="none").tokenize(texts)
    return [[word for word in text.split() if is_word(word)] for text in cut]


def _ptb_as_written(texts: Sequence[str]) -> Cut:
    tokens, sentence_ends, caption_ends = native.tokenize_for_parser(texts, default_jobs())
    found, start = [], 0
    for last in caption_ends.tolist():
        end = int(sentence_ends[last - 1]) if last else 0
        found.append(tokens[start:end])
        start = end
    return found


def _each(change: Callable[[str], list[str]]) -> Callable[[Sequence[str]], Cut]:
    return lambda texts: [change(text) for text in texts]


WAYS: dict[str, Callable[[Sequence[str]], Cut]] = {
    "PTB, lower case, no punctuation (default)": _ptb,
    "PTB, lower case, with punctuation": lambda texts: [
        [token.lower() for token in tokens] for tokens in _ptb_as_written(texts)
    ],
    "PTB, case kept, no punctuation": lambda texts: [
        list(filter(is_word, tokens)) for tokens in _ptb_as_written(texts)
    ],
    "white space, as written": _each(str.split),
    "white space, lower case": _each(lambda text: text.lower().split()),
    "white space, lower case, marks deleted": _each(
        lambda text: text.lower().translate(_NO_PUNCTUATION).split()
    ),
    "runs of letters and digits, lower case": _each(lambda text: re.findall(r"\w+", text.lower())),
    "default, first 16 words": lambda texts: [words[:16] for words in _ptb(texts)],
    "default, first 20 words": lambda texts: [words[:20] for words in _ptb(texts)],
    "default, without captions over 20 words": lambda texts: [
        words for words in _ptb(texts) if len(words) <= 20
    ],
}


def _unique(captions: Cut) -> list[int]:
    return [
        len({tuple(words[i : i + n]) for words in captions for i in range(len(words) - n + 1)})
        for n in range(1, 5)
    ]


def _show(way: str, counts: Sequence[Sequence[int]], published: Sequence[int]) -> None:
    cells = []
    for of_n, expected in zip(zip(*counts, strict=True), published, strict=True):
        mean = statistics.fmean(of_n)
        spread = statistics.stdev(of_n) if len(of_n) > 1 else 0.0
        cells.append(f"{mean:>9,.0f} ±{spread:<4,.0f}{100 * (mean / expected - 1):+6.1f}%")
    print(f"  {way:<42}{''.join(cells)}", flush=True)


def _time(coco: Benchmark, nocaps: Benchmark) -> None:
    start = time.perf_counter()
    found = analyse(coco, nocaps, captions=CAPTIONS, part_sample=0)
    seconds = time.perf_counter() - start
    captions = sum(one.captions for one in found.sets)
    print(f"\nall figures but parts of speech, {captions:,} captions: {seconds:.1f} s")
    for one, published in zip(found.sets, (COCO, NOCAPS), strict=True):
        # The analysis and the plain sets above are two programs, and have to agree.
        ours = " ".join(f"{n.mean:,.1f}" for n in one.ngrams)
        print(f"  {one.name}: {ours}; published {' '.join(f'{n:,}' for n in published)}")


if __name__ == "__main__":
    main()
