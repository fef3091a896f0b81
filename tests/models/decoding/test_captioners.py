"""Decoders with trained networks: a batch gives what its images give one by one."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

import pytest

from tests.models.torch_part import needs_torch

needs_torch()

import torch  # noqa: E402
from torch import Tensor  # noqa: E402

from cutline.models.baby_talk import BabyTalk, BabyTalkConfig  # noqa: E402
from cutline.models.butr import Butr, ButrConfig  # noqa: E402
from cutline.models.captioner import Captioner, State  # noqa: E402
from cutline.models.class_words import ClassWords  # noqa: E402
from cutline.models.decoding import (  # noqa: E402
    Decoded,
    beam_search,
    diverse_beam_search,
    greedy,
    sample,
)
from cutline.models.dnoc import Dnoc, DnocConfig  # noqa: E402
from cutline.models.images import Images  # noqa: E402
from cutline.models.show_attend_tell import (  # noqa: E402
    ShowAttendTell,
    ShowAttendTellConfig,
)
from cutline.models.up_down import UpDown, UpDownConfig  # noqa: E402
from cutline.models.vocabulary import UNKNOWN, Vocabulary  # noqa: E402
from tests.models.decoding.toys import images, padded, rescored  # noqa: E402

#: The classes that regions are labelled with, for captioners with slots.
CLASSES = ClassWords.of(["dog", "cat", "horse"])
WORDS = Vocabulary.of([["dog", "cat", "horse", *(f"w{number}" for number in range(17))]])

MODELS: dict[str, Callable[[], Captioner]] = {
    "up-down": lambda: UpDown(WORDS, 3, UpDownConfig.presets["tiny"]),
    "show-attend-tell": lambda: ShowAttendTell(WORDS, 3, ShowAttendTellConfig.presets["tiny"]),
    "butr": lambda: Butr(WORDS, 3, ButrConfig(16, 24, 32, 16)),
    "neural-baby-talk": lambda: BabyTalk(
        WORDS, 3, BabyTalkConfig(32, 16, 16, 8, dropout=0.0, least_score=0.0), CLASSES
    ),
    "dnoc": lambda: Dnoc(WORDS, 3, DnocConfig(32, 16, dropout=0.0, least_score=0.0), CLASSES),
}


def captioner_named(name: str) -> Captioner:
    torch.manual_seed(1)
    captioner = MODELS[name]()
    # Fresh networks find all words about as likely; differences come with larger weights.
    with torch.no_grad():
        for value in captioner.parameters():
            value.mul_(4)
    return captioner.eval()


def detected(batch: Images) -> Images:
    """The same images with boxes, labels and scores, as a detector gives them."""
    numbers = torch.Generator().manual_seed(7)
    shape = batch.mask.shape
    corners = torch.rand(*shape, 2, 2, generator=numbers).sort(2).values.flatten(2)
    labels = torch.randint(0, 3, shape, generator=numbers).masked_fill(~batch.mask, -1)
    scores = torch.rand(shape, generator=numbers) * batch.mask
    return Images(batch.ids, batch.features, batch.mask, corners, labels, scores)


DECODERS = {
    "greedy": lambda *given: [[one] for one in greedy(*given, most=8)],
    "beam": lambda *given: beam_search(*given, beam=4, most=8),
    "diverse": lambda *given: diverse_beam_search(*given, beam=4, groups=2, most=8),
    "sample": lambda *given: sample(*given, times=2, most=8),
}


def assert_same(ours: list[list[Decoded]], others: list[list[Decoded]]) -> None:
    assert [[one.tokens for one in of] for of in ours] == [
        [one.tokens for one in of] for of in others
    ]
    for one, other in zip(chain(*ours), chain(*others), strict=True):
        assert one.score == pytest.approx(other.score, abs=1e-5)
        assert (one.attention is None) == (other.attention is None)
        if one.attention is not None and other.attention is not None:
            torch.testing.assert_close(one.attention, other.attention, atol=1e-5, rtol=0)


@pytest.mark.parametrize("decoder", list(DECODERS))
@pytest.mark.parametrize("name", list(MODELS))
def test_a_batch_gives_what_its_images_give_alone(name: str, decoder: str) -> None:
    captioner, decode = captioner_named(name), DECODERS[decoder]
    batch = detected(images(7, [5, 1, 9, 3, 9, 2, 4], seed=2))
    together = decode(captioner, batch)
    alone = [decode(captioner, cut(batch, row))[0] for row in range(7)]
    assert_same(together, alone)
    assert_same(decode(captioner, padded(batch, 3)), together)
    assert len({one.tokens for of in together for one in of}) >= 6


def cut(batch: Images, row: int) -> Images:
    """An image by itself, without what fills it up."""
    one = batch.rows([row])
    count = int(one.mask.sum())
    parts = (one.features, one.mask, one.boxes, one.labels, one.scores)
    return Images(one.ids, *(part if part is None else part[:, :count] for part in parts))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["up-down", "show-attend-tell"])
def test_scores_are_those_of_the_captions_word_by_word(name: str) -> None:
    captioner = captioner_named(name)
    batch = images(3, [5, 1, 9], seed=2)
    with torch.no_grad():
        for row, found in enumerate(beam_search(captioner, batch, 4, 8)):
            for one in found:
                expected = rescored(captioner, batch, row, one.tokens)
                assert one.score == pytest.approx(expected, abs=1e-5)
                assert one.attention is not None
                assert one.attention.sum(1).numpy() == pytest.approx(1.0, abs=1e-5)


class Forgetful(UpDown):
    """Would rather say the unknown word than any other."""

    def step(self, tokens: Tensor, state: State) -> tuple[Tensor, State]:
        scores, state = super().step(tokens, state)
        scores[:, UNKNOWN] += 20
        return scores.log_softmax(-1), state


@pytest.mark.parametrize("decoder", list(DECODERS))
def test_no_decoder_says_the_unknown_word(decoder: str) -> None:
    torch.manual_seed(1)
    captioner = Forgetful(WORDS, 3, UpDownConfig.presets["tiny"])
    found = DECODERS[decoder](captioner, images(3, [5, 1, 9], seed=2))
    assert all(UNKNOWN not in one.tokens for one in chain(*found))
    assert any(one.words for one in chain(*found))
