"""Training of the caption parser: run `python -m tools.parser --help` from the project's root."""
