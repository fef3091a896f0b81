"""A score's signature: all that has to be equal for two numbers to be compared."""

from __future__ import annotations

from dataclasses import dataclass

from cutline.core.version import __version__


@dataclass(frozen=True, slots=True)
class Signature:
    """Metric and settings, files it reads, tokenizer, references and the program's version."""

    metric: str
    tokenizer: str
    references: str
    images: int
    data: str
    version: str = __version__
    files: str = ""

    def __str__(self) -> str:
        return "|".join(
            (
                self.metric,
                *([f"files:{self.files}"] if self.files else []),
                f"tok:{self.tokenizer}",
                f"refs:{self.references}",
                f"images:{self.images}",
                f"data:{self.data}",
                f"cutline:{self.version}",
            )
        )
