"""What transformers keep of the words before, as tensors that decoders can put in another order."""

from __future__ import annotations

from typing import Any

from torch import Tensor

from cutline.core.errors import MissingPartError
from cutline.models.captioner import State


def tensors_of(cache: Any) -> tuple[dict[str, Tensor], dict[str, Tensor]]:
    """The tensors of a cache by name, each with a row for a caption.

    Returns:
        Those of the image, which stay the same, and those of the words.
    """
    fixed: dict[str, Tensor] = {}
    if hasattr(cache, "cross_attention_cache"):
        fixed = _named("image", cache.cross_attention_cache)
        cache = cache.self_attention_cache
    return fixed, _named("words", cache)


def cache_of(state: State) -> Any:
    """The cache of tensors that `tensors_of` gave.

    Raises:
        MissingPartError: where transformers is not installed.
    """
    try:
        from transformers.cache_utils import DynamicCache, EncoderDecoderCache
    except ImportError:
        raise MissingPartError(
            "captioners of Hugging Face need transformers: pip install transformers"
        ) from None
    words = _filled(DynamicCache(), "words", state.moving)
    image = _filled(DynamicCache(), "image", state.fixed)
    return EncoderDecoderCache(words, image) if len(image) else words


def _named(part: str, cache: Any) -> dict[str, Tensor]:
    found = {}
    for number, layer in enumerate(cache.layers):
        if layer.keys is not None:
            found[f"{part} keys {number}"] = layer.keys  # rows x heads x length x size
            found[f"{part} values {number}"] = layer.values
    return found


def _filled(cache: Any, part: str, tensors: Any) -> Any:
    number = 0
    while (keys := tensors.get(f"{part} keys {number}")) is not None:
        cache.update(keys, tensors[f"{part} values {number}"], number)
        number += 1
    return cache
