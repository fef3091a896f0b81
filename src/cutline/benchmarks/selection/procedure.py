"""The settings of a selection: what may be chosen, and how."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from cutline.core.errors import UsageError, near_names

#: What evens out: in how many images a class is, or how many objects it has.
Count = Literal["images", "instances"]
#: What becomes of "person" beside "woman": counted as annotated, left out, or added if missing.
Ancestors = Literal["keep", "drop", "add"]
#: Whether parts of things, such as hands and tyres, are listed apart or count as other classes do.
Parts = Literal["apart", "count"]
#: Whether images have to be known to stand upright.
Rotation = Literal["upright", "any"]
#: What to do when images of very many classes are more than the target: stop, or choose among them.
TooMany = Literal["error", "choose"]


@dataclass(frozen=True)
class Procedure:
    """How images are selected (Agrawal et al. 2019, section 3.1).

    Images with more classes than the last pool are all taken. The others stand in pools by the
    number of their classes; from each pool in turn a sample is drawn, and the image of it is taken
    that leaves classes most even.

    Args:
        target: images to select.
        sample: images to draw at each turn; the paper calls this n and does not say how many.
        seed: where random draws start.
        pools: the fewest and the most classes of images that are drawn; fewer are left out.
        more_than: images with more classes than this are all taken; by default the last pool's.
        count: whether a class is counted once for an image, or once for each object.
        ancestors: with a hierarchy, what becomes of classes above those that are there.
        parts: with a hierarchy, whether classes of parts count.
        rotation: `upright` leaves out images that are turned, or for which that is unknown.
        too_many: what to do when those that are all taken are more than the target.

    Raises:
        UsageError: when a setting makes no sense.

    >>> print(Procedure(10_600))
    target:10600|sample:100|pools:2-6|more_than:6|count:images|rotation:upright|seed:1
    """

    target: int
    sample: int = 100
    seed: int = 1
    pools: tuple[int, int] = (2, 6)
    more_than: int | None = None
    count: Count = "images"
    ancestors: Ancestors = "drop"
    parts: Parts = "apart"
    rotation: Rotation = "upright"
    too_many: TooMany = "error"

    def __post_init__(self) -> None:
        for name, value in {"target": self.target, "sample": self.sample}.items():
            if value < 1:
                raise UsageError(f"{name} is {value}, expected at least one image")
        low, high = self.pools
        if not 1 <= low <= high:
            raise UsageError(f"pools are {low}-{high}, expected the fewest and the most classes")
        if self.all_above < high:
            raise UsageError(
                f"images with more than {self.all_above} classes are all taken, so pools cannot "
                f"reach {high}: end them at {self.all_above} or sooner"
            )
        for name, known in _CHOICES.items():
            if (given := getattr(self, name)) not in known:
                raise UsageError(
                    f"{name} is {' or '.join(known)}, not {given!r}{near_names(str(given), known)}"
                )

    @property
    def all_above(self) -> int:
        """Images with more classes than this are all taken."""
        return self.pools[1] if self.more_than is None else self.more_than

    def __str__(self) -> str:
        parts = [f"target:{self.target}", f"sample:{self.sample}"]
        parts += [f"pools:{self.pools[0]}-{self.pools[1]}", f"more_than:{self.all_above}"]
        parts += [f"count:{self.count}", f"rotation:{self.rotation}"]
        if self.too_many != "error":
            parts.append(f"too_many:{self.too_many}")
        return "|".join([*parts, f"seed:{self.seed}"])


_CHOICES: dict[str, tuple[str, ...]] = {
    "count": get_args(Count),
    "ancestors": get_args(Ancestors),
    "parts": get_args(Parts),
    "rotation": get_args(Rotation),
    "too_many": get_args(TooMany),
}
