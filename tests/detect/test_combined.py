"""Several detectors on the same pictures."""

from __future__ import annotations

import pytest

from cutline.core.errors import UsageError
from cutline.core.types import Detection
from cutline.detect.combined import CombinedDetector
from tests.detect.made_detector import MadeDetector
from tests.detect.made_pictures import picture

BOX = (0.0, 0.0, 5.0, 5.0)


def test_objects_of_all_are_joined_and_no_label_is_repeated() -> None:
    boxes = MadeDetector({"a.jpg": (Detection("dog", 0.9, BOX), Detection("cat", 0.5, BOX))}, "b")
    whole = MadeDetector({"a.jpg": (Detection("Dog", 0.95), Detection("beach", 0.7))}, "w")
    others = MadeDetector({"a.jpg": (Detection("beach", 0.6), Detection("dog", 0.4, BOX))}, "o")
    joined = CombinedDetector([whole, boxes, others])
    assert joined.detect([picture(9, 9)]) == [
        (
            Detection("dog", 0.9, BOX),
            Detection("beach", 0.7),
            Detection("cat", 0.5, BOX),
            Detection("dog", 0.4, BOX),
        )
    ]
    assert joined.name == "w+b+o"
    assert joined.signature == "w|... + b|... + o|..."
    assert joined.labels == ("Dog", "beach", "dog", "cat")


def test_two_of_a_kind_in_one_list_stay() -> None:
    listed = MadeDetector({"a.jpg": (Detection("dog"), Detection("dog"))})
    assert len(CombinedDetector([listed]).detect([picture(9, 9)])[0]) == 2


def test_none_is_no_detector() -> None:
    with pytest.raises(UsageError, match="no detectors"):
        CombinedDetector([])
