"""Show, Attend and Tell: its formulas written out, its losses, and that it learns to look."""

from __future__ import annotations

import pytest

from tests.models.torch_part import needs_torch

needs_torch()

import torch  # noqa: E402
from torch import Tensor  # noqa: E402

from cutline.models.decoding import greedy  # noqa: E402
from cutline.models.images import Images  # noqa: E402
from cutline.models.show_attend_tell import ShowAttendTell, ShowAttendTellConfig  # noqa: E402
from cutline.models.vocabulary import END, PAD, START  # noqa: E402
from tests.models.decoding.toys import images, padded, vocabulary  # noqa: E402

CAPTIONS = torch.tensor([[START, 4, 5, END, PAD], [START, 6, 4, 7, END]])


def small(**changes: float) -> ShowAttendTell:
    torch.manual_seed(0)
    sizes = ShowAttendTellConfig(4, 5, 6, 0.0, **changes)
    return ShowAttendTell(vocabulary(6), 3, sizes).eval()


def written_out(model: ShowAttendTell, cells: Tensor, tokens: list[int]) -> tuple[Tensor, Tensor]:
    """One image and one caption by the paper's formulas: scores and weights of every place."""
    h, c = torch.tanh(model.first_states(cells.mean(0))).chunk(2)
    scores, looked = [], []
    for token in tokens:
        word = model.embedding.weight[token]
        hidden = torch.tanh(model.attention.of_features(cells) + model.attention.of_query(h))
        weights = (hidden @ model.attention.score.weight[0]).softmax(0)
        seen = torch.sigmoid(model.gate(h)) * (weights @ cells)
        h, c = model.lstm(torch.cat([word, seen]), (h, c))
        said = torch.tanh(word + model.said_by_state(h) + model.said_by_image(seen))
        scores.append(model.output(said))
        looked.append(weights)
    return torch.stack(scores), torch.stack(looked)


def test_steps_follow_the_paper() -> None:
    model = small()
    batch = images(2, [2, 4])
    state = model.start(batch)
    tokens = CAPTIONS[1, :-1].tolist()
    for place, token in enumerate(tokens):
        found, state = model.step(torch.tensor([token, token]), state)
        for row, cells in enumerate((batch.features[0, :2], batch.features[1])):
            scores, looked = written_out(model, cells, tokens)
            scores[:, [PAD, START]] = -torch.inf
            torch.testing.assert_close(found[row], scores[place].log_softmax(0))
            torch.testing.assert_close(state.moving["attention"][row, : len(cells)], looked[place])


def test_losses_are_cross_entropy_and_squares_over_the_cells() -> None:
    model = small(attention_weight=2.0)
    batch = images(2, [2, 4])
    losses = model.losses(batch, CAPTIONS)
    words, cells = [], []
    for row, length in enumerate((3, 4)):
        own = batch.features[row, : int(batch.mask[row].sum())]
        scores, looked = written_out(model, own, CAPTIONS[row, :length].tolist())
        scores[:, [PAD, START]] = -torch.inf
        wanted = CAPTIONS[row, 1 : length + 1]
        words += [-scores.log_softmax(1)[place, token] for place, token in enumerate(wanted)]
        cells.append(((1 - looked.sum(0)) ** 2).mean())
    torch.testing.assert_close(losses["words"], torch.stack(words).mean())
    torch.testing.assert_close(losses["attention"], 2 * torch.stack(cells).mean())
    assert model.loss_counts(batch, CAPTIONS) == {"words": 7.0, "attention": 2.0}


def test_any_number_of_cells_and_of_those_that_fill_up() -> None:
    model = small()
    for count in (1, 49, 196):
        batch = images(2, [count, count])
        ours, more = model.losses(batch, CAPTIONS), model.losses(padded(batch, 5), CAPTIONS)
        assert ours["words"].item() == pytest.approx(more["words"].item(), abs=1e-5)
        assert ours["attention"].item() == pytest.approx(more["attention"].item(), abs=1e-5)


def test_presets_have_the_papers_sizes() -> None:
    paper = ShowAttendTellConfig.presets["paper"]
    assert paper == ShowAttendTellConfig(512, 512, 512, 0.5, 1.0)


def test_it_learns_what_is_in_a_picture_and_looks_there() -> None:
    """Of two cells one says which word is right; the other is noise."""
    torch.manual_seed(0)
    model = ShowAttendTell(vocabulary(2), 3, ShowAttendTellConfig(8, 16, 8, 0.0, 0.0))
    optimizer = torch.optim.Adam(model.parameters(), 0.02)
    for _ in range(80):
        batch, tokens = scenes(16)
        optimizer.zero_grad()
        sum(model.losses(batch, tokens).values(), torch.zeros(())).backward()
        optimizer.step()
    batch, tokens = scenes(40)
    found = greedy(model, batch)
    assert [one.tokens for one in found] == [tuple(row) for row in tokens[:, 1:].tolist()]


def scenes(count: int) -> tuple[Images, Tensor]:
    which, place = torch.randint(0, 2, (2, count))
    features = torch.zeros(count, 2, 3)
    features[torch.arange(count), 1 - place, 2] = torch.randn(count)
    features[torch.arange(count), place, which] = 1.0
    tokens = torch.tensor([START, 0, END]).repeat(count, 1)
    tokens[:, 1] = 4 + which
    return Images(tuple(range(count)), features, torch.ones(count, 2).bool()), tokens
