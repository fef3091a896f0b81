"""Diverse beam search (Vijayakumar et al., AAAI 2018): groups of beams that avoid each other."""

from __future__ import annotations

from collections.abc import Sequence

from torch import Tensor

from cutline.core.errors import UsageError
from cutline.models.captioner import Captioner, State
from cutline.models.decoding.at_rest import at_least_one, at_rest
from cutline.models.decoding.beams import Beams
from cutline.models.decoding.decoded import Decoded
from cutline.models.images import Images


def diverse_beam_search(
    captioner: Captioner,
    images: Images,
    beam: int = 6,
    groups: int = 3,
    penalty: float = 0.5,
    most: int = 20,
    keep: int | None = None,
) -> list[list[Decoded]]:
    """Captions of each image that differ from each other, the likeliest first.

    The beam falls into groups, which grow one after the other. A group loses `penalty` for a token
    as often as earlier groups have just chosen it at the same place (the paper's Hamming
    diversity); what was lost stays lost for the rest of the caption. Within a group it is a plain
    beam search. Captions are then ordered by their log-probability, without what was taken off;
    one that two groups found is given once.

    Args:
        captioner: who writes.
        images: a batch. What else is in it changes nothing.
        beam: how many captions are under way, in all groups together.
        groups: how many groups; the beam is a multiple of it.
        penalty: what a token loses for each earlier caption that has it there.
        most: how many tokens a caption has at most, the end among them.
        keep: how many captions to give at most; all that were found by default.

    Raises:
        UsageError: for numbers that cannot be.
        ContentError: when the captioner's probabilities are no numbers.
    """
    keep = beam if keep is None else keep
    at_least_one(beam=beam, groups=groups, most=most, keep=keep)
    check_groups(beam, groups, penalty)
    if not len(images):
        return []
    with at_rest(captioner):
        start = captioner.start(images)
        beams = [Beams.begin(images)] * groups
        states = [start] * groups
        while beams[0].length < most and not all(group.have_ended.all() for group in beams):
            beams, states = _grown(captioner, beams, states, beam // groups, penalty)
    return [_ranked(beams, images, place)[:keep] for place in range(len(images))]


def check_groups(beam: int, groups: int, penalty: float) -> None:
    """Refuse groups that are not of one size, and penalties that are none.

    Raises:
        UsageError: for such.
    """
    if beam % groups:
        raise UsageError(f"a beam of {beam} does not fall into {groups} groups of one size")
    if not 0 <= penalty < float("inf"):
        raise UsageError(f"penalty is {penalty}, expected a number from 0")


def _grown(
    captioner: Captioner,
    beams: Sequence[Beams],
    states: Sequence[State],
    beam: int,
    penalty: float,
) -> tuple[list[Beams], list[State]]:
    """All groups with one token more."""
    used: Tensor | None = None  # images x tokens: how often earlier groups chose a token
    grown, moved = [], []
    for group, state in zip(beams, states, strict=True):
        log_probabilities, state = captioner.sayable(group.last, state)
        if used is None:
            used = log_probabilities.new_zeros(len(group.scores), log_probabilities.shape[1])
        looked = state.moving.get("attention")
        new, rows = group.grown(log_probabilities, looked, beam, handicap=penalty * used)
        moved.append(state.moved(rows) if new.width == group.width else state.rows(rows))
        grown.append(new)
        chosen = new.tokens[:, :, -1]
        # A caption that had ended before says nothing now.
        had_ended = group.have_ended.flatten()[rows].view(chosen.shape)
        is_new = (~had_ended & new.scores.isfinite()).to(used.dtype)
        used = used.scatter_add(1, chosen, is_new)
    return grown, moved


def _ranked(beams: Sequence[Beams], images: Images, place: int) -> list[Decoded]:
    """The captions of all groups, each once; of equal scores those of the earlier group first."""
    found: dict[tuple[int, ...], Decoded] = {}
    for group in beams:
        for one in group.decoded(place, group.width, images, place):
            found.setdefault(one.tokens, one)
    return sorted(found.values(), key=lambda one: -one.score)
