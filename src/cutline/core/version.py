"""The version, kept where a signature can read it without asking the package system."""

__version__ = "0.1.0"
