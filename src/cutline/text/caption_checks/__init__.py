"""Checks of one caption while somebody types it."""

from cutline.text.caption_checks.check import (
    CHECKS,
    check_caption,
    missing_checks,
    prepare_checks,
)
from cutline.text.caption_checks.finding import Finding, Severity
from cutline.text.caption_checks.instructions import DEFAULT_INSTRUCTIONS

__all__ = [
    "CHECKS",
    "DEFAULT_INSTRUCTIONS",
    "Finding",
    "Severity",
    "check_caption",
    "missing_checks",
    "prepare_checks",
]
