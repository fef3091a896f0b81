"""BUTR and VSE++: what they say step by step, what their losses train, and that they learn."""

from __future__ import annotations

import pytest

pytest.importorskip("torch", reason="PyTorch is not installed")

import torch
from torch import Tensor

from cutline.models.butr import Butr, ButrConfig
from cutline.models.ranking import caption_tokens, recall_at
from cutline.models.vocabulary import END, PAD, START
from cutline.models.vse import Vse, VseConfig
from tests.models.scenes_of_numbers import (
    FEATURES,
    filled_up,
    random_captions,
    random_images,
    small_vocabulary,
    with_more_regions,
)

SIZES = ButrConfig(5, 7, 8, 4)


def small_butr() -> Butr:
    torch.manual_seed(0)
    return Butr(small_vocabulary(), FEATURES, SIZES)


def step_by_step(butr: Butr, tokens: Tensor) -> Tensor:
    """The mean log-probability of wanted words, from steps."""
    state = butr.start(random_images(tuple(range(len(tokens)))))
    found = []
    for place in range(tokens.shape[1] - 1):
        scores, state = butr.step(tokens[:, place], state)
        wanted = tokens[:, place + 1]
        found.append(scores.gather(1, wanted.unsqueeze(1)).squeeze(1)[wanted != PAD])
    return torch.cat(found).mean()


def test_steps_have_the_probabilities_of_the_loss() -> None:
    butr, tokens = small_butr(), caption_tokens(random_captions(5))
    with torch.no_grad():
        loss = butr.losses(random_images(tuple(range(5))), tokens)["words"]
        found = -step_by_step(butr, tokens)
    assert float(found) == pytest.approx(float(loss), abs=1e-5)


def written_out(butr: Butr, regions: Tensor, tokens: list[int]) -> tuple[Tensor, Tensor, Tensor]:
    """One image and one caption by the paper's formulas 2 to 12: the scores of every place, and the
    vectors of the image and of the caption."""
    joint = butr.of_region(regions)  # regions x joint
    pooled = butr.weight_of_region(joint).squeeze(1).softmax(0) @ joint
    image = pooled / pooled.norm()
    read = butr.encoder(butr.embedding(torch.tensor([tokens])))[0][0]  # length x hidden
    said = butr.of_caption(read[-1])
    h, c = (state.view(1, 1, -1) for state in butr.first_state(image).chunk(2))
    scores = []
    for heard in read:
        attention = butr.attention
        hidden = torch.tanh(attention.of_features(joint) + attention.of_query(heard))
        seen = (hidden @ attention.score.weight[0]).softmax(0) @ joint
        state, (h, c) = butr.generator(torch.cat([seen, heard]).view(1, 1, -1), (h, c))
        scores.append(butr.output(state[0, 0]))
    return torch.stack(scores), image, said / said.norm()


def test_steps_and_vectors_follow_the_paper() -> None:
    butr, images = small_butr(), random_images((1, 2, 3))
    caption = [START, 5, 9, 6]
    tokens = torch.tensor([[*caption, END]] * 3)
    state = butr.start(images)
    for place, token in enumerate(caption):
        found, state = butr.step(torch.tensor([token] * 3), state)
        for row in range(3):
            regions = images.features[row, images.mask[row]]
            scores, image, said = written_out(butr, regions, caption)
            scores[:, [PAD, START]] = -torch.inf
            torch.testing.assert_close(found[row], scores[place].log_softmax(0))
            torch.testing.assert_close(butr.image_vectors(images)[row], image)
            torch.testing.assert_close(butr.caption_vectors(tokens)[row], said)


def test_steps_give_probabilities_and_where_it_looked() -> None:
    images = random_images((1, 2, 3))
    butr = small_butr()
    scores, state = butr.step(torch.full((3,), START), butr.start(images))
    assert torch.allclose(scores.exp().sum(1), torch.ones(3), atol=1e-6)
    assert scores[:, [PAD, START]].exp().max() == 0
    looked = state.moving["attention"]
    assert torch.allclose(looked.sum(1), torch.ones(3), atol=1e-6)
    assert looked[~images.mask].abs().max() == 0


def test_losses_do_not_see_what_fills_up() -> None:
    butr, images = small_butr(), random_images((1, 2, 2, 3))
    tokens = caption_tokens(random_captions(4))
    with torch.no_grad():
        losses = butr.losses(images, tokens)
        more = butr.losses(with_more_regions(images, 2), filled_up(tokens, 3))
    for name, loss in losses.items():
        assert float(more[name]) == pytest.approx(float(loss), abs=1e-5)


def test_the_ranking_loss_is_that_of_the_vectors() -> None:
    butr, images = small_butr(), random_images((1, 2, 3))
    tokens = caption_tokens(random_captions(3))
    with torch.no_grad():
        cosines = butr.image_vectors(images) @ butr.caption_vectors(tokens).T
        loss = butr.losses(images, tokens)["ranking"]
    own = cosines.diagonal()
    costs = (0.2 + cosines - own.unsqueeze(1)).clamp(min=0).fill_diagonal_(0).amax(1)
    costs = costs + (0.2 + cosines - own.unsqueeze(0)).clamp(min=0).fill_diagonal_(0).amax(0)
    assert float(loss) == pytest.approx(float(costs.mean()), abs=1e-5)


def test_both_losses_train_what_is_shared_and_each_its_own() -> None:
    butr = small_butr()
    losses = butr.losses(random_images((1, 2, 3)), caption_tokens(random_captions(3)))
    named = dict(butr.named_parameters())
    trained = {}
    for name, loss in losses.items():
        found = torch.autograd.grad(
            loss, list(named.values()), retain_graph=True, allow_unused=True
        )
        trained[name] = {
            parameter
            for parameter, gradient in zip(named, found, strict=True)
            if gradient is not None and bool(gradient.abs().max() > 0)
        }
    shared = {id(parameter) for parameter in butr.shared_parameters()}
    assert {name for name in named if id(named[name]) in shared} <= trained["words"]
    assert {name for name in named if id(named[name]) in shared} <= trained["ranking"]
    assert trained["words"] | trained["ranking"] == set(named)
    assert trained["words"] - trained["ranking"] >= {"output.weight", "attention.score.weight"}
    assert trained["ranking"] - trained["words"] == {"of_caption.weight", "of_caption.bias"}


def test_words_are_read_without_the_image() -> None:
    butr = small_butr()
    tokens = torch.tensor([START, START])
    states = [butr.step(tokens, butr.start(random_images((1, 2), seed=seed)))[1] for seed in (0, 1)]
    assert torch.equal(states[0].moving["read_h"], states[1].moving["read_h"])
    assert not torch.equal(states[0].moving["say_h"], states[1].moving["say_h"])


@pytest.mark.parametrize("kind", ["butr", "vse"])
def test_it_learns_to_find_captions(kind: str) -> None:
    torch.manual_seed(0)
    ids = tuple(range(12))
    images, tokens = random_images(ids), caption_tokens(random_captions(12))
    vocabulary = small_vocabulary()
    model = (
        Butr(vocabulary, FEATURES, ButrConfig(8, 12, 12, 8))
        if kind == "butr"
        else Vse(vocabulary, FEATURES, VseConfig(8, 12))
    )
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    first: dict[str, float] = {}
    for _ in range(60):
        losses = model.losses(images, tokens)
        first = first or {name: loss.item() for name, loss in losses.items()}
        optimizer.zero_grad()
        torch.stack(list(losses.values())).sum().backward()
        optimizer.step()
    assert all(loss.item() < first[name] / 2 for name, loss in losses.items())
    with torch.no_grad():
        vectors = model.image_vectors(images), model.caption_vectors(tokens)
    assert min(recall_at(1, *vectors, ids)) > 0.9


def test_presets_have_the_papers_sizes() -> None:
    assert ButrConfig.presets["paper"] == ButrConfig(300, 1024, 1000, 512, 0.2, "other-images")
    assert ButrConfig.presets["published"].negatives == "other-rows"
    assert VseConfig.presets["paper"] == VseConfig(300, 1024, 0.2, "other-images", True)
    assert VseConfig.presets["published"].negatives == "other-rows"
    assert "tiny" in ButrConfig.presets
    assert "tiny" in VseConfig.presets
