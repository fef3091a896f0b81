"""How Neural Baby Talk points to a region, and which word it then says of it."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from cutline.models.class_words import ClassWords


class Pointer(nn.Module):
    """Chooses between regions and a sentinel, which stands for a word of the language.

    Args:
        size: of regions' vectors, and of the state that asks.
        hidden_size: of the layer between.
    """

    def __init__(self, size: int, hidden_size: int) -> None:
        super().__init__()
        self.of_regions = nn.Linear(size, hidden_size, bias=False)
        self.of_sentinel = nn.Linear(size, hidden_size, bias=False)
        self.of_state = nn.Linear(size, hidden_size)
        self.score = nn.Linear(hidden_size, 1, bias=False)

    def keys(self, regions: Tensor) -> Tensor:
        """What regions say of themselves: ... x regions x hidden. The same for every word."""
        keys: Tensor = self.of_regions(regions)
        return keys

    def forward(self, state: Tensor, sentinel: Tensor, keys: Tensor, allowed: Tensor) -> Tensor:
        """The log-probabilities of regions, and behind them of the sentinel: rows x (regions + 1).

        Args:
            state: rows x size.
            sentinel: rows x size.
            keys: rows x regions x hidden.
            allowed: rows x regions, false for those that cannot be pointed to.
        """
        asked = self.of_state(state).unsqueeze(1)  # rows x 1 x hidden
        all_keys = torch.cat([keys, self.of_sentinel(sentinel).unsqueeze(1)], 1)
        scores = self.score(torch.tanh(all_keys + asked)).squeeze(-1)  # rows x (regions + 1)
        always = allowed.new_ones(len(allowed), 1)
        scores = scores.masked_fill(~torch.cat([allowed, always], 1), -torch.inf)
        return torch.log_softmax(scores, -1)


class SlotWords(nn.Module):
    """Says which word a slot gets: one of its class's names, in the singular or the plural.

    A novel class gets its own name: nothing has been learnt of when to use another one.

    Args:
        size: of regions' vectors, and of the state.
        name_size: of a name's vector.
        dropout: on the layer between.
        classes: with their names.
    """

    label_of_name: Tensor
    first_name: Tensor

    def __init__(self, size: int, name_size: int, dropout: float, classes: ClassWords) -> None:
        super().__init__()
        novel = {label for label, _ in classes.neighbours}
        counts = [1 if label in novel else len(names) for label, names in enumerate(classes.names)]
        labels = torch.arange(len(classes)).repeat_interleave(torch.tensor(counts))
        self.register_buffer("label_of_name", labels, persistent=False)  # names
        starts = torch.tensor([0, *counts[:-1]]).cumsum(0)
        self.register_buffer("first_name", starts, persistent=False)  # classes
        self.plural = nn.Sequential(
            nn.Linear(2 * size, size), nn.ReLU(), nn.Dropout(dropout), nn.Linear(size, 2)
        )
        self.name = nn.Sequential(
            nn.Linear(2 * size, size), nn.ReLU(), nn.Dropout(dropout), nn.Linear(size, name_size)
        )
        self.vectors = nn.Embedding(len(labels), name_size)

    def forward(self, region: Tensor, state: Tensor, label: Tensor) -> tuple[Tensor, Tensor]:
        """Scores of singular and plural (slots x 2), and of all names (slots x names); minus
        infinity for those of other classes.

        Args:
            region: slots x size.
            state: slots x size, from which the slot was chosen.
            label: slots, the region's class.
        """
        both = torch.cat([region, state], 1)
        scores = self.name(both) @ self.vectors.weight.T
        others = self.label_of_name != label.unsqueeze(1)  # slots x names
        return self.plural(both), scores.masked_fill(others, -torch.inf)

    def losses(
        self, region: Tensor, state: Tensor, label: Tensor, plural: Tensor, name: Tensor
    ) -> tuple[Tensor, Tensor]:
        """The mean cross-entropies of the number and of the name; 0 where there is no slot."""
        number_scores, name_scores = self(region, state, label)
        if not len(label):
            return number_scores.sum(), name_scores.sum()
        return (
            nn.functional.cross_entropy(number_scores, plural),
            nn.functional.cross_entropy(name_scores, self.first_name[label] + name),
        )

    def choose(self, region: Tensor, state: Tensor, label: Tensor) -> list[tuple[int, bool]]:
        """For each slot the best name of its class, and whether it is in the plural."""
        number_scores, name_scores = self(region, state, label)
        names = name_scores.argmax(1) - self.first_name[label]
        plural = number_scores.argmax(1).bool()
        return list(zip(names.tolist(), plural.tolist(), strict=True))
