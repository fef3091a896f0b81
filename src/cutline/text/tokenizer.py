"""The tokenizer of the COCO evaluation, without Java.

Captions are lower-cased and split as Stanford CoreNLP 3.4.1's PTBTokenizer splits them, then 13
punctuation tokens are dropped. The official program hands all captions to the tokenizer as one
text, and the tokenizer looks ahead across line ends, so a caption's tokens can depend on the next
caption ("etc." before a capital letter becomes "etc. ."). That is the default here too;
`context="none"` tokenizes each caption by itself, which suits batches, streams and servers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from cutline import native
from cutline.core.errors import UsageError, near_names
from cutline.core.jobs import default_jobs


@dataclass(frozen=True, slots=True)
class Tokenizer:
    """How captions become words.

    Args:
        name: `ptb`, or `none` for captions that are tokenized already and only need splitting at
            white space.
        context: `official` or `none`; see above.

    >>> Tokenizer().tokenize(["A dog's t-shirt, isn't it?"])
    ["a dog 's t-shirt is n't it"]
    >>> Tokenizer().tokenize(["a letter K.", "A cat"])
    ['a letter k', 'a cat']
    >>> Tokenizer(context="none").tokenize(["a letter K.", "A cat"])
    ['a letter k.', 'a cat']
    """

    name: Literal["ptb", "none"] = "ptb"
    context: Literal["official", "none"] = "official"

    @property
    def tokenization(self) -> str:
        """What the kernels call this way of tokenizing."""
        if self.name == "none":
            return "none"
        return "joined" if self.context == "official" else "alone"

    def tokenize(self, captions: Sequence[str], jobs: int | None = None) -> list[str]:
        """The words of each caption, joined by single spaces."""
        return native.tokenize(captions, self.tokenization, jobs or default_jobs())

    def alone(self) -> Tokenizer:
        """The same tokenizer, each caption by itself."""
        return Tokenizer(self.name, "none")

    def __str__(self) -> str:
        return "none" if self.name == "none" else f"ptb(context={self.context})"


_SPECS = {
    "ptb": Tokenizer(),
    "ptb(context=official)": Tokenizer(),
    "ptb(context=none)": Tokenizer(context="none"),
    "none": Tokenizer("none", "none"),
}


def parse_tokenizer(spec: str | Tokenizer) -> Tokenizer:
    """The tokenizer that a spec describes: `ptb`, `ptb(context=none)` or `none`.

    Raises:
        UsageError: for anything else.
    """
    if isinstance(spec, Tokenizer):
        return spec
    found = _SPECS.get(spec.replace(" ", ""))
    if found is None:
        raise UsageError(
            f"no tokenizer is named {spec!r}{near_names(spec, _SPECS)}; there are: ptb, "
            f"ptb(context=none), none"
        )
    return found
