"""What the caption of one image has to mention, and whether one does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cutline.models.captioner import Captioner
from cutline.models.decoding.constrained.constraint import Constraint
from cutline.models.decoding.constrained.machine import Machine, machine_of
from cutline.models.decoding.constrained.said import slot_words, words_said
from cutline.models.decoding.decoded import Decoded
from cutline.models.images import Images
from cutline.text.tokenizer import Tokenizer


@dataclass(frozen=True)
class Constrained(Decoded):
    """A caption and what it had to mention.

    Args:
        met: the constraints that it meets, by name.
        missed: those that it does not meet.
        wanted: how many it had to meet.
    """

    met: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    wanted: int = 0

    @property
    def is_satisfied(self) -> bool:
        """Whether it meets as many as it had to. It does not where no caption that is short enough
        was found to, or where the captioner has no words for them."""
        return len(self.met) >= self.wanted


@dataclass(frozen=True)
class Task:
    """The constraints of an image.

    Args:
        names: what they are called.
        machine: what reads along, token by token.
        reader: what reads words; the same, unless the captioner's tokens are pieces of words.
        wanted: how many have to be met.
    """

    names: tuple[str, ...]
    machine: Machine
    reader: Machine
    wanted: int

    @classmethod
    def of(
        cls, constraints: Sequence[Constraint], at_least: int | None, captioner: Captioner
    ) -> Task:
        """Of these constraints so many, or all that there are.

        Raises:
            UsageError: when there are too many constraints.
        """
        given = len(constraints)
        reader = machine_of(constraints)
        pieces: Callable[[str], tuple[str, ...]] | None = getattr(captioner, "pieces", None)
        machine = reader
        if pieces is not None:
            machine = machine_of([_in_pieces(constraint, pieces) for constraint in constraints])
        return cls(
            tuple(constraint.name for constraint in constraints),
            machine,
            reader,
            given if at_least is None else min(given, at_least),
        )

    def told(self, caption: Decoded, captioner: Captioner, images: Images, row: int) -> Constrained:
        """The caption with what it mentions by its text: what readers see, not what the search
        went by. A slot mentions its class even if it is filled with another name of that."""
        text = captioner.text(caption.tokens, images, row)
        if self.reader is not self.machine:
            (text,) = Tokenizer().alone().tokenize([text])
        bits = self.reader.met[self.reader.read(text.split())]
        slots = slot_words(captioner, images, row, max(caption.tokens, default=0) + 1)
        if slots:
            by_class = words_said(caption.tokens, captioner, slots)
            bits |= self.reader.met[self.reader.read(by_class)]
        named = [(name, bits >> number & 1) for number, name in enumerate(self.names)]
        return Constrained(
            caption.tokens,
            caption.score,
            caption.attention,
            tuple(name for name, is_met in named if is_met),
            tuple(name for name, is_met in named if not is_met),
            self.wanted,
        )


def _in_pieces(constraint: Constraint, pieces: Callable[[str], tuple[str, ...]]) -> Constraint:
    """The constraint with phrases as a captioner spells them whose tokens are pieces of words."""
    phrases = dict.fromkeys(pieces(" ".join(phrase)) for phrase in constraint.phrases)
    return Constraint(constraint.name, tuple(phrases))
