"""What `cutline study word-agreement` was asked for, read and measured."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from cutline.benchmarks.word_agreement import (
    PrecisionAtHumanRecall,
    WordAgreement,
    WordUse,
    count_words,
    precision_at_human_recall,
    with_parts,
    word_agreement,
    words_of_run,
    words_of_scores,
)
from cutline.benchmarks.word_agreement.held_out import Holding
from cutline.benchmarks.word_agreement.parts_of_speech import of_parts
from cutline.benchmarks.word_agreement.system_words import SystemWords
from cutline.benchmarks.word_agreement.word_use import Unit
from cutline.cli.score_inputs import Selection, select_references, select_run
from cutline.cli.terminal import note, working
from cutline.cli.word_agreement_study.names import names_to_show
from cutline.core.errors import ContentError, FileError, UsageError
from cutline.core.garbage import no_garbage_collection
from cutline.datasets.checks import Policy
from cutline.datasets.source import open_source
from cutline.datasets.word_scores import is_word_scores, read_word_scores
from cutline.datasets.wording import printable, short
from cutline.text.parsers import missing_parser


@dataclass(frozen=True)
class Request:
    """The options of the command."""

    captions: str
    words: str
    unit: Unit
    parts: tuple[str, ...]
    ks: tuple[int, ...] | None
    holding: Holding
    at_least: int
    names: tuple[str, ...]
    systems: tuple[str, ...]
    resamples: int
    seed: int
    policy: Policy
    jobs: int | None


@dataclass(frozen=True)
class Study:
    """What people agree on, what systems reach, and the words that charts name."""

    agreement: WordAgreement
    systems: tuple[PrecisionAtHumanRecall, ...]
    names: tuple[str, ...]


def parse_ks(text: str) -> tuple[int, ...]:
    """The numbers of a text such as `4`, `1..4` or `1,4`.

    Raises:
        UsageError: when it is no such text.

    >>> parse_ks("1..3"), parse_ks("2,4")
    ((1, 2, 3), (2, 4))
    """
    found: list[int] = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*(\d{1,3})(?:\s*\.\.\s*(\d{1,3}))?\s*", part, re.ASCII)
        if match is None:
            raise UsageError(f"-k is a number, or numbers such as 1..4 or 1,4, not {text!r}")
        found += range(int(match[1]), int(match[2] or match[1]) + 1)
    if not found or min(found) < 1:
        raise UsageError(f"-k is from 1 on, the lower number first, not {text!r}")
    return tuple(sorted(set(found)))


@no_garbage_collection()
def study_of(request: Request) -> Study:
    """Everything that was asked for."""
    with working("Reading captions"):
        selection = select_references(request.captions, request.policy, None)
        use = _words(request, selection)
    with working("Comparing captions"):
        agreement = word_agreement(use, request.ks, holding=request.holding, seed=request.seed)
    names = names_to_show(agreement, request.names)
    left_out = len(use.image_ids) - len(agreement.use.image_ids)
    if left_out:
        note(
            f"cutline: {left_out:,} of {len(use.image_ids):,} images have fewer than "
            f"{agreement.ks[-1] + 1} captions and are left out"
        )
    systems = []
    for path in request.systems:
        with working(f"Reading {path}"):
            said = _system(path, use, selection, request)
        systems.append(
            precision_at_human_recall(
                use,
                said,
                agreement.ks[-1],
                resamples=request.resamples,
                seed=request.seed,
                jobs=request.jobs,
            )
        )
    return Study(agreement, tuple(systems), names)


def _words(request: Request, selection: Selection) -> WordUse:
    benchmark = selection.benchmark
    wanted = int(request.words) if request.words.isdecimal() else read_words(request.words)
    use = count_words(benchmark, wanted, unit=request.unit, jobs=request.jobs)
    if not isinstance(wanted, int) and len(use) < len(wanted):
        unused = [word for word in wanted if word not in use.number_of]
        shown = ", ".join(short(printable(word)) for word in unused[:5])
        more = ", ..." if len(unused) > 5 else ""
        note(f"cutline: no caption has {len(unused):,} of the words: {shown}{more}")
    use = use.only_words(np.flatnonzero(use.image_counts >= request.at_least).tolist())
    missing = missing_parser()
    if missing and not request.parts and request.unit == "token":
        note(f"cutline: words are shown without parts of speech: {missing}")
    else:
        use = with_parts(use, benchmark, jobs=request.jobs)
        use = of_parts(use, request.parts) if request.parts else use
    if not len(use):
        parts = f" {' or '.join(request.parts)}" if request.parts else ""
        raise ContentError(
            f"{benchmark.name}: no{parts} word is in {request.at_least} images or more; "
            f"--at-least takes fewer"
        )
    return use


def read_words(path: str) -> list[str]:
    """The words of a file, one a line, in lower case and each once.

    Raises:
        FileError: when it cannot be read, is no text or holds no words.
    """
    source = open_source(path)
    try:
        lines = bytes(source.data).decode("utf-8").splitlines()
    except UnicodeDecodeError as error:
        line, column = source.line_and_column(error.start)
        raise FileError(f"{source.name}, line {line}, column {column}: not UTF-8") from None
    words = list(dict.fromkeys(line.strip().lower() for line in lines if line.strip()))
    if not words:
        raise FileError(f"{source.name}: holds no words; expected one a line")
    return words


def _system(path: str, use: WordUse, selection: Selection, request: Request) -> SystemWords:
    if not is_word_scores(path):
        return words_of_run(select_run(path, selection, request.policy), use, request.jobs)
    found = words_of_scores(read_word_scores(path, use.image_ids, use.words), use)
    missing = np.flatnonzero(~found.covered)
    if len(missing):
        example = short(repr(use.image_ids[missing[0]]))
        said = f"{path}: no words for {len(missing):,} images of the captions, such as {example}"
        if request.policy != "lenient":
            raise ContentError(f"{said}\n(--lenient leaves them out)")
        note(f"cutline: {said}; they are left out")
    return found
