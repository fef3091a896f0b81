"""Up-Down: its formulas written out, its loss, and words that are frozen vectors."""

from __future__ import annotations

import pytest

pytest.importorskip("torch", reason="PyTorch is not installed")

import torch
from torch import Tensor

from cutline.models.up_down import UpDown, UpDownConfig
from cutline.models.vocabulary import END, PAD, START
from tests.models.decoding.toys import images, padded, vocabulary

CAPTIONS = torch.tensor([[START, 4, 5, END, PAD], [START, 6, 4, 7, END]])


def small(starts_from_mean: bool = False, vectors: Tensor | None = None) -> UpDown:
    torch.manual_seed(0)
    sizes = UpDownConfig(4, 5, 6, starts_from_mean=starts_from_mean)
    return UpDown(vocabulary(6), 3, sizes, vectors).eval()


def written_out(model: UpDown, regions: Tensor, tokens: list[int]) -> tuple[Tensor, Tensor]:
    """One image and one caption by the paper's formulas: states to speak from, and weights."""
    mean, size = regions.mean(0), model.config.hidden_size
    states = torch.zeros(4 * size)
    if model.config.starts_from_mean:
        states = model.first_states(mean)
    look_h, look_c, say_h, say_c = states.split(size)
    said, looked = [], []
    for token in tokens:
        seen = torch.cat([say_h, mean, model.embedding.weight[token]])
        look_h, look_c = model.looking(seen, (look_h, look_c))
        hidden = torch.tanh(model.attention.of_features(regions) + model.attention.of_query(look_h))
        weights = (hidden @ model.attention.score.weight[0]).softmax(0)
        say_h, say_c = model.saying(torch.cat([weights @ regions, look_h]), (say_h, say_c))
        said.append(say_h)
        looked.append(weights)
    return torch.stack(said), torch.stack(looked)


@pytest.mark.parametrize("starts_from_mean", [False, True])
@pytest.mark.parametrize("are_frozen", [False, True])
def test_steps_follow_the_paper(starts_from_mean: bool, are_frozen: bool) -> None:
    model = small(starts_from_mean, torch.randn(10, 7) if are_frozen else None)
    batch = images(2, [2, 4])
    state = model.start(batch)
    tokens = CAPTIONS[1, :-1].tolist()
    for place, token in enumerate(tokens):
        found, state = model.step(torch.tensor([token, token]), state)
        for row, regions in enumerate((batch.features[0, :2], batch.features[1])):
            said, looked = written_out(model, regions, tokens)
            if are_frozen:
                scores = model.embedding.weight @ torch.tanh(model.output.projection(said[place]))
            else:
                scores = model.output(said[place])
            scores[[PAD, START]] = -torch.inf
            torch.testing.assert_close(found[row], scores.log_softmax(0))
            torch.testing.assert_close(
                state.moving["attention"][row, : len(regions)], looked[place]
            )


def test_the_loss_is_the_mean_over_words_and_does_not_see_what_fills_up() -> None:
    model, batch = small(), images(2, [2, 4])
    state, total = model.start(batch), torch.zeros(())
    for place in range(CAPTIONS.shape[1] - 1):
        chances, state = model.step(CAPTIONS[:, place], state)
        wanted = CAPTIONS[:, place + 1]
        total = total - chances.gather(1, wanted.unsqueeze(1))[wanted != PAD].sum()
    loss = model.losses(batch, CAPTIONS)["words"]
    torch.testing.assert_close(loss, total / 7)
    longer = torch.nn.functional.pad(CAPTIONS, (0, 2))
    torch.testing.assert_close(model.losses(padded(batch, 3), longer)["words"], loss)


def test_frozen_words_are_read_and_said_by_their_vectors_alone() -> None:
    vectors = torch.randn(10, 7)
    model = small(vectors=vectors).train()
    optimizer = torch.optim.SGD([one for one in model.parameters() if one.requires_grad], 0.5)
    model.losses(images(2), CAPTIONS)["words"].backward()
    optimizer.step()
    assert torch.equal(model.embedding.weight, vectors)
    # Words with one vector are said alike, whether a caption has them or not: 9 is in none.
    twins = vectors.clone()
    twins[9] = twins[4]
    model = small(vectors=twins)
    chances, _ = model.step(torch.tensor([START, START]), model.start(images(2)))
    torch.testing.assert_close(chances[:, 9], chances[:, 4])


def test_presets_have_the_papers_sizes() -> None:
    presets = UpDownConfig.presets
    assert presets["nocaps"] == UpDownConfig(1000, 1200, 768)
    assert presets["nocaps-cbs"].word_size == 300
    assert presets["compositional"] == UpDownConfig(1000, 1000, 512, starts_from_mean=True)
