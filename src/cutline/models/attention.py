"""Soft attention: where among the regions of an image to look."""

from __future__ import annotations

import torch
from torch import Tensor, nn


class Attention(nn.Module):
    """Additive attention, as in Show-Attend-and-Tell and in Up-Down.

    Args:
        feature_size: the size of a region's vector.
        query_size: the size of what asks.
        hidden_size: of the layer between.
    """

    def __init__(self, feature_size: int, query_size: int, hidden_size: int) -> None:
        super().__init__()
        self.of_features = nn.Linear(feature_size, hidden_size, bias=False)
        self.of_query = nn.Linear(query_size, hidden_size)
        self.score = nn.Linear(hidden_size, 1, bias=False)

    def keys(self, features: Tensor) -> Tensor:
        """What regions say of themselves: ... x regions x hidden. The same for every word."""
        keys: Tensor = self.of_features(features)
        return keys

    def forward(
        self, query: Tensor, features: Tensor, keys: Tensor, mask: Tensor
    ) -> tuple[Tensor, Tensor]:
        """The attended vector (rows x size), and the weights (rows x regions), which sum to 1."""
        attended, weights = self.of_all(query.unsqueeze(1), features, keys, mask)
        return attended.squeeze(1), weights.squeeze(1)

    def of_all(
        self, queries: Tensor, features: Tensor, keys: Tensor, mask: Tensor
    ) -> tuple[Tensor, Tensor]:
        """The same for several queries of each row, as those of all words of a caption at once.

        Args:
            queries: rows x queries x size.

        Returns:
            rows x queries x size, and rows x queries x regions.
        """
        asked = self.of_query(queries).unsqueeze(2)  # rows x queries x 1 x hidden
        joined = torch.tanh(keys.unsqueeze(1) + asked)  # rows x queries x regions x hidden
        scores = self.score(joined).squeeze(-1).masked_fill(~mask.unsqueeze(1), -torch.inf)
        weights = scores.softmax(-1)  # rows x queries x regions
        return torch.bmm(weights, features), weights
