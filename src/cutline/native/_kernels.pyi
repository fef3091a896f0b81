from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Buffer = Any  # bytes or anything else with a buffer, such as a memory map
Matrix = NDArray[np.float64]
Vector = NDArray[np.float64]

class References:
    images: int
    captions: int
    words: int
    fingerprint: int

class Candidates:
    count: int

class Frequencies:
    images: float
    def __len__(self) -> int: ...
    def entries(self) -> list[tuple[tuple[str, ...], int]]: ...

class PreparedCider: ...

def lex(text: bytes) -> bytes: ...
def tokenize(captions: Sequence[str], tokenization: str, jobs: int) -> list[str]: ...
def make_references(
    images: Sequence[Sequence[str]], tokenization: str, jobs: int
) -> References: ...
def make_candidates(
    references: References,
    captions: Sequence[str],
    images: NDArray[np.uint32],
    tokenization: str,
    jobs: int,
) -> Candidates: ...
def reference_texts(references: References) -> list[str]: ...
def candidate_texts(references: References, candidates: Candidates) -> list[str]: ...
def image_offsets(references: References) -> list[int]: ...
def tokenize_for_parser(
    captions: Sequence[str], jobs: int
) -> tuple[list[str], NDArray[np.uint32], NDArray[np.uint32]]: ...
def best_trees(scores: NDArray[np.float32], jobs: int) -> NDArray[np.uint16]: ...
def bleu_statistics(
    references: References, candidates: Candidates, reference_length: str, jobs: int
) -> Matrix: ...
def bleu_scores(statistics: Matrix, n: int, official_constants: bool) -> Vector: ...
def rouge_n_statistics(
    references: References, candidates: Candidates, n: int, jobs: int
) -> Matrix: ...
def rouge_l_statistics(
    references: References,
    candidates: Candidates,
    pick: str,
    beta: float,
    by_single_space: bool,
    jobs: int,
) -> Matrix: ...
def rouge_s_statistics(
    references: References,
    candidates: Candidates,
    pick: str,
    beta: float,
    distance: int,
    jobs: int,
) -> Matrix: ...
def count_frequencies(references: References, n: int, jobs: int) -> Frequencies: ...
def frequencies_from(
    entries: Iterable[tuple[Sequence[str], int]], images: float
) -> Frequencies: ...
def prepare_cider(
    references: References, frequencies: Frequencies | None, n: int, jobs: int
) -> PreparedCider: ...
def cider_scores(
    prepared: PreparedCider,
    candidates: Candidates,
    clip: bool,
    sigma: float,
    length_in_bigrams: bool,
    jobs: int,
) -> Vector: ...

class MeteorCompiler:
    def __init__(self) -> None: ...
    def add_paraphrases(self, piece: bytes) -> None: ...
    def finish(
        self, function_words: bytes, prefixes: bytes, synsets: bytes, exceptions: bytes
    ) -> bytes: ...

class MeteorTables:
    def __init__(self, source: Buffer) -> None: ...

class PreparedMeteor: ...

def prepare_meteor(references: References, tables: MeteorTables, jobs: int) -> PreparedMeteor: ...
def meteor_statistics(
    prepared: PreparedMeteor, candidates: Candidates, parameters: Sequence[float], jobs: int
) -> Matrix: ...
def meteor_scores(statistics: Matrix, parameters: Sequence[float]) -> Vector: ...
def meteor_summands(statistics: Matrix) -> Matrix: ...
def bootstrap_weights(seed: int, first: int, rows: Matrix, jobs: int) -> None: ...
def swap_weights(seed: int, first: int, rows: Matrix, jobs: int) -> None: ...
def meteor_parts(
    statistics: Matrix, parameters: Sequence[float]
) -> tuple[float, float, float, float, float]: ...
def meteor_explain(
    tables: MeteorTables, candidate: str, references: Sequence[str]
) -> list[tuple[list[str], list[str], list[tuple[int, int, int, int, int]], list[float]]]: ...

class Scenes:
    def __len__(self) -> int: ...
    def tuples(self) -> list[list[tuple[str, ...]]]: ...

def scenes_from_parses(
    words: Sequence[str],
    lemmas: Sequence[str],
    tags: NDArray[np.int32],
    heads: NDArray[np.int32],
    relations: NDArray[np.int32],
    tag_names: Sequence[str],
    relation_names: Sequence[str],
    sentence_offsets: NDArray[np.int64],
    caption_offsets: NDArray[np.int64],
    jobs: int,
) -> Scenes: ...
def scenes_from_tuples(captions: Sequence[Sequence[Sequence[str]]]) -> Scenes: ...
def collapsed_edges(
    tokens: Sequence[tuple[str, str, str, int, str]], number: int
) -> list[tuple[int, str, int, int, int]]: ...
def spice_explain(
    references: Scenes,
    first: int,
    last: int,
    candidates: Scenes,
    candidate: int,
    tables: MeteorTables,
) -> tuple[list[tuple[tuple[str, ...], int]], list[tuple[tuple[str, ...], int]]]: ...
def spice_statistics(
    references: Scenes,
    reference_offsets: NDArray[np.int64],
    candidates: Scenes,
    images: NDArray[np.uint32],
    tables: MeteorTables,
    jobs: int,
) -> Matrix: ...
def checksum(buffer: Buffer, state: int) -> int: ...
def grouped(
    group_of: dict[Any, int], groups: int, keys: list[Any], values: list[Any]
) -> tuple[list[list[Any]], list[int]]: ...
def unusual_texts(values: list[Any], longest: int) -> list[int]: ...
def load_json(
    source: Buffer, tables: Mapping[str, tuple[str, ...]], nested: frozenset[str]
) -> tuple[Any, list[tuple[int, str]]]: ...
def set_json_error(type: type[Exception]) -> None: ...
