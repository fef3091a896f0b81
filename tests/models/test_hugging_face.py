"""Captioners of transformers, made from configs with random weights: nothing is fetched."""

from __future__ import annotations

from typing import Any

import pytest

from tests.models.torch_part import needs_torch

needs_torch()

import torch  # noqa: E402
from torch import Tensor  # noqa: E402

from cutline.core.errors import UsageError  # noqa: E402
from cutline.models.decoding import beam_search, diverse_beam_search, greedy, sample  # noqa: E402
from cutline.models.hugging_face import HuggingFace  # noqa: E402
from cutline.models.vocabulary import END, PAD, SPECIAL, START  # noqa: E402
from tests.models.decoding.toys import all_captions, rescored  # noqa: E402

#: Tokens of the models: the first two start and end captions.
FIRST, LAST, COUNT = 0, 1, 12
VIEW = {
    "hidden_size": 8,
    "num_hidden_layers": 1,
    "num_attention_heads": 2,
    "intermediate_size": 8,
    "image_size": 8,
    "patch_size": 4,
}


def model_named(name: str) -> Any:
    transformers = pytest.importorskip("transformers", reason="transformers is not installed")
    torch.manual_seed(3)
    if name == "git":
        config = transformers.GitConfig(
            vision_config=VIEW,
            vocab_size=COUNT,
            hidden_size=8,
            num_hidden_layers=1,
            num_attention_heads=2,
            intermediate_size=8,
            bos_token_id=FIRST,
            eos_token_id=LAST,
            pad_token_id=2,
        )
        model = transformers.GitForCausalLM(config)
    elif name == "blip":
        words = {
            "vocab_size": COUNT,
            "encoder_hidden_size": 8,
            "hidden_size": 8,
            "num_hidden_layers": 1,
            "num_attention_heads": 2,
            "intermediate_size": 8,
            "bos_token_id": FIRST,
            "sep_token_id": LAST,
            "eos_token_id": LAST,
            "pad_token_id": 2,
        }
        config = transformers.BlipConfig(vision_config=VIEW, text_config=words)
        model = transformers.BlipForConditionalGeneration(config)
    else:
        view = transformers.ViTConfig(**VIEW)
        words = transformers.GPT2Config(
            vocab_size=COUNT,
            n_embd=8,
            n_layer=2,
            n_head=2,
            n_positions=16,
            add_cross_attention=True,
            is_decoder=True,
            bos_token_id=FIRST,
            eos_token_id=LAST,
            pad_token_id=2,
        )
        config = transformers.VisionEncoderDecoderConfig.from_encoder_decoder_configs(view, words)
        config.decoder_start_token_id, config.eos_token_id, config.pad_token_id = FIRST, LAST, 2
        model = transformers.VisionEncoderDecoderModel(config=config)
    with torch.no_grad():  # fresh weights find all words about as likely
        for value in model.parameters():
            value.mul_(6)
    return model.eval()


NAMES = ("vision-encoder-decoder", "git", "blip")


def pictures(count: int = 4) -> Tensor:
    return torch.randn(count, 3, 8, 8, generator=torch.Generator().manual_seed(5))


def their_tokens(tokens: tuple[int, ...]) -> list[int]:
    return [LAST if token == END else token - len(SPECIAL) for token in tokens]


def generated(model: Any, name: str, most: int, beams: int, keep: int) -> list[list[int]]:
    """What the model's own decoders say, without starts and what fills up."""
    prompt = {"input_ids": torch.full((4, 1), FIRST)} if name == "git" else {}
    found = model.generate(
        pixel_values=pictures(),
        **prompt,
        do_sample=False,
        max_new_tokens=most,
        num_beams=beams,
        num_return_sequences=keep,
        length_penalty=0.0,
        **({} if name == "blip" else {"pad_token_id": 2, "eos_token_id": LAST}),
    )
    return [
        row[: row.index(LAST) + 1] if LAST in row else row[:most] for row in found[:, 1:].tolist()
    ]


@pytest.mark.parametrize("name", NAMES)
def test_greedy_is_the_models_own(name: str) -> None:
    model = model_named(name)
    captioner = HuggingFace(model)
    found = greedy(captioner, captioner.images(range(4), pictures()), most=8)
    assert [their_tokens(one.tokens) for one in found] == generated(model, name, 8, 1, 1)


@pytest.mark.parametrize("name", NAMES)
def test_a_wide_beam_is_the_models_own(name: str) -> None:
    """Narrow beams differ by design: here captions that ended keep their place."""
    model = model_named(name)
    captioner = HuggingFace(model)
    found = beam_search(captioner, captioner.images(range(4), pictures()), 144, 2, keep=5)
    ours = [their_tokens(one.tokens) for of in found for one in of]
    assert ours == generated(model, name, 2, 144, 5)


@pytest.mark.parametrize("name", NAMES)
def test_steps_give_what_the_whole_caption_gives(name: str) -> None:
    model = model_named(name)
    captioner = HuggingFace(model)
    batch = captioner.images(range(4), pictures())
    with torch.no_grad():
        for row, found in enumerate(beam_search(captioner, batch, 4, 6)):
            for one in found:
                assert one.score == pytest.approx(
                    rescored(captioner, batch, row, one.tokens), abs=1e-4
                )
                tokens = torch.tensor([[START, *one.tokens, PAD]])
                loss = captioner.losses(batch.rows([row]), tokens)["words"]
                assert -loss.item() * len(one.tokens) == pytest.approx(one.score, abs=1e-4)


def test_all_decoders_work_in_batches_and_alone() -> None:
    captioner = HuggingFace(model_named(NAMES[0]))
    batch = captioner.images(range(4), pictures())
    for decode in (beam_search, diverse_beam_search, sample):
        together = decode(captioner, batch, most=6)
        alone = [decode(captioner, batch.rows([row]), most=6)[0] for row in range(4)]
        assert [[one.tokens for one in of] for of in together] == [
            [one.tokens for one in of] for of in alone
        ]
    with torch.no_grad():
        expected = all_captions(captioner, batch, 2, 2)
    best = beam_search(captioner, batch, 144, 2)[2][0]
    assert (best.tokens, best.score) == (expected[0][1], pytest.approx(expected[0][0], abs=1e-4))


class Words:
    """As much of a tokenizer as is used: two of its words have the names of special ones."""

    names = ("<start>", "<end>", *(f"Ġw{number}" for number in range(2, 10)))

    def __len__(self) -> int:
        return len(self.names)

    def convert_ids_to_tokens(self, numbers: range) -> list[str]:
        return [self.names[number] for number in numbers]

    def decode(self, numbers: list[int], skip_special_tokens: bool) -> str:
        return "".join(self.names[number].replace("Ġ", " ") for number in numbers)

    def __call__(self, text: str, add_special_tokens: bool) -> dict[str, list[int]]:
        words = text.replace(" ", " Ġ").split()
        return {"input_ids": [self.names.index(word) for word in words]}


def test_text_and_constraints_go_through_the_tokenizer() -> None:
    captioner = HuggingFace(model_named(NAMES[0]), Words())
    batch = captioner.images(range(4), pictures())
    assert captioner.vocabulary.words[4:7] == ("<token 0>", "<token 1>", "Ġw2")
    assert captioner.vocabulary.words[-2:] == ("<token 10>", "<token 11>")
    assert captioner.text((6, 9, END), batch, 0) == "w2 w5"
    assert captioner.pieces("w2 w5") == ("Ġw2", "Ġw5")
    with pytest.raises(UsageError, match="without a tokenizer"):
        HuggingFace(model_named(NAMES[0])).pieces("w2")


def test_what_is_missing_is_named() -> None:
    model = model_named("git")
    others = HuggingFace(model).images([1], pictures(1))
    captioner = HuggingFace(model)
    with pytest.raises(UsageError, match="made by its own method"):
        captioner.start(others)
    transformers = pytest.importorskip("transformers")
    view = transformers.ViTModel(transformers.ViTConfig(**VIEW))
    with pytest.raises(UsageError, match="has no output of words"):
        HuggingFace(view)
    model.generation_config.eos_token_id = model.config.eos_token_id = None
    with pytest.raises(UsageError, match="name no eos_token_id: give `ends`"):
        HuggingFace(model)
    assert HuggingFace(model, ends=[3])._ends == [3]
