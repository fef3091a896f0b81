"""The caption parser's training: `python -m tools.parser train`, then `export`.

    torchrun --nproc-per-node 2 -m tools.parser train --data FOLDER --work FOLDER --minutes 120
    python -m tools.parser export --data FOLDER --work FOLDER

The data are files of captions that the official parser has analysed, one JSON object a line, with
`caption` and `sents`: lists `tok`, `tag`, `lemma` and `basic` (head and relation) of each sentence.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Iterator
from pathlib import Path

import torch

from .corpus import ParsedCaption, read_parses, sentences_of, training_and_held_out
from .export import export, load
from .features import Vocabulary
from .lemmas import learnt_lemmas
from .network import Sizes
from .training import Plan, train

TRAINING = ("spice_parses_coco_train.jsonl.gz", "spice_parses_train_more.jsonl.gz")
TESTS = ("spice_parses_fakecap.jsonl.gz", "spice_parses_flickr8k.jsonl.gz")
HELD_OUT = 2_000
MODEL = Path(__file__).parents[2] / "src" / "cutline" / "text" / "parser_model"


def main() -> None:
    """Run what the command line asks for."""
    given = _arguments()
    torch.set_num_threads(given.threads)
    learnt, watched = _captions(given.data)
    if given.action == "train":
        _train(given, learnt, watched)
    else:
        network, vocabulary = load(given.work / "checkpoint.pt")
        export(network, vocabulary, learnt_lemmas(sentences_of(learnt)), given.model)
        print(f"wrote {given.model}")


def _captions(folder: Path) -> tuple[list[ParsedCaption], list[ParsedCaption]]:
    """Captions to train on and captions to watch, none of which is a test caption."""

    def read(names: tuple[str, ...]) -> Iterator[ParsedCaption]:
        return itertools.chain.from_iterable(read_parses(folder / name) for name in names)

    tests = (parsed.caption for parsed in read(TESTS))
    return training_and_held_out(read(TRAINING), tests, HELD_OUT, seed=1)


def _train(
    given: argparse.Namespace, learnt: list[ParsedCaption], watched: list[ParsedCaption]
) -> None:
    sentences = sentences_of(learnt)
    vocabulary = Vocabulary.of(sentences, least_word=2, least_affix=3)
    stressed = [caption for caption in learnt if caption.kind in given.stress]
    sentences += (given.times - 1) * sentences_of(stressed)
    sizes = Sizes(
        len(vocabulary.words),
        tuple(map(len, vocabulary.affixes)),
        len(vocabulary.tags),
        len(vocabulary.relations),
        lower=given.width,
        upper=given.width,
        dropout=given.dropout,
    )
    print(f"{len(sentences):,} sentences, {sizes}", flush=True)
    plan = Plan(given.minutes, rate=given.rate, batch_tokens=given.batch_tokens, seed=given.seed)
    train(vocabulary, sizes, sentences, sentences_of(watched), plan, given.work, given.start)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.parser", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("action", choices=("train", "export"))
    parser.add_argument("--data", type=Path, required=True, help="folder with files of parses")
    parser.add_argument("--work", type=Path, required=True, help="where checkpoints are")
    parser.add_argument("--model", type=Path, default=MODEL, help="export: where the model goes")
    parser.add_argument("--minutes", type=float, default=120, help="how long to train")
    parser.add_argument("--threads", type=int, default=1, help="of each worker")
    parser.add_argument("--width", type=int, default=200, help="of each LSTM, each way")
    parser.add_argument("--rate", type=float, default=2e-3, help="of learning, at its highest")
    parser.add_argument("--dropout", type=float, default=0.15)
    parser.add_argument("--batch-tokens", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stress", default="", help="kinds of captions to learn more often: rR")
    parser.add_argument("--times", type=int, default=3, help="how often those are learnt")
    parser.add_argument("--go-on", dest="start", type=Path, help="a checkpoint to go on from")
    return parser.parse_args()


if __name__ == "__main__":
    main()
