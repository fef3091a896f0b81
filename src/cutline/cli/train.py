"""`cutline train`: train a captioner as a file says."""

from __future__ import annotations

import shlex
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from cutline.cli import options
from cutline.cli.terminal import answers, note, working
from cutline.core.errors import FileError

if TYPE_CHECKING:
    from cutline.models.training.config import TrainingConfig
    from cutline.models.training.plan import Plan
    from cutline.models.training.run import Outcome


def train(
    config: Annotated[
        str, typer.Argument(help="What to train, on what and how.", metavar="CONFIG.toml")
    ],
    check: Annotated[
        bool, typer.Option("--check", help="Only say what would be done, and if it can be.")
    ] = False,
    restart: Annotated[
        bool, typer.Option("--restart", help="Begin anew, whatever the output folder has.")
    ] = False,
    tensorboard: Annotated[
        str | None, typer.Option(help="Also curves for TensorBoard.", metavar="FOLDER")
    ] = None,
    jobs: options.Jobs = None,
    json: options.Json = False,
) -> None:
    """Train a captioner; the same command goes on with what was interrupted.

    The output folder gets model.pt, which cutline caption takes, and log.jsonl with every epoch.
    Several processes: torchrun --nproc-per-node 2 -m cutline train CONFIG.toml

    Exit codes: 0 trained; 130 interrupted: the same command goes on.

    Example: cutline train up-down.toml

    Example: cutline train up-down.toml --check
    """
    from cutline.models.needs_torch import need_torch

    need_torch("training")
    from cutline.cli.train_output import as_json, show_outcome, show_plan
    from cutline.models.training.config import read_config
    from cutline.models.training.processes import process_group, wait_for_all

    wanted = read_config(config)
    with process_group() as is_first:
        plan = _plan(wanted, jobs)
        if is_first and not json:
            show_plan(plan, answers())
        if check:
            return
        _prepare_folder(Path(wanted.output), restart and is_first)
        wait_for_all()
        with _ending_gently() as stop:
            outcome = _run(plan, config, is_first, stop, tensorboard)
    if is_first and json:
        print(as_json(plan, outcome), end="")
    elif is_first:
        show_outcome(plan, outcome, answers())


def _plan(config: TrainingConfig, jobs: int | None) -> Plan:
    """All inputs read and checked."""
    import torch

    from cutline.cli.score_inputs import select_references
    from cutline.datasets.features import FeatureStore
    from cutline.models.training.plan import make_plan

    if jobs is not None:
        torch.set_num_threads(jobs)
    data = config.data
    with working("Opening features"):
        store = FeatureStore.open(data.features)
    with working("Reading captions"):
        train = select_references(data.train, "default", data.train_only).benchmark
        val = None
        if data.val is not None:
            val = select_references(data.val, "default", data.val_only).benchmark
    with working("Choosing words"):
        return make_plan(
            config,
            store,
            dict(zip(train.image_ids, train.references, strict=True)),
            None if val is None else dict(zip(val.image_ids, val.references, strict=True)),
        )


def _prepare_folder(folder: Path, restart: bool) -> None:
    """A folder to write to; of an earlier training nothing is left that would be gone on with."""
    from cutline.models.training.run import CROSS_ENTROPY, LOG, MODEL, SELF_CRITICAL

    try:
        folder.mkdir(parents=True, exist_ok=True)
        if restart:
            for name in (f"{SELF_CRITICAL}.checkpoint", f"{CROSS_ENTROPY}.checkpoint", LOG, MODEL):
                (folder / name).unlink(missing_ok=True)
    except OSError as error:
        raise FileError(f"{folder}: cannot be written: {error.strerror or error}") from None


def _run(
    plan: Plan, config: str, is_first: bool, stop: Callable[[], bool], tensorboard: str | None
) -> Outcome:
    from cutline.cli.this_command import this_command
    from cutline.models.training.board import Board
    from cutline.models.training.distributed import processes
    from cutline.models.training.run import run_plan
    from cutline.models.training.validation import StopAskedError

    board = Board(tensorboard) if tensorboard is not None and is_first else None
    try:
        return run_plan(plan, is_first=is_first, stop=stop, board=board)
    except StopAskedError:
        if is_first:
            again = shlex.join([*this_command(), "train", config])
            how = f"with torchrun, {processes()} processes again" if processes() > 1 else again
            note(f"cutline: the training is saved; to go on: {how}")
        raise typer.Exit(130) from None
    finally:
        if board is not None:
            board.close()


@contextmanager
def _ending_gently() -> Iterator[Callable[[], bool]]:
    """Whether somebody wants the training to end; it does so after a step, when all is in order.

    Asked a second time, it ends at once, and goes on later from what was saved last.
    """
    asked: list[int] = []

    def ask(number: int, frame: FrameType | None) -> None:
        if asked:
            raise KeyboardInterrupt
        asked.append(number)

    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield lambda: bool(asked)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
