"""Taking part: by an account, by a link, or sent by a crowd platform."""

from cutline.collect.joining.arms import Arm, arms_of
from cutline.collect.joining.join import (
    Visitor,
    annotator_by_secret,
    join_by_link,
    join_from_platform,
    join_with_account,
)

__all__ = [
    "Arm",
    "Visitor",
    "annotator_by_secret",
    "arms_of",
    "join_by_link",
    "join_from_platform",
    "join_with_account",
]
