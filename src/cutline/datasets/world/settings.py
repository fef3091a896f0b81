"""What a scene world is made from."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any, Literal

from cutline.core.errors import UsageError, near_names
from cutline.datasets.world.words import COLOURS, DEEDS, SIZES, THINGS

#: Two colours, two sizes and two deeds, each kind with things that live and things that do not as
#: far as it has them.
HELD_OUT = ("black cat", "red car", "big bird", "small bus", "run man", "sleep dog")

#: Goes up with any change that gives other scenes, captions or vectors for the same settings.
GENERATOR = 1

_OTHERS = (*COLOURS, *(size for size, words in SIZES.items() if words), *DEEDS)


@dataclass(frozen=True)
class HeldOut:
    """A pair of concepts that no scene to train on shows.

    >>> HeldOut.of("cat_black")
    HeldOut(other='black', noun='cat')
    """

    other: str
    noun: str

    @classmethod
    def of(cls, text: str) -> HeldOut:
        """The pair, typed in either order, with a space, `_` or `+` between.

        Raises:
            UsageError: when it is none.
        """
        words = text.lower().replace("_", " ").replace("+", " ").split()
        for pair in (words, words[::-1]):
            if len(pair) == 2 and pair[0] in _OTHERS and pair[1] in THINGS:
                if pair[0] in DEEDS and not THINGS[pair[1]].acts:
                    raise UsageError(f"{text!r}: in the world no {pair[1]} does anything")
                if pair[0] in COLOURS and (worn := THINGS[pair[1]].wears):
                    raise UsageError(
                        f"{text!r}: in the world the colour of a {pair[1]} is that of the {worn}, "
                        f"so there is no such pair"
                    )
                return cls(pair[0], pair[1])
        known = (*_OTHERS, *THINGS)
        stray = next((word for word in words if word not in known), "")
        raise UsageError(
            f"{text!r} is no pair of the world{near_names(stray, known)}: expected one of "
            f"{', '.join(_OTHERS)} and one of {', '.join(THINGS)}"
        )

    @property
    def kind(self) -> Literal["adjective", "verb"]:
        """What the other word is."""
        return "verb" if self.other in DEEDS else "adjective"

    def __str__(self) -> str:
        return f"{self.other} {self.noun}"


@dataclass(frozen=True)
class WorldSettings:
    """All that a world depends on: the same settings give the same files, to the byte.

    Args:
        scenes: how many; of each 20, 14 are to train on, 2 to validate, 4 to test.
        captions: how many each has.
        seed: another number, another world.
        held_out: pairs such as "black cat" that no scene to train on shows.
        novel: classes that only scenes to validate and to test show.
        objects: how often a scene has one thing, two, and three.
        feature_size: of a region's vector.
        noise: how far chance moves a region's vector in any direction (the standard deviation),
            where each attribute adds a vector of about length 1.
        detector_noise: how often the detector takes a class for one of its kin; half as often it
            misses an object.
        colour_rate: how often people say what colour a thing has, if they name it.
        size_rate: the same of sizes.
        deed_rate: the same of what animals do.
        place_rate: how often a caption says where.
        other_rate: how often a caption names another thing, if there is one.
    """

    scenes: int = 5000
    captions: int = 5
    seed: int = 1
    held_out: tuple[str, ...] = HELD_OUT
    novel: tuple[str, ...] = ()
    objects: tuple[float, ...] = (0.3, 0.45, 0.25)
    feature_size: int = 64
    noise: float = 0.25
    detector_noise: float = 0.1
    colour_rate: float = 0.5
    size_rate: float = 0.5
    deed_rate: float = 0.6
    place_rate: float = 0.4
    other_rate: float = 0.6

    def __post_init__(self) -> None:
        for name in ("scenes", "captions", "feature_size"):
            if getattr(self, name) < 1:
                raise UsageError(f"a world's {name} is 1 at least, not {getattr(self, name)}")
        rates = [field.name for field in fields(self) if field.name.endswith("_rate")]
        for name in (*rates, "detector_noise"):
            if not 0 <= getattr(self, name) <= 1:
                raise UsageError(f"a world's {name} is from 0 to 1, not {getattr(self, name)}")
        if len(self.objects) != 3 or min(self.objects) < 0 or not 0 < sum(self.objects) < 1e9:
            raise UsageError(
                f"a world's objects are how often a scene has one, two and three things, such as "
                f"0.3, 0.45, 0.25, not {', '.join(map(str, self.objects))}"
            )
        if not 0 <= self.noise < float("inf"):
            raise UsageError(f"a world's noise is 0 or more, not {self.noise}")
        _ = self.pairs
        self._check_novel()

    def _check_novel(self) -> None:
        for label in self.novel:
            if label not in THINGS:
                raise UsageError(
                    f"no class of the world is named {label!r}{near_names(label, THINGS)}; there "
                    f"are: {', '.join(THINGS)}"
                )
        for pair in self.pairs:
            if pair.noun in self.novel:
                raise UsageError(
                    f"{str(pair)!r} is held out, so {pair.noun!r} is to be learnt and cannot be "
                    f"novel"
                )
        if len(self.known) < 3:
            raise UsageError(
                f"{len(self.known)} classes are left to train on, expected 3 at least: name fewer "
                f"novel ones"
            )

    @property
    def pairs(self) -> tuple[HeldOut, ...]:
        """The held-out pairs.

        Raises:
            UsageError: when one is none.
        """
        return tuple(dict.fromkeys(map(HeldOut.of, self.held_out)))

    @property
    def known(self) -> tuple[str, ...]:
        """The classes that are there to train on."""
        return tuple(label for label in THINGS if label not in self.novel)

    @property
    def spec(self) -> str:
        """The settings that are not as usual, in one line, for signatures.

        >>> WorldSettings(scenes=20, held_out=()).spec
        'world(scenes=20,held_out=none)'
        """
        usual = {field.name: field.default for field in fields(self)}
        given = {name: value for name, value in asdict(self).items() if value != usual[name]}
        return f"world({','.join(f'{name}={_typed(value)}' for name, value in given.items())})"

    @property
    def made_by(self) -> str:
        """What a world's files say that they come from."""
        return f"{self.spec}|generator:{GENERATOR}"


def _typed(value: Any) -> str:
    if isinstance(value, tuple):
        return "+".join(map(str, value)).replace(" ", "_") or "none"
    return str(value)
