"""Classes of Open Images that are parts of things: they are not shown to people as keywords."""

from __future__ import annotations

from typing import Final

#: The parts in the hierarchy of its 600 classes of boxes, and all kinds of them; a test compares.
PART_CLASSES: Final = (
    "Auto part",
    "Beard",
    "Bicycle wheel",
    "Door handle",
    "Human arm",
    "Human body",
    "Human ear",
    "Human eye",
    "Human face",
    "Human foot",
    "Human hair",
    "Human hand",
    "Human head",
    "Human leg",
    "Human mouth",
    "Human nose",
    "Seat belt",
    "Skull",
    "Tire",
    "Vehicle registration plate",
    "Wheel",
)
