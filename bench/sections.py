"""The parts of the report: what each one runs, and the table it makes of it."""

from __future__ import annotations

import statistics
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import data
import peers
import rewards
from measure import Sample, interleaved, median, plain, run

CLI_IMAGES = 5_000
IMPORTS = 10
SCALING_CAPTIONS = (10_000, 100_000, 1_000_000)
#: rouge-score and torchmetrics need a second for some hundred images.
SLOW_IMAGES = 2_000

_LOAD_METEOR = "from cutline.text.meteor_tables import meteor_tables"

MEASURES = ("wall_seconds", "cpu_seconds", "peak_megabytes")


@dataclass
class Section:
    """A table with a title, what has to be known about it, and the runs it comes from."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[str | float | None, ...]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    runs: dict[str, list[dict[str, Any]]] = field(default_factory=dict)


@dataclass(frozen=True)
class Bench:
    """What all sections share: where files go, how often to run, what to tell meanwhile."""

    folder: Path
    repeat: int
    generated: bool
    progress: Callable[[str], None]


def classic(bench: Bench, files: data.Files) -> Section:
    """All classic metrics, from JSON files to scores."""
    return _against_official(
        bench,
        files,
        f"COCO metrics, {files.name}: {files.images:,} images, {files.captions:,} references",
        ("cutline", "pycocoevalcap"),
        "Tokenizing, BLEU-1 to 4, METEOR, ROUGE-L, CIDEr-D; no SPICE.",
    )


def ngrams(bench: Bench, files: data.Files) -> Section:
    """The same without METEOR."""
    return _against_official(
        bench,
        files,
        f"n-gram metrics, {files.name}: {files.images:,} images, {files.captions:,} references",
        ("cutline n-grams", "pycocoevalcap n-grams"),
        "Tokenizing, BLEU-1 to 4, ROUGE-L, CIDEr-D; neither METEOR nor SPICE.",
    )


def meteor(bench: Bench, files: data.Files) -> Section:
    """METEOR by itself on tokenized text, and what loading its tables costs."""
    tokenized = data.tokenize(files, bench.folder / "tokenized")
    section = _against_official(
        bench,
        tokenized,
        f"METEOR alone, {tokenized.name}: {files.images:,} images, {files.captions:,} references",
        ("cutline meteor", "pycocoevalcap meteor"),
        "From JSON files of tokens to the score, loading of tables included.",
    )
    bench.progress("loading METEOR's tables")
    loads = [_code_seconds("meteor_tables()", _LOAD_METEOR) for _ in range(IMPORTS)]
    section.notes.append(
        f"Opening the compiled tables in a fresh process: {statistics.median(loads) * 1e3:.1f} ms, "
        f"median of {IMPORTS}."
    )
    return section


def _against_official(
    bench: Bench, files: data.Files, title: str, programs: tuple[str, str], what: str
) -> Section:
    section = Section(
        title,
        (
            *("program", "wall s", "CPU s", "peak MB"),
            *("JSON to scores s", "imports s", "child peak MB"),
        ),
        notes=[
            "wall s: the whole process, start and end of the interpreter included; JSON to scores: "
            "from opening the files to the last score, within it.",
            what,
            "peak MB: of the Python process alone. Java is a child process: CPU s counts it, its "
            "own peak stands apart and comes on top while it runs.",
        ],
    )
    names = _runnable(section, programs)
    starts = {name: peers.start(name, files) for name in names}
    samples = interleaved(starts, bench.repeat, bench.progress)
    section.runs = plain(samples)
    for name in names:
        # 0 where the program has no child process; that is no figure to show.
        child = statistics.median(s.said["child_peak_megabytes"] for s in samples[name])
        own = (_own_median(samples[name], kind) for kind in ("work_seconds", "import_seconds"))
        section.rows.append((name, *_medians(samples[name]), *own, child or None))
    if len(names) == 2:
        ours, theirs = (samples[name] for name in names)
        work = _own_median(theirs, "work_seconds") / _own_median(ours, "work_seconds")
        section.rows.append(("ratio", *_ratios(theirs, ours), work, None, None))
        section.notes.append(_equality(ours, theirs))
        values = theirs[0].said["scores"].items()
        section.notes.append("  ".join(f"{name} {value!r}" for name, value in values))
    return section


def single_metrics(bench: Bench, files: data.Files) -> Section:
    """Each peer at its own metric, beside cutline at that metric alone."""
    section = Section(
        "One metric alone, on tokenized text",
        ("program", "images", "wall s", "CPU s", "peak MB", "imports s", "value", "wall ratio"),
        notes=[
            f"cutline with tokenizer=none and the peers' definitions: {peers.PLAIN_BLEU}, "
            f"{peers.PLAIN_ROUGE}.",
            "torchmetrics BLEU takes the first of two equally close reference lengths, the others "
            "the shorter.",
        ],
    )
    whole = data.tokenize(files, bench.folder / "tokenized")
    some = data.tokenize(files, bench.folder / "tokenized-some", SLOW_IMAGES)
    pairs = (
        ("cutline bleu", "sacrebleu bleu", whole),
        ("cutline bleu", "torchmetrics bleu", whole),
        ("cutline rouge-l", "rouge-score rouge-l", some),
        ("cutline rouge-l", "torchmetrics rouge-l", some),
    )
    for ours, theirs, given in pairs:
        if not _runnable(section, (theirs,)):
            continue
        starts = {name: peers.start(name, given) for name in (ours, theirs)}
        samples = interleaved(starts, bench.repeat, bench.progress)
        section.runs |= {f"{theirs}: {name}": of for name, of in plain(samples).items()}
        ratio = _ratios(samples[theirs], samples[ours])[0]
        for name, of_pair in ((ours, None), (theirs, ratio)):
            of = samples[name]
            (value,) = of[0].said["scores"].values()
            row = (
                name,
                given.images,
                *_medians(of),
                _own_median(of, "import_seconds"),
                f"{value:.9f}",
                of_pair,
            )
            section.rows.append(row)
    return section


def start_up(bench: Bench) -> Section:
    """Import time, and the command line on a test set of the usual size."""
    section = Section(
        "Start-up and command line",
        ("what", "wall s", "CPU s", "peak MB"),
        notes=[
            f"Imports: seconds inside a fresh process, median of {IMPORTS}; names load when they "
            "are first used, so the second line is what a script that scores pays."
        ],
    )
    imports = {"import cutline": "import cutline", "... and cutline.score": "cutline.score"}
    statements = []
    for title, statement in imports.items():
        statements.append(statement)
        bench.progress(title)
        section.rows.append((title, _import_seconds("; ".join(statements)), None, None))
    paths = None if bench.generated else data.find(data.KARPATHY_REFERENCES, data.KARPATHY_RESULTS)
    name = "COCO Karpathy test"
    if paths is None:
        files = data.make(bench.folder / "command", CLI_IMAGES, generated=True)
        name, paths = files.name, [Path(files.references), Path(files.results)]
    command = [*_cutline_command(), "score", str(paths[1]), "--refs", str(paths[0])]
    samples = interleaved({"cutline score": lambda: run(command)}, bench.repeat, bench.progress)
    section.runs = plain(samples)
    title = f"cutline score, {name}, {CLI_IMAGES:,} images"
    section.rows.append((title, *_medians(samples["cutline score"])))
    return section


def scaling(bench: Bench) -> Section:
    """cutline alone on ten times as much, twice."""
    section = Section(
        "Scaling, cutline alone, COCO metrics on generated text",
        ("references", "candidates", "wall s", "CPU s", "peak MB", "wall us each", "CPU us each"),
        notes=[
            "us each: microseconds a reference. Five references and one candidate an image; "
            "start-up is part of the time."
        ],
    )
    for captions in SCALING_CAPTIONS:
        bench.progress(f"generating {captions:,} captions")
        images = captions // data.REFERENCES_PER_IMAGE
        files = data.make(bench.folder / f"scaling-{captions}", images, generated=True)
        name = f"cutline, {captions:,} captions"
        starts = {name: peers.start("cutline", files)}
        samples = interleaved(starts, bench.repeat, bench.progress)
        section.runs |= plain(samples)
        wall, cpu, peak = _medians(samples[name])
        each = (wall / captions * 1e6, cpu / captions * 1e6)
        section.rows.append((files.captions, files.images, wall, cpu, peak, *each))
    return section


def training_rewards(bench: Bench, files: data.Files) -> Section:
    """CIDEr-D of batches, as self-critical training asks for it."""
    section = Section(
        f"Training rewards: CIDEr-D of batches of {rewards.IMAGES_PER_BATCH} images x "
        f"{rewards.SAMPLES_PER_IMAGE} captions, {files.name}",
        ("program", "microseconds a caption", "preparing once, s", "ratio"),
        notes=[
            f"Median over {rewards.BATCHES} batches (pycocoevalcap: {rewards.OFFICIAL_BATCHES}). "
            "Preparing reads, tokenizes and counts the document frequencies of all references.",
            "pycocoevalcap has no such step: it takes frequencies from the batch itself, each "
            "time, and so gives other values.",
        ],
    )
    tokenized = data.tokenize(files, bench.folder / "tokenized")
    names = {
        "cutline rewards": files,
        "cutline rewards, tokenized": tokenized,
        "pycocoevalcap rewards, tokenized": tokenized,
    }
    starts = {name: peers.start(name, names[name]) for name in _runnable(section, tuple(names))}
    samples = interleaved(starts, bench.repeat, bench.progress)
    section.runs = plain(samples)
    ours = _said(samples["cutline rewards, tokenized"], "caption_seconds")
    for name, of in samples.items():
        each = _said(of, "caption_seconds")
        is_peer = not name.startswith("cutline")
        prepared = None if is_peer else _said(of, "prepare_seconds")
        section.rows.append((name, each * 1e6, prepared, each / ours if is_peer else None))
    return section


def _runnable(section: Section, names: tuple[str, ...]) -> list[str]:
    reasons = {name: peers.missing(name) for name in names}
    section.notes += [f"{name}: skipped, {why}." for name, why in reasons.items() if why]
    return [name for name in names if reasons[name] is None]


def _medians(samples: list[Sample]) -> tuple[float, ...]:
    return tuple(median(samples, measure) for measure in MEASURES)


def _ratios(theirs: list[Sample], ours: list[Sample]) -> tuple[float, ...]:
    return tuple(a / b for a, b in zip(_medians(theirs), _medians(ours), strict=True))


def _own_median(samples: list[Sample], kind: str) -> float:
    return statistics.median(sample.said[kind] for sample in samples)


def _said(samples: list[Sample], name: str) -> float:
    return statistics.median(sample.said["scores"][name] for sample in samples)


def _equality(ours: list[Sample], theirs: list[Sample]) -> str:
    """Whether all runs gave the same floats, and where not, which."""
    differences = [
        f"{name} {mine.said['scores'].get(name)!r} and {value!r}"
        for mine, other in zip(ours, theirs, strict=True)
        for name, value in other.said["scores"].items()
        if mine.said["scores"].get(name) != value
    ]
    if not differences:
        return "scores: equal to the last bit"
    return f"scores differ, cutline and pycocoevalcap: {'; '.join(dict.fromkeys(differences))}"


def _import_seconds(statements: str) -> float:
    return statistics.median(_code_seconds(statements) for _ in range(IMPORTS))


def _code_seconds(statements: str, before: str = "pass") -> float:
    """How long statements take in a fresh process, after what stands before the clock starts."""
    code = (
        f"import time; {before}; started = time.perf_counter(); {statements}; "
        "print(time.perf_counter() - started)"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    return float(answer.stdout)


def _cutline_command() -> list[str]:
    script = Path(sys.executable).with_name("cutline")
    if script.is_file():
        return [str(script)]
    return [sys.executable, "-c", "from cutline.cli import main; main()"]
