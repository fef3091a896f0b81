"""Constrained beam search (Anderson et al., EMNLP 2017; nocaps, section 4).

A machine reads along and knows which constraints a caption meets. Every state of it has a beam of
its own, so that captions which say a wanted word, unlikely as it may be, do not compete with those
that leave it out. At the end the likeliest caption wins that meets enough constraints.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch

from cutline.core.errors import UsageError
from cutline.models.captioner import Captioner
from cutline.models.decoding.at_rest import at_least_one, at_rest
from cutline.models.decoding.constrained.constraint import Constraint
from cutline.models.decoding.constrained.state_beams import StateBeams
from cutline.models.decoding.constrained.tables import Tables
from cutline.models.decoding.constrained.task import Constrained, Task
from cutline.models.decoding.decoded import Decoded
from cutline.models.images import Images

#: How many captions grow side by side; more only take more memory.
_ROWS_AT_ONCE = 1024


@dataclass(frozen=True)
class _Counts:
    beam: int
    per_node: int | None
    most: int
    keep: int

    @classmethod
    def checked(cls, beam: int, per_node: int | None, most: int, keep: int) -> _Counts:
        at_least_one(beam=beam, per_node=1 if per_node is None else per_node, most=most, keep=keep)
        return cls(beam, per_node, most, keep)


def constrained_beam_search(
    captioner: Captioner,
    images: Images,
    constraints: Sequence[Sequence[Constraint]],
    at_least: int | None = None,
    beam: int = 5,
    per_node: int | None = 2,
    most: int = 20,
    keep: int = 1,
) -> list[list[Constrained]]:
    """The likeliest captions of each image that meet constraints, the best first.

    Where none is found that meets enough of them, those that meet the most are given: see
    `Constrained.is_satisfied`. Where beams are as wide as all captions are many, and `per_node` is
    None, the answer is that of trying all.

    Args:
        captioner: who writes.
        images: a batch. What else is in it changes nothing.
        constraints: those of each image; an image may have none.
        at_least: how many of its constraints a caption has to meet, if there are so many: nocaps
            has 1 for detections, and 2 for what people annotated. None for all of them.
        beam: how many captions stay in each state at each step.
        per_node: how many words at most lead from one caption to one state, an end beside them;
            None for any number.
        most: how many tokens a caption has at most, the end among them.
        keep: how many captions to give.

    Returns:
        For each image at most `keep` captions; fewer where it has no more.

    Raises:
        UsageError: for counts that cannot be, too many constraints of an image, or constraints of
            another number of images.
        ContentError: when the captioner's probabilities are no numbers.
    """
    counts = _Counts.checked(beam, per_node, most, keep)
    if at_least is not None and at_least < 0:
        raise UsageError(f"at_least is {at_least}, expected 0 or more")
    if len(constraints) != len(images):
        raise UsageError(f"constraints of {len(constraints)} images, expected {len(images)}")
    tasks = [Task.of(several, at_least, captioner) for several in constraints]
    found: dict[int, list[Constrained]] = {}
    with at_rest(captioner):
        for rows in _batches(tasks, beam):
            batch, chosen = images.rows(rows), [tasks[row] for row in rows]
            for place, captions in enumerate(_searched(captioner, batch, chosen, counts)):
                found[rows[place]] = [
                    chosen[place].told(caption, captioner, batch, place) for caption in captions
                ]
    return [found[row] for row in range(len(images))]


def _batches(tasks: Sequence[Task], beam: int) -> Iterator[list[int]]:
    """Images with machines of about the same size together, since small ones are filled up."""
    batch: list[int] = []
    for row in sorted(range(len(tasks)), key=lambda row: len(tasks[row].machine)):
        if batch and (len(batch) + 1) * len(tasks[row].machine) * beam > _ROWS_AT_ONCE:
            yield batch
            batch = []
        batch.append(row)
    if batch:
        yield batch


def _searched(
    captioner: Captioner, images: Images, tasks: Sequence[Task], counts: _Counts
) -> list[list[Decoded]]:
    """The best captions of each image of a batch."""
    machines = [task.machine for task in tasks]
    states = max(map(len, machines))
    beams = StateBeams.begin(images, states, counts.beam)
    state = captioner.start(images).repeated(states * counts.beam)
    log_probabilities, state = captioner.sayable(beams.last, state)
    tables = Tables.of(captioner, images, machines, log_probabilities.shape[1])
    wanted = torch.tensor([task.wanted for task in tasks], device=tables.met.device)
    while True:
        looked = state.moving.get("attention")
        beams, rows = beams.grown(log_probabilities, looked, tables, counts.per_node)
        if beams.length >= counts.most or beams.are_settled(tables, wanted, counts.keep):
            break
        log_probabilities, state = captioner.sayable(beams.last, state.moved(rows))
    return [
        beams.decoded(row, tables.met, task.wanted, counts.keep, images)
        for row, task in enumerate(tasks)
    ]
