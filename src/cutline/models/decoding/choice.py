"""A decoder by its name, with its settings, as it is printed and as it runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields

from cutline.core.errors import UsageError, near_names
from cutline.models.captioner import Captioner
from cutline.models.decoding.at_rest import at_least_one
from cutline.models.decoding.beam_search import beam_search
from cutline.models.decoding.beams import LengthRule
from cutline.models.decoding.decoded import Decoded
from cutline.models.decoding.diverse import check_groups, diverse_beam_search
from cutline.models.decoding.greedy import greedy
from cutline.models.decoding.sampling import Sampling, sample
from cutline.models.images import Images

DECODERS = ("beam", "greedy", "sample", "diverse")

_USUAL_BEAM = {"beam": 5, "diverse": 6}

#: Settings that one decoder alone has.
_SETTINGS_OF = {
    "length_rule": "beam",
    "groups": "diverse",
    "penalty": "diverse",
    "sampling": "sample",
    "seed": "sample",
}


@dataclass(frozen=True)
class DecoderChoice:
    """Which decoder writes captions, and how.

    Args:
        name: one of `DECODERS`.
        k: how many captions of an image.
        beam: how many are under way; by default the usual number, or as many as are wanted.
        most: how many tokens a caption has at most, the end among them.
        length_rule: how length counts, with beam.
        groups: with diverse, how many groups the beam falls into.
        penalty: with diverse, what a token loses where an earlier group has it.
        sampling: with sample, how words are drawn.
        seed: with sample, where random draws start.

    Raises:
        UsageError: for what cannot be.
    """

    name: str = "beam"
    k: int = 1
    beam: int | None = None
    most: int = 20
    length_rule: LengthRule = "none"
    groups: int = 3
    penalty: float = 0.5
    sampling: Sampling = field(default_factory=Sampling)
    seed: int = 0

    def __post_init__(self) -> None:
        if self.name not in DECODERS:
            near = near_names(self.name, DECODERS)
            raise UsageError(f"a decoder is {', '.join(DECODERS)}, not {self.name!r}{near}")
        at_least_one(k=self.k, most=self.most, groups=self.groups)
        if self.name == "greedy" and self.k > 1:
            raise UsageError(f"greedy decoding finds one caption of an image, not {self.k}")
        if self.beam is not None:
            at_least_one(beam=self.beam)
            if self.name not in _USUAL_BEAM:
                raise UsageError(f"a beam goes with {' or '.join(_USUAL_BEAM)}, not {self.name}")
            if self.beam < self.k:
                raise UsageError(f"a beam of {self.beam} has no {self.k} captions to give")
        self._refuse_what_means_nothing()
        if self.name == "diverse":
            check_groups(self.width, self.groups, self.penalty)

    def _refuse_what_means_nothing(self) -> None:
        """Refuse settings of other decoders: who gives them expects them to do something."""
        usual = {one.name: one.default for one in fields(self)}
        usual["sampling"] = Sampling()
        for setting, decoder in _SETTINGS_OF.items():
            if self.name != decoder and getattr(self, setting) != usual[setting]:
                words = "temperature, top_k and nucleus" if setting == "sampling" else setting
                verb = "go" if setting in ("groups", "sampling") else "goes"
                raise UsageError(f"{words} {verb} with {decoder}, not {self.name}")

    @property
    def width(self) -> int:
        """The beam that is used."""
        usual = max(self.k, _USUAL_BEAM.get(self.name, 1))
        if self.name == "diverse":
            usual = -(-usual // self.groups) * self.groups
        return self.beam or usual

    @property
    def keep(self) -> int:
        """How many captions to take from a beam: of several, some may be one text."""
        return 1 if self.k == 1 else self.width

    def __str__(self) -> str:
        """The decoder with all settings that it has.

        >>> str(DecoderChoice(k=5)), str(DecoderChoice("greedy"))
        ('beam(beam=5,k=5,most=20)', 'greedy(most=20)')
        """
        settings: dict[str, object] = {}
        if self.name in _USUAL_BEAM:
            settings = {"beam": self.width, "k": self.k}
        if self.name == "beam" and self.length_rule != "none":
            settings["length_rule"] = self.length_rule
        if self.name == "diverse":
            settings |= {"groups": self.groups, "penalty": self.penalty}
        if self.name == "sample":
            drawn = {
                name: value for name, value in vars(self.sampling).items() if value is not None
            }
            settings = {"k": self.k, **drawn, "seed": self.seed}
        settings["most"] = self.most
        return f"{self.name}({','.join(f'{name}={value}' for name, value in settings.items())})"

    def decode(self, captioner: Captioner, images: Images) -> list[list[Decoded]]:
        """The captions of each image, the best first; of beams all, where several are wanted.

        Raises:
            ContentError: when the captioner's probabilities are no numbers.
        """
        if self.name == "greedy":
            return [[one] for one in greedy(captioner, images, self.most)]
        if self.name == "sample":
            return sample(captioner, images, self.k, self.seed, self.sampling, self.most)
        if self.name == "diverse":
            return diverse_beam_search(
                captioner, images, self.width, self.groups, self.penalty, self.most, self.keep
            )
        return beam_search(captioner, images, self.width, self.most, self.keep, self.length_rule)


def caption_texts(
    captioner: Captioner, images: Images, found: Sequence[Sequence[Decoded]], k: int
) -> list[list[tuple[str, float]]]:
    """At most `k` captions of each image as text with their scores, in their order, each text once.

    Different tokens may make one text, as where two slots show one class. A caption without
    words is given only where there is no other.
    """
    told = []
    for row, captions in enumerate(found):
        texts: dict[str, float] = {}
        for one in captions:
            texts.setdefault(captioner.text(one.tokens, images, row), one.score)
        if len(texts) > 1:
            texts.pop("", None)
        told.append(list(texts.items())[:k])
    return told
