"""Files in, nouns out: one file per format, and the checks on what they hold."""

from cutline.datasets.checks import Checked, Policy
from cutline.datasets.read import read_references, read_run

__all__ = ["Checked", "Policy", "read_references", "read_run"]
