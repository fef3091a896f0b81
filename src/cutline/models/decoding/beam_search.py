"""Beam search, for all images of a batch at once."""

from __future__ import annotations

from typing import get_args

import torch

from cutline.core.errors import UsageError, near_names
from cutline.models.captioner import Captioner
from cutline.models.decoding.at_rest import at_least_one, at_rest
from cutline.models.decoding.beams import Beams, LengthRule
from cutline.models.decoding.decoded import Decoded
from cutline.models.images import Images

#: Images that are done leave the batch when they are this share of it: leaving costs a copy of
#: what the captioner knows of all others.
_SHARE_TO_LEAVE = 0.25


def beam_search(
    captioner: Captioner,
    images: Images,
    beam: int = 5,
    most: int = 20,
    keep: int | None = None,
    length_rule: LengthRule = "none",
) -> list[list[Decoded]]:
    """The best captions of each image, the best first.

    Of all continuations of an image's captions the best `beam` stay; captions that ended keep
    their place among them. Where the beam is as wide as all captions are many, the answer is that
    of trying all. Of equal scores the caption counts that stood before, then the lower token.

    Args:
        captioner: who writes.
        images: a batch. What else is in it changes nothing.
        beam: how many captions are under way.
        most: how many tokens a caption has at most, the end among them.
        keep: how many captions to give; all of the beam by default.
        length_rule: `none` compares summed log-probabilities; `mean` those by token, which
            prefers longer captions. Scores are sums either way.

    Returns:
        For each image at most `keep` captions; fewer where it has no more.

    Raises:
        UsageError: for numbers or rules that cannot be.
        ContentError: when the captioner's probabilities are no numbers.
    """
    keep = _checked(beam, most, keep, length_rule)
    found: dict[int, list[Decoded]] = {}
    here = torch.arange(len(images), device=images.mask.device)  # those under way, by place
    with at_rest(captioner):
        beams, state = Beams.begin(images), captioner.start(images)
        while len(here):
            log_probabilities, state = captioner.sayable(beams.last, state)
            looked, width = state.moving.get("attention"), beams.width
            beams, rows = beams.grown(log_probabilities, looked, beam, length_rule)
            state = state.moved(rows) if beams.width == width else state.rows(rows)
            is_done = beams.settled(keep, most, length_rule)
            if is_done.sum() < _SHARE_TO_LEAVE * len(here):
                continue
            for row in is_done.nonzero()[:, 0].tolist():
                place = int(here[row])
                found[place] = beams.decoded(row, keep, images, place)
            staying = (~is_done).nonzero()[:, 0]
            here, beams = here[staying], beams.of_images(staying)
            state = state.rows(beams.rows_of(staying))
    return [found[place] for place in range(len(images))]


def _checked(beam: int, most: int, keep: int | None, length_rule: str) -> int:
    """How many captions to give.

    Raises:
        UsageError: for what cannot be.
    """
    keep = beam if keep is None else keep
    at_least_one(beam=beam, most=most, keep=keep)
    if keep > beam:
        raise UsageError(f"a beam of {beam} has no {keep} captions to keep")
    rules = get_args(LengthRule)
    if length_rule not in rules:
        near = near_names(length_rule, rules)
        raise UsageError(f"length counts by {' or '.join(rules)}, not {length_rule!r}{near}")
    return keep
