"""What can be set of a detector: `coco-ssd(threshold=0.3,max_objects=50)`."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Literal, get_args

from cutline.core.errors import UsageError, near_names

#: A box is left out for a surer one of its own label only, or for any.
NmsLabels = Literal["same", "any"]

NMS_LABELS: tuple[str, ...] = get_args(NmsLabels)


@dataclass(frozen=True)
class Settings:
    """Settings that were given; None is left as it is.

    Args:
        threshold: how sure a detector has to be of an object, from 0 to 1.
        nms_iou: a box that overlaps a surer one by more is left out.
        max_objects: how many objects a picture has at most, the surest ones.
        nms_labels: which surer box leaves one out: one of the `same` label, or of `any`.

    Raises:
        UsageError: when a value is out of range.
    """

    threshold: float | None = None
    nms_iou: float | None = None
    max_objects: int | None = None
    nms_labels: NmsLabels | None = None

    def __post_init__(self) -> None:
        for name in ("threshold", "nms_iou"):
            value = getattr(self, name)
            # The comparison fails for NaN too.
            if value is not None and not 0 <= value <= 1:
                raise UsageError(f"{name} is {value:g}, expected a number from 0 to 1")
        if self.max_objects is not None and self.max_objects < 1:
            raise UsageError(f"max_objects is {self.max_objects}, expected at least 1")
        if self.nms_labels not in (None, *NMS_LABELS):
            raise UsageError(f"nms_labels is {self.nms_labels}, expected {' or '.join(NMS_LABELS)}")

    @classmethod
    def of(cls, used: Any) -> Settings:
        """The settings that something has, under the same names."""
        return cls(**{field.name: getattr(used, field.name) for field in fields(cls)})

    @classmethod
    def parsed(cls, items: dict[str, str], what: str) -> Settings:
        """Settings as they were typed.

        Raises:
            UsageError: for an unknown one, or a value of another kind.
        """
        known = [field.name for field in fields(cls)]
        values: dict[str, Any] = {}
        for key, text in items.items():
            if key not in known:
                raise UsageError(
                    f"{what} has no setting {key!r}{near_names(key, known)}; it has: "
                    f"{', '.join(known)}"
                )
            if key == "nms_labels":
                values[key] = text
                continue
            is_count = key == "max_objects"
            try:
                values[key] = int(text) if is_count else float(text)
            except ValueError:
                kind = "a whole number" if is_count else "a number"
                raise UsageError(f"{what}: {key} is {kind}, not {text!r}") from None
        return cls(**values)

    def given(self) -> dict[str, Any]:
        """Those that are not None."""
        named = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in named.items() if value is not None}

    def or_else(self, other: Settings) -> Settings:
        """These, and where they say nothing, the other ones."""
        return Settings(**{**other.given(), **self.given()})

    def text(self) -> str:
        """As they are typed.

        >>> Settings(threshold=0.3, max_objects=50).text()
        'threshold=0.3,max_objects=50'
        """
        return ",".join(f"{name}={value}" for name, value in self.given().items())


def with_settings(name: str, given: Settings, usual: Settings) -> str:
    """A detector as it is typed: with the settings that differ from what they usually are.

    >>> with_settings("coco-ssd", Settings(threshold=0.3), Settings(0.5, 0.5, 20))
    'coco-ssd(threshold=0.3)'
    """
    others = usual.given()
    changed = {key: value for key, value in given.given().items() if value != others.get(key)}
    text = Settings(**changed).text()
    return f"{name}({text})" if text else name
