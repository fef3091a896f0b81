"""The training loop: a set time, a rate that falls to nothing, and an average of the weights."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from .corpus import Sentence, batches
from .features import Encoder, Vocabulary
from .network import Parser, Sizes
from .workers import Workers


@dataclass(frozen=True)
class Plan:
    """How long and how fast to train."""

    minutes: float
    seed: int = 1
    batch_tokens: int = 1_000
    rate: float = 2e-3
    warm_up_steps: int = 300
    average: float = 0.999
    word_dropout: float = 0.03
    rare_dropout: float = 0.3
    report_minutes: float = 5.0
    smoothing: float = 0.03


def train(
    vocabulary: Vocabulary,
    sizes: Sizes,
    sentences: Sequence[Sentence],
    watched: Sequence[Sentence],
    plan: Plan,
    folder: Path,
    start: Path | None = None,
) -> Parser:
    """The network after the planned time, with averaged weights; checkpoints go into a folder."""
    torch.manual_seed(plan.seed)
    shuffle = random.Random(plan.seed)
    encoder = Encoder(vocabulary)
    network, averaged = Parser(sizes), Parser(sizes)
    if start:
        network.load_state_dict(torch.load(start)["averaged"])
    averaged.load_state_dict(network.state_dict())
    averaged.eval()
    optimizer = torch.optim.AdamW(
        network.parameters(), lr=plan.rate, betas=(0.9, 0.95), weight_decay=1e-4
    )
    learnt = [_tensors(encoder, sentence) for sentence in sentences]
    kept = _kept_probability(vocabulary, plan)
    workers = Workers()
    started = reported = time.monotonic()
    step, epoch, losses = 0, 0, []
    while True:
        for places in workers.share(batches(sentences, plan.batch_tokens, shuffle)):
            elapsed = workers.agree((time.monotonic() - started) / (60 * plan.minutes))
            if elapsed >= 1:
                if workers.is_first:
                    _save(folder, network, averaged, vocabulary, sizes, plan, step)
                    _report(averaged, encoder, watched, step, epoch, started, losses)
                return averaged
            rate = plan.rate * min(1.0, (step + 1) / plan.warm_up_steps) * (1 - elapsed)
            for group in optimizer.param_groups:
                group["lr"] = rate
            chosen = [learnt[place] for place in places]
            losses.append(_step(network, optimizer, chosen, kept, plan, workers))
            _average(averaged, network, min(plan.average, (1 + step) / (10 + step)))
            step += 1
            if workers.is_first and time.monotonic() - reported > 60 * plan.report_minutes:
                _save(folder, network, averaged, vocabulary, sizes, plan, step)
                _report(averaged, encoder, watched, step, epoch, started, losses)
                reported, losses = time.monotonic(), []
        epoch += 1


def _tensors(encoder: Encoder, sentence: Sentence) -> tuple[Tensor, Tensor]:
    tokens = torch.tensor([encoder.token(token) for token in sentence.tokens])
    return tokens, torch.tensor(encoder.targets(sentence))


def _kept_probability(vocabulary: Vocabulary, plan: Plan) -> Tensor:
    """How likely each word is to be seen as itself: rare ones less, to learn the unknown too."""
    counts = torch.tensor(vocabulary.counts, dtype=torch.float)
    return (1 - plan.word_dropout) * (1 - plan.rare_dropout / (plan.rare_dropout + counts))


def _step(
    network: Parser,
    optimizer: torch.optim.Optimizer,
    learnt: Sequence[tuple[Tensor, Tensor]],
    kept: Tensor,
    plan: Plan,
    workers: Workers,
) -> float:
    tokens = torch.stack([tokens for tokens, _ in learnt])
    targets = torch.stack([target for _, target in learnt])
    words = tokens[..., 0]
    tokens[..., 0] = torch.where(torch.rand(words.shape) < kept[words], words, 0)
    tags, heads, relations = targets.unbind(dim=-1)
    tag_scores, arcs, dependents, governors = network(tokens)
    chosen = governors.gather(1, heads.unsqueeze(-1).expand(-1, -1, governors.shape[-1]))
    relation_scores = network.relations(dependents.flatten(0, 1), chosen.flatten(0, 1))
    smooth = plan.smoothing
    loss = (
        cross_entropy(tag_scores.flatten(0, 1), tags.flatten(), label_smoothing=smooth)
        + cross_entropy(arcs.flatten(0, 1), heads.flatten(), label_smoothing=smooth)
        + cross_entropy(relation_scores, relations.flatten(), label_smoothing=smooth)
    )
    optimizer.zero_grad()
    loss.backward()
    workers.average_gradients(network)
    torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
    optimizer.step()
    return loss.item()


def _average(averaged: Parser, network: Parser, weight: float) -> None:
    with torch.no_grad():
        torch._foreach_lerp_(list(averaged.parameters()), list(network.parameters()), 1 - weight)


def _report(
    network: Parser,
    encoder: Encoder,
    watched: Sequence[Sentence],
    step: int,
    epoch: int,
    started: float,
    losses: Sequence[float],
) -> None:
    tag, unlabelled, labelled = accuracy(network, encoder, watched)
    print(
        f"{(time.monotonic() - started) / 60:6.1f} min  step {step}  epoch {epoch}  "
        f"loss {sum(losses) / max(1, len(losses)):.3f}  "
        f"tag {tag:.4f}  UAS {unlabelled:.4f}  LAS {labelled:.4f}",
        flush=True,
    )


def accuracy(
    network: Parser, encoder: Encoder, sentences: Sequence[Sentence]
) -> tuple[float, float, float]:
    """Tags, heads, and heads with relations that are right, each head chosen by itself."""
    right = torch.zeros(3)
    total = 0
    with torch.no_grad():
        for places in batches(sentences, 4_000, random.Random(0)):
            learnt = [_tensors(encoder, sentences[place]) for place in places]
            tags, heads, relations = torch.stack([t for _, t in learnt]).unbind(dim=-1)
            scores, arcs, dependents, governors = network(torch.stack([t for t, _ in learnt]))
            found = arcs.argmax(dim=-1)
            chosen = governors.gather(1, found.unsqueeze(-1).expand(-1, -1, governors.shape[-1]))
            labels = network.relations(dependents.flatten(0, 1), chosen.flatten(0, 1))
            is_head = found == heads
            is_relation = labels.argmax(dim=-1).view_as(relations) == relations
            right += torch.stack(
                [(scores.argmax(-1) == tags).sum(), is_head.sum(), (is_head & is_relation).sum()]
            )
            total += tags.numel()
    tag, unlabelled, labelled = (right / total).tolist()
    return tag, unlabelled, labelled


def _save(
    folder: Path,
    network: Parser,
    averaged: Parser,
    vocabulary: Vocabulary,
    sizes: Sizes,
    plan: Plan,
    step: int,
) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    temporary = folder / "checkpoint.new"
    state = {"network": network.state_dict(), "averaged": averaged.state_dict()}
    torch.save({**state, "sizes": asdict(sizes), "plan": asdict(plan), "step": step}, temporary)
    temporary.rename(folder / "checkpoint.pt")
    (folder / "vocabulary.json").write_text(json.dumps(asdict(vocabulary)), encoding="utf-8")
