"""Neural Baby Talk and DNOC: what both do with slots, in training and step by step."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="PyTorch is not installed")

import torch
from torch import Tensor

from cutline.models.baby_talk import BabyTalk, BabyTalkConfig
from cutline.models.decoding import Sampling, beam_search, greedy, sample
from cutline.models.decoding.constrained import constrained_beam_search, mention
from cutline.models.dnoc import Dnoc, DnocConfig
from cutline.models.images import Images
from cutline.models.saved import ModelCard, load_model, save_model
from cutline.models.vocabulary import END, PAD, START
from tests.models.scenes_of_numbers import filled_up
from tests.models.slot_scenes import (
    CAPTIONS,
    CAT,
    CLASSES,
    DOG,
    FEATURES,
    HORSE,
    SHOWN,
    SLOT,
    VOCABULARY,
    ZEBRA,
    Thing,
    one,
    scene,
    tokens_of,
)

KINDS = ["baby talk", "dnoc"]
Slotted = BabyTalk | Dnoc


def small(kind: str, once: bool = True) -> Slotted:
    torch.manual_seed(0)
    if kind == "baby talk":
        sizes = BabyTalkConfig(48, 24, 24, 16, dropout=0.0)
        return BabyTalk(VOCABULARY, FEATURES, sizes, CLASSES)
    return Dnoc(VOCABULARY, FEATURES, DnocConfig(48, 24, dropout=0.0, once=once), CLASSES)


@cache
def learnt(kind: str) -> Slotted:
    """One that knows the small scenes by heart."""
    torch.set_num_threads(1)
    captioner = small(kind)
    optimizer = torch.optim.Adam(captioner.parameters(), lr=0.01)
    images, tokens = scene(SHOWN), tokens_of(CAPTIONS)
    for _ in range(150):
        loss = torch.stack(list(captioner.losses(images, tokens).values())).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return captioner.eval()


def said(captioner: Slotted, images: Images) -> list[str]:
    return [
        captioner.text(found.tokens, images, row)
        for row, found in enumerate(greedy(captioner, images))
    ]


def walked(captioner: Slotted, images: Images, tokens: Tensor) -> Tensor:
    """The summed log-probability of each template, step by step."""
    state, total = captioner.start(images), torch.zeros(len(tokens))
    for place in range(tokens.shape[1] - 1):
        chances, state = captioner.step(tokens[:, place], state)
        following = tokens[:, place + 1]
        own = chances.gather(1, following.unsqueeze(1)).squeeze(1)
        total = total + own.masked_fill(following == PAD, 0.0)
    return total


@pytest.mark.parametrize("kind", KINDS)
def test_probabilities_are_of_words_and_regions_and_sum_to_one(kind: str) -> None:
    captioner, images = small(kind).eval(), scene(SHOWN)
    chances, state = captioner.step(torch.full((len(images),), START), captioner.start(images))
    assert chances.shape == (len(images), SLOT + 2)
    assert torch.allclose(chances.exp().sum(1), torch.ones(len(images)))
    # The first image has one region, which the second place cannot be.
    assert chances[0, SLOT] > -torch.inf
    assert chances[0, SLOT + 1] == -torch.inf
    after, _ = captioner.step(torch.full((len(images),), SLOT), state)
    assert torch.allclose(after.exp().sum(1), torch.ones(len(images)))
    assert (after[:, SLOT] == -torch.inf).all(), "a region is named once"
    assert after[7, SLOT + 1] > -torch.inf


@pytest.mark.parametrize("kind", KINDS)
def test_steps_are_what_training_sees(kind: str) -> None:
    captioner, images, tokens = small(kind, once=False), scene(SHOWN), tokens_of(CAPTIONS)
    wanted = captioner.targets(tokens, images)
    # With one region of each class, no other one would be right; and where none leaves the memory,
    # a placeholder is always possible.
    losses = captioner.losses(images, tokens)
    counts = captioner.loss_counts(images, tokens)
    total = losses["words"] * counts["words"]
    if kind == "dnoc":
        total = total + losses["query"] * counts["query"]
    assert torch.allclose(walked(captioner, images, wanted.tokens).sum(), -total, rtol=1e-5)


@pytest.mark.parametrize("kind", KINDS)
def test_filling_up_changes_nothing(kind: str) -> None:
    captioner, images, tokens = small(kind).eval(), scene(SHOWN), tokens_of(CAPTIONS)
    expected = captioner.losses(images, tokens)
    found = captioner.losses(scene(SHOWN, regions=5), filled_up(tokens, 3))
    for name, loss in expected.items():
        assert torch.allclose(loss, found[name], atol=1e-6), name


@pytest.mark.parametrize("kind", KINDS)
def test_one_by_one_is_all_at_once(kind: str) -> None:
    captioner, images = learnt(kind), scene(SHOWN)
    alone = [said(captioner, scene([things]))[0] for things in SHOWN]
    assert alone == said(captioner, images)


@pytest.mark.parametrize("kind", KINDS)
def test_a_batch_without_slots_is_learnt_from(kind: str) -> None:
    captioner, images = small(kind), scene([[one(ZEBRA)]])
    losses = captioner.losses(images, tokens_of(["on the grass"]))
    torch.stack(list(losses.values())).sum().backward()
    for name, parameter in captioner.named_parameters():
        assert parameter.grad is None or parameter.grad.isfinite().all(), name
    others = [loss.item() for name, loss in losses.items() if name != "words"]
    assert others == [0.0] * len(others)


@pytest.mark.parametrize("kind", KINDS)
def test_an_image_without_names_gets_words(kind: str) -> None:
    captioner, images = learnt(kind), scene([[one(DOG)]])
    nameless = replace(images, labels=torch.full((1, 1), -1))
    chances, _ = captioner.step(torch.tensor([START]), captioner.start(nameless))
    assert chances[0, SLOT:].tolist() == [-torch.inf]
    assert torch.allclose(chances.exp().sum(), torch.tensor(1.0))
    assert captioner.slot_words(nameless, 0) == {}
    assert captioner.text([VOCABULARY.number("a"), SLOT], nameless, 0) == "a"


def test_baby_talk_says_what_it_learnt() -> None:
    assert said(learnt("baby talk"), scene(SHOWN)) == CAPTIONS


def test_dnoc_says_what_it_learnt() -> None:
    # A puppy is a dog to its memory, which has one word for a class.
    expected = [caption.replace("puppy", "dog") for caption in CAPTIONS]
    assert said(learnt("dnoc"), scene(SHOWN)) == expected


@pytest.mark.parametrize("kind", KINDS)
def test_names_a_novel_class(kind: str) -> None:
    assert "zebra" not in VOCABULARY
    assert "zebra" in said(learnt(kind), scene([[one(ZEBRA)]]))[0].split()


def test_baby_talk_forms_the_plural_of_a_novel_class() -> None:
    assert said(learnt("baby talk"), scene([[one(ZEBRA)]])) == ["a zebra on the grass"]
    assert said(learnt("baby talk"), scene([[(ZEBRA, True, False)]])) == ["two zebras on the grass"]


def test_baby_talk_calls_a_novel_class_by_its_own_name() -> None:
    young: list[Thing] = [(ZEBRA, False, True)]
    assert "pony" not in said(learnt("baby talk"), scene([young]))[0]


def test_a_novel_class_borrows_the_vectors_of_its_neighbour() -> None:
    captioner = small("baby talk").eval()
    seen = scene([[one(HORSE)]])
    novel = replace(seen, labels=torch.full((1, 1), ZEBRA))
    for images in (seen, novel):
        assert captioner.slot_words(images, 0).keys() == {SLOT}
    first, after = (
        captioner.step(torch.tensor([START]), captioner.start(i)) for i in (seen, novel)
    )
    assert first[0].equal(after[0])
    assert captioner.step(torch.tensor([SLOT]), first[1])[0].equal(
        captioner.step(torch.tensor([SLOT]), after[1])[0]
    )


@pytest.mark.parametrize("kind", KINDS)
def test_every_decoder_gives_texts(kind: str) -> None:
    captioner, images = learnt(kind), scene([[one(ZEBRA), one(CAT)], [one(DOG)]])
    drawn = sample(captioner, images, times=3, sampling=Sampling(top_k=3))
    for captions in (beam_search(captioner, images, beam=3), drawn):
        for row, ranked in enumerate(captions):
            for found in ranked:
                text = captioner.text(found.tokens, images, row)
                assert text
                assert "<" not in text
                slots = [token for token in found.tokens if token >= SLOT]
                assert len(set(slots)) == len(slots)
                assert set(slots) <= captioner.slot_words(images, row).keys()


@pytest.mark.parametrize("kind", KINDS)
def test_a_slot_meets_the_constraint_of_its_class(kind: str) -> None:
    captioner, images = learnt(kind), scene([[one(CAT), one(ZEBRA)], [one(ZEBRA), one(HORSE)]])
    wanted = [[mention("zebra")], [mention("zebra"), mention("horse")]]
    found = constrained_beam_search(captioner, images, wanted)
    for row, names in enumerate((["zebra"], ["zebra", "horse"])):
        assert found[row][0].is_satisfied
        text = captioner.text(found[row][0].tokens, images, row).split()
        assert set(names) <= set(text)


@pytest.mark.parametrize("kind", KINDS)
def test_text_is_the_same_while_training(kind: str) -> None:
    captioner, images = learnt(kind), scene([[(DOG, True, False)]])
    tokens = [VOCABULARY.number("two"), SLOT, END, SLOT]
    expected = captioner.text(tokens, images, 0)
    captioner.train()
    assert captioner.text(tokens, images, 0) == expected
    assert captioner.training
    captioner.eval()


@pytest.mark.parametrize(("kind", "name"), [("baby talk", "neural-baby-talk"), ("dnoc", "dnoc")])
def test_is_saved_with_its_classes(kind: str, name: str, tmp_path: Path) -> None:
    captioner, images = learnt(kind), scene([[(ZEBRA, False, False)], [(DOG, True, False)]])
    save_model(captioner, tmp_path / "model", ModelCard(name, FEATURES))
    found = load_model(tmp_path / "model").captioner
    assert isinstance(found, type(captioner))
    assert found.classes == CLASSES
    assert found.config == captioner.config
    assert said(found, images) == said(captioner, images)


def test_presets_have_the_sizes_of_the_papers() -> None:
    paper = BabyTalkConfig.presets["paper"]
    assert (paper.hidden_size, paper.word_size, paper.attention_size) == (1024, 512, 512)
    assert paper.dropout == 0.5
    memory = DnocConfig.presets["paper"]
    assert (memory.hidden_size, memory.boxes, memory.once) == (1024, 4, False)


def test_dnoc_remembers_the_surest_boxes() -> None:
    captioner = Dnoc(VOCABULARY, FEATURES, DnocConfig(8, 8, boxes=2, dropout=0.0), CLASSES)
    images = scene([[one(DOG), one(CAT), one(HORSE)]])
    assert captioner.slot_words(images, 0) == {SLOT: "dog", SLOT + 1: "cat"}
    chances, state = captioner.step(torch.tensor([START]), captioner.start(images))
    assert chances[0, SLOT + 2] == -torch.inf
    again, _ = captioner.step(torch.tensor([SLOT]), state)
    assert again[0, SLOT] > -torch.inf, "as in the paper, it may be said again"
