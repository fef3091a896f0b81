"""The network: two-way LSTMs, tags on the way, then a biaffine choice of heads and relations.

(Dozat and Manning 2017.) Tags are read off the second layer, and what they may be goes into the
third with everything else: attachments depend on them, as in the parser that it learns from.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from cutline.text.parser_features import SHAPES


@dataclass(frozen=True)
class Sizes:
    """How wide everything is."""

    words: int
    affixes: tuple[int, ...]
    tags: int
    relations: int
    word: int = 100
    affix: int = 24
    shape: int = 8
    tag: int = 32
    lower: int = 200
    upper: int = 200
    arc: int = 200
    relation: int = 64
    dropout: float = 0.15


class Parser(nn.Module):
    """Scores of tags and heads, and vectors from which relations are scored."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.sizes = sizes
        self.word = nn.Embedding(sizes.words, sizes.word)
        self.affixes = nn.ModuleList(nn.Embedding(n, sizes.affix) for n in sizes.affixes)
        self.shape = nn.Embedding(len(SHAPES), sizes.shape)
        seen = sizes.word + sizes.affix * len(sizes.affixes) + sizes.shape
        self.lower = nn.LSTM(seen, sizes.lower, 2, bidirectional=True, batch_first=True)
        self.tags = nn.Linear(2 * sizes.lower, sizes.tags)
        self.tag = nn.Linear(sizes.tags, sizes.tag, bias=False)
        joined = 2 * sizes.lower + sizes.tag
        self.upper = nn.LSTM(joined, sizes.upper, 1, bidirectional=True, batch_first=True)
        known = 2 * sizes.upper
        self.arc_head = nn.Linear(known, sizes.arc)
        self.arc_dependent = nn.Linear(known, sizes.arc)
        self.relation_head = nn.Linear(known, sizes.relation)
        self.relation_dependent = nn.Linear(known, sizes.relation)
        self.arc = nn.Linear(sizes.arc, sizes.arc, bias=False)
        self.arc_prior = nn.Linear(sizes.arc, 1, bias=False)
        self.root_arc = nn.Parameter(torch.zeros(sizes.arc))
        self.root_relation = nn.Parameter(torch.zeros(sizes.relation))
        self.relations = Relations(sizes.relation, sizes.relations)
        self.dropout = nn.Dropout(sizes.dropout)
        self._initialise()

    def _initialise(self) -> None:
        for table in (self.word, *self.affixes, self.shape):
            nn.init.normal_(table.weight, std=0.1)
        for lstm in (self.lower, self.upper):
            for name, parameter in lstm.named_parameters():
                if "weight_hh" in name:
                    nn.init.orthogonal_(parameter)
                elif "bias_ih" in name:
                    nn.init.zeros_(parameter)
                    quarter = len(parameter) // 4
                    parameter.data[quarter : 2 * quarter] = 1.0  # remember at first
                elif "bias" in name:
                    nn.init.zeros_(parameter)
        nn.init.zeros_(self.arc.weight)

    def forward(self, tokens: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """From [sentence, place, feature] numbers to tag scores [sentence, place, tag], head scores
        [sentence, dependent, head] where head 0 is the root, and two vectors a token for relations:
        as a dependent, and as a head (one more place, the root first)."""
        affixes = [table(tokens[..., n + 1]) for n, table in enumerate(self.affixes)]
        seen = torch.cat([self.word(tokens[..., 0]), *affixes, self.shape(tokens[..., -1])], dim=-1)
        lower, _ = self.lower(self.dropout(seen))
        lower = self.dropout(lower)
        tags = self.tags(lower)
        joined = torch.cat([lower, self.tag(tags.softmax(dim=-1))], dim=-1)
        upper, _ = self.upper(joined)
        known = self.dropout(upper)
        rectified = nn.functional.leaky_relu
        arc_head = self._with_root(rectified(self.arc_head(known), 0.1), self.root_arc)
        arc_dependent = self.dropout(rectified(self.arc_dependent(known), 0.1))
        relation_head = rectified(self.relation_head(known), 0.1)
        relation_head = self._with_root(relation_head, self.root_relation)
        relation_dependent = self.dropout(rectified(self.relation_dependent(known), 0.1))
        arc_head = self.dropout(arc_head)
        arcs = self.arc(arc_dependent) @ arc_head.transpose(1, 2)
        arcs = arcs + self.arc_prior(arc_head).transpose(1, 2)
        return tags, arcs, relation_dependent, self.dropout(relation_head)

    @staticmethod
    def _with_root(heads: Tensor, root: Tensor) -> Tensor:
        return torch.cat([root.expand(heads.shape[0], 1, -1), heads], dim=1)


class Relations(nn.Module):
    """Scores of the relations between dependents and their heads, row by row."""

    def __init__(self, size: int, relations: int) -> None:
        super().__init__()
        self.bilinear = nn.Linear(size, relations * size, bias=False)
        self.linear = nn.Linear(2 * size, relations)
        self.count = relations

    def forward(self, dependents: Tensor, heads: Tensor) -> Tensor:
        """[token, size] twice to [token, relation]."""
        turned = self.bilinear(heads).view(-1, self.count, heads.shape[-1])
        scores = (turned @ dependents.unsqueeze(-1)).squeeze(-1)
        return scores + self.linear(torch.cat([dependents, heads], dim=-1))
