"""Captioners of Hugging Face's transformers, as captioners of Cutline: all decoders work with them.

A model's own `generate` has the usual decoders. Through this adapter it has those of Cutline too:
constrained beam search, exact ties, re-ranking, and the same captions in a batch as alone.
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from cutline.core.errors import UsageError
from cutline.models.captioner import Captioner, State
from cutline.models.decoding.at_rest import at_rest
from cutline.models.hugging_face_cache import cache_of, tensors_of
from cutline.models.images import Images
from cutline.models.output import word_loss
from cutline.models.vocabulary import END, SPECIAL, START, Vocabulary


class HuggingFace(Captioner):
    """A model of transformers that writes captions.

    Its tokens keep their order behind the four special ones of Cutline: token 7 of the model is
    `7 + 4` here. The model's ends are all `END`.

    Models with an encoder and a decoder (`VisionEncoderDecoderModel`) keep what they computed for
    the words before. All others (GIT, BLIP and their like) are run anew on the whole caption for
    every word, which is right for any of them, and slow.

    Args:
        model: a model with weights.
        tokenizer: makes text of its tokens; without one, tokens have numbers for names.
        prompt: tokens of the model that stand before every caption; by default the start that its
            settings name.
        ends: tokens of the model that end a caption; by default those that its settings name.

    Raises:
        UsageError: when the settings do not name what is needed.
    """

    _theirs: Tensor

    def __init__(
        self,
        model: Any,
        tokenizer: Any = None,
        *,
        prompt: Sequence[int] | None = None,
        ends: Sequence[int] | None = None,
    ) -> None:
        self._tokenizer = tokenizer
        count = _token_count(model)
        super().__init__(Vocabulary((*SPECIAL, *_names(tokenizer, count))))
        self.model = model
        self._prompt = _numbers(model, ("decoder_start_token_id", "bos_token_id"), prompt, "prompt")
        self._ends = _numbers(model, ("eos_token_id",), ends, "ends")
        theirs = torch.tensor([self._ends[0]] * len(SPECIAL) + list(range(count)))
        theirs[START] = self._prompt[-1]
        self.register_buffer("_theirs", theirs, persistent=False)
        takes = inspect.signature(model.forward).parameters
        self._keeps = "encoder_outputs" in takes and "decoder_input_ids" in takes
        self._main = "pixel_values" if "pixel_values" in takes else model.main_input_name
        self._picture_shape: torch.Size | None = None
        self.train(model.training)

    def images(self, ids: Sequence[int | str], pictures: Tensor) -> Images:
        """Pictures as the model's processor prepares them, as images for decoders.

        Args:
            ids: what the images are called.
            pictures: what the processor calls `pixel_values`, or the model's other main input.
        """
        if self._keeps:
            with at_rest(self):  # images x patches x size
                features = self.model.get_encoder()(**{self._main: pictures})[0]
        else:
            self._picture_shape = pictures.shape[1:]
            features = pictures.flatten(1).unsqueeze(1)  # one region, which is the picture
        return Images(tuple(ids), features, torch.ones(features.shape[:2], dtype=torch.bool))

    def start(self, images: Images) -> State:
        """The state of each image before the first word.

        Raises:
            UsageError: for images that `images` did not make.
        """
        if not self._keeps and self._picture_shape is None:
            raise UsageError("images for this model are made by its own method `images`")
        said = torch.zeros(len(images), 0, dtype=torch.long, device=images.features.device)
        return State({"features": images.features}, {"said": said})

    def step(self, tokens: Tensor, state: State) -> tuple[Tensor, State]:
        """Take one word more of each row."""
        before = state.moving["said"]  # rows x length
        new = self._theirs_of(tokens) if before.shape[1] else self._prompts(len(tokens))
        said = torch.cat([before, new], 1)
        if not self._keeps:
            logits = self._logits(state.fixed["features"], said)
            return self._ours(logits[:, -1]), State(state.fixed, {"said": said})
        output = self.model(
            encoder_outputs=(state.fixed["features"],),
            decoder_input_ids=new,
            past_key_values=cache_of(state) if before.shape[1] else None,
            use_cache=True,
        )
        fixed, moving = tensors_of(output.past_key_values)
        state = State({**state.fixed, **fixed}, {"said": said, **moving})
        return self._ours(output.logits[:, -1]), state

    def losses(self, images: Images, tokens: Tensor) -> dict[str, Tensor]:
        """The cross-entropy of the words."""
        wanted = tokens[:, 1:]
        said = torch.cat([self._prompts(len(tokens)), self._theirs[tokens[:, 1:-1]]], 1)
        logits = self._logits(images.features, said)[:, -wanted.shape[1] :]
        return {"words": word_loss(self._ours(logits), wanted)}

    def text(self, tokens: Sequence[int], images: Images, row: int) -> str:
        """The caption, put together by the model's tokenizer."""
        if self._tokenizer is None:
            return super().text(tokens, images, row)
        words = list(tokens)
        words = words[: words.index(END)] if END in words else words
        said: str = self._tokenizer.decode(
            [token - len(SPECIAL) for token in words], skip_special_tokens=True
        )
        return said.strip()

    def pieces(self, text: str) -> tuple[str, ...]:
        """The tokens that say a text inside a caption, for constraints.

        Raises:
            UsageError: when there is no tokenizer.
        """
        if self._tokenizer is None:
            raise UsageError("without a tokenizer nobody knows which tokens say a text")
        # Most tokenizers write the first word of a text in another way than those inside.
        numbers = self._tokenizer(f" {text}", add_special_tokens=False)["input_ids"]
        return tuple(self.vocabulary.words[len(SPECIAL) + number] for number in numbers)

    def _logits(self, features: Tensor, said: Tensor) -> Tensor:
        """Rows x length x tokens, computed anew from the first token on."""
        if self._keeps:
            found = self.model(encoder_outputs=(features,), decoder_input_ids=said)
        else:
            pictures = features.view(len(features), *(self._picture_shape or ()))
            found = self.model(**{self._main: pictures}, input_ids=said)
        logits: Tensor = found.logits
        return logits

    def _theirs_of(self, tokens: Tensor) -> Tensor:
        return self._theirs[tokens].unsqueeze(1)

    def _prompts(self, rows: int) -> Tensor:
        return self._theirs.new_tensor(self._prompt).expand(rows, -1)

    def _ours(self, logits: Tensor) -> Tensor:
        """Log-probabilities of Cutline's tokens: ... x (4 + tokens)."""
        theirs = logits.float().log_softmax(-1)
        special = theirs.new_full((*theirs.shape[:-1], len(SPECIAL)), -torch.inf)
        special[..., END] = theirs[..., self._ends].logsumexp(-1)
        ours = torch.cat([special, theirs], -1)
        ours[..., [len(SPECIAL) + end for end in self._ends]] = -torch.inf
        return ours


def _token_count(model: Any) -> int:
    output = model.get_output_embeddings()
    if output is not None:
        return len(output.weight)
    count: int | None = getattr(model.config.get_text_config(decoder=True), "vocab_size", None)
    if count is None:
        raise UsageError(f"a {type(model).__name__} has no output of words: it is no captioner")
    return count


def _names(tokenizer: Any, count: int) -> list[str]:
    """A name for each token, no two alike."""
    known = [] if tokenizer is None else tokenizer.convert_ids_to_tokens(range(len(tokenizer)))
    seen, names = set(SPECIAL), []
    for number in range(count):
        name = known[number] if number < len(known) else None
        if name is None or name in seen:
            name = f"<token {number}>"
        seen.add(name)
        names.append(name)
    return names


def _numbers(
    model: Any, settings: Sequence[str], given: Sequence[int] | None, what: str
) -> list[int]:
    """Tokens that were given, or that the first of these settings names."""
    if given is not None:
        return list(given)
    places = [getattr(model, "generation_config", None), model.config]
    places += [getattr(model.config, part, None) for part in ("decoder", "text_config")]
    for setting in settings:
        for place in places:
            found = getattr(place, setting, None)
            if found is not None:
                return list(found) if isinstance(found, list | tuple) else [found]
    kind, missing = type(model).__name__, " or ".join(settings)
    raise UsageError(f"the settings of this {kind} name no {missing}: give `{what}`")
