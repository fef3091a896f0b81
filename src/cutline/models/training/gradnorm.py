"""GradNorm: weights of several losses that learn together (Chen et al., ICML 2018).

A loss whose gradient is large, or that falls faster than the others, gets less weight. Weights move
so that the gradients that losses give to what they share come near a norm that all have in common,
larger for those that lag behind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

import torch
from torch import Tensor, nn

from cutline.core.errors import UsageError
from cutline.models.training.distributed import averaged


class GradNorm:
    """Weights of losses, which sum to their number.

    Args:
        names: what the losses are called.
        alpha: how strongly a loss that lags behind is favoured; 0 asks for equal norms.
        learning_rate: of the weights, which have an Adam of their own.
        least: no weight falls below it; the paper has no bound, but a weight below zero would
            make its loss large instead of small.
    """

    def __init__(
        self,
        names: Sequence[str],
        alpha: float = 2.5,
        learning_rate: float = 0.01,
        least: float = 0.01,
    ) -> None:
        if len(set(names)) < max(len(names), 2):
            raise UsageError(f"GradNorm weighs two or more losses, each once, not {list(names)}")
        self.names = tuple(names)
        self.alpha = alpha
        self.least = least
        # Of more digits than the network, so that processes that agree on gradients agree here too.
        self._weights = torch.ones(len(names), dtype=torch.float64, requires_grad=True)
        self._optimizer = torch.optim.Adam([self._weights], lr=learning_rate)
        self._first: Tensor | None = None

    @property
    def weights(self) -> dict[str, float]:
        """The weight of each loss in the next step."""
        return dict(zip(self.names, self._weights.tolist(), strict=True))

    def update(
        self, losses: Mapping[str, Tensor], shared: Sequence[nn.Parameter]
    ) -> dict[str, float]:
        """Learn from the losses of one batch; call it before their graph is gone.

        Across processes it takes the whole batch's losses and gradients, so all of them come to the
        same weights.

        Args:
            losses: by name.
            shared: the parameters that all losses train.

        Returns:
            the weights that this batch's losses have: those from before it was looked at, as in the
            paper. `weights` has those of the next.
        """
        if set(losses) != set(self.names):
            raise UsageError(
                f"GradNorm weighs the losses {', '.join(self.names)}, but got {', '.join(losses)}"
            )
        weights = self.weights
        values = averaged(torch.stack([losses[name].detach() for name in self.names])).double()
        if self._first is None and bool((values > 0).all()):
            # A loss that begins at zero, as that of a batch without negatives, says nothing of how
            # fast it falls: a later batch will.
            self._first = values
        if self._first is not None and bool((values > 0).any()):
            self._move(_norms([losses[name] for name in self.names], shared), values / self._first)
        return weights

    def _move(self, norms: Tensor, ratios: Tensor) -> None:
        """One step of the weights.

        Args:
            norms: of each loss's gradient, before it is weighed.
            ratios: of each loss to its first value.
        """
        with torch.no_grad():
            weighed = self._weights * norms
            wanted = weighed.mean() * (ratios / ratios.mean()) ** self.alpha
            # The derivative of sum |weighed - wanted| with wanted held still: a norm is
            # proportional to its loss's weight, so no second derivatives are needed.
            self._weights.grad = torch.sign(weighed - wanted) * norms
            self._optimizer.step()
            self._weights.clamp_(min=self.least)
            self._weights.mul_(len(self.names) / self._weights.sum())

    def state_dict(self) -> dict[str, Any]:
        """All that the next update depends on."""
        return {
            "names": list(self.names),
            "weights": self._weights.detach().clone(),
            "first": None if self._first is None else self._first.clone(),
            "optimizer": deepcopy(self._optimizer.state_dict()),
        }

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Go on from where another stood."""
        if tuple(state["names"]) != self.names:
            raise UsageError(
                f"this state weighs the losses {', '.join(state['names'])}, "
                f"expected {', '.join(self.names)}"
            )
        with torch.no_grad():
            self._weights.copy_(state["weights"])
        self._first = None if state["first"] is None else state["first"].clone()
        self._optimizer.load_state_dict(deepcopy(state["optimizer"]))


def _norms(losses: Sequence[Tensor], shared: Sequence[nn.Parameter]) -> Tensor:
    """The norm of each loss's gradient in all shared parameters together."""
    gradients = []
    for loss in losses:
        parts = torch.autograd.grad(loss, shared, retain_graph=True, materialize_grads=True)
        gradients.append(torch.cat([part.flatten() for part in parts]))
    # DistributedDataParallel does not average what autograd.grad gives.
    whole = averaged(torch.stack(gradients)).double()  # losses x all shared numbers
    return whole.square().sum(1).sqrt()
