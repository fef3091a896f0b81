"""What there is in the scene world, and the words that people have for it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Thing:
    """A class of objects.

    Args:
        label: what it is called, in captions and by detectors.
        words: what it is called beside that.
        kin: classes of the same kin look alike; a detector that errs takes one for another.
        drawing: the drawing that shows it.
        height: how high a middling one stands in a picture that it has to itself, in pixels.
        weight: how often it is there, compared with others.
        wears: what of it has a colour, where that is not the whole: a man's coat.
    """

    label: str
    words: tuple[str, ...]
    kin: str
    drawing: str
    height: float
    weight: float = 1.0
    wears: str = ""

    @property
    def acts(self) -> bool:
        """Whether it does something."""
        return self.kin == "animal"

    @property
    def names(self) -> tuple[str, ...]:
        """All words for it."""
        return (self.label, *self.words)


@dataclass(frozen=True)
class Deed:
    """What an animal may be doing.

    Args:
        label: its lemma.
        forms: for each verb that says it, the form with -ing and the form of the present.
    """

    label: str
    forms: tuple[tuple[str, str], ...]
    lemmas: tuple[str, ...]


@dataclass(frozen=True)
class Place:
    """Where a scene is.

    Args:
        label: its name.
        phrases: ways to say that something is there.
        backdrop: how it is painted: the backdrop, the colours of sky and ground, the horizon.
    """

    label: str
    phrases: tuple[str, ...]
    backdrop: tuple[str, str, str, int]


_THINGS = (
    Thing("dog", ("puppy",), "animal", "dog", 92, 3),
    Thing("cat", ("kitten",), "animal", "cat", 86, 3),
    Thing("man", ("guy",), "animal", "person", 168, 3, "coat"),
    Thing("bird", ("crow",), "animal", "crow", 58, 3),
    Thing("penguin", (), "animal", "penguin", 104),
    Thing("car", ("automobile",), "vehicle", "car", 78, 3),
    Thing("bus", ("coach",), "vehicle", "bus", 118, 3),
    Thing("bicycle", ("bike",), "vehicle", "bicycle", 92),
    Thing("chair", ("seat",), "furniture", "chair", 104),
    Thing("table", ("desk",), "furniture", "table", 82),
    Thing("couch", ("sofa",), "furniture", "sofa", 96),
    Thing("bench", (), "furniture", "bench", 72),
    Thing("ball", (), "gear", "ball", 46),
    Thing("umbrella", ("parasol",), "gear", "umbrella", 122),
    Thing("bucket", ("pail",), "gear", "bucket", 62),
    Thing("tent", (), "gear", "tent", 108),
)
#: All classes by label.
THINGS = {thing.label: thing for thing in _THINGS}

#: Colours by name, with the colour of the palette that paints them.
COLOURS = {
    "black": "ink",
    "white": "white",
    "red": "red",
    "blue": "blue",
    "green": "green",
    "yellow": "yellow",
}

#: Sizes with the words for them, and how high such things stand; of those in between people say
#: nothing.
SIZES: dict[str, tuple[str, ...]] = {
    "small": ("small", "little"),
    "medium": (),
    "big": ("big", "large"),
}
SIZE_FACTORS = {"small": 0.6, "medium": 1.0, "big": 1.55}

_DEEDS = (
    Deed("run", (("running", "runs"), ("jogging", "jogs")), ("run", "jog")),
    Deed("jump", (("jumping", "jumps"), ("leaping", "leaps")), ("jump", "leap")),
    Deed("sleep", (("sleeping", "sleeps"), ("napping", "naps")), ("sleep", "nap")),
    Deed("stand", (("standing", "stands"), ("waiting", "waits")), ("stand", "wait")),
)
#: What animals do, by its lemma.
DEEDS = {deed.label: deed for deed in _DEEDS}

_PLACES = (
    Place("park", ("in the park", "on the grass"), ("hills", "pale blue", "grass", 200)),
    Place("beach", ("on the beach", "on the sand"), ("shore", "pale blue", "sand", 140)),
    Place("street", ("on the street", "in the road"), ("street", "pale blue", "charcoal", 196)),
    Place("room", ("in a room", "on the floor"), ("room", "sage", "boards", 226)),
    Place("snow", ("in the snow", "on the ice"), ("snow", "pale blue", "snow", 190)),
    Place("field", ("in a field", "on a farm"), ("field", "peach", "wheat", 176)),
)
#: Where scenes are, by name.
PLACES = {place.label: place for place in _PLACES}
