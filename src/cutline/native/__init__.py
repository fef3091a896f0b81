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
    Scenes,
    best_trees,
    bleu_scores,
    bleu_statistics,
    candidate_texts,
    checksum,
    cider_scores,
    collapsed_edges,
    count_frequencies,
    frequencies_from,
    grouped,
    image_offsets,
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
    reference_texts,
    rouge_l_statistics,
    rouge_n_statistics,
    rouge_s_statistics,
    scenes_from_parses,
    scenes_from_tuples,
    spice_explain,
    spice_statistics,
    tokenize,
    tokenize_for_parser,
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
    "Scenes",
    "best_trees",
    "bleu_scores",
    "bleu_statistics",
    "candidate_texts",
    "checksum",
    "cider_scores",
    "collapsed_edges",
    "count_frequencies",
    "frequencies_from",
    "grouped",
    "image_offsets",
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
    "reference_texts",
    "rouge_l_statistics",
    "rouge_n_statistics",
    "rouge_s_statistics",
    "scenes_from_parses",
    "scenes_from_tuples",
    "spice_explain",
    "spice_statistics",
    "tokenize",
    "tokenize_for_parser",
    "unusual_texts",
]
