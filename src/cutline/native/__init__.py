"""The thin, typed face of the compiled kernels."""

from cutline.native import _kernels
from cutline.native._kernels import (
    Candidates,
    Frequencies,
    MeteorCompiler,
    MeteorTables,
    PreparedCider,
    PreparedMeteor,
    References,
    bleu_scores,
    bleu_statistics,
    checksum,
    cider_scores,
    count_frequencies,
    frequencies_from,
    grouped,
    lex,
    load_json,
    make_candidates,
    make_references,
    meteor_explain,
    meteor_parts,
    meteor_scores,
    meteor_statistics,
    meteor_sum,
    prepare_cider,
    prepare_meteor,
    rouge_l_statistics,
    rouge_n_statistics,
    rouge_s_statistics,
    tokenize,
    unusual_texts,
)


class JsonError(ValueError):
    """Text that is not JSON: what is wrong, and the byte offset where it is."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset


_kernels.set_json_error(JsonError)

__all__ = [
    "Candidates",
    "Frequencies",
    "JsonError",
    "MeteorCompiler",
    "MeteorTables",
    "PreparedCider",
    "PreparedMeteor",
    "References",
    "bleu_scores",
    "bleu_statistics",
    "checksum",
    "cider_scores",
    "count_frequencies",
    "frequencies_from",
    "grouped",
    "lex",
    "load_json",
    "make_candidates",
    "make_references",
    "meteor_explain",
    "meteor_parts",
    "meteor_scores",
    "meteor_statistics",
    "meteor_sum",
    "prepare_cider",
    "prepare_meteor",
    "rouge_l_statistics",
    "rouge_n_statistics",
    "rouge_s_statistics",
    "tokenize",
    "unusual_texts",
]
