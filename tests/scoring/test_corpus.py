"""References prepared once, scored against many times."""

from __future__ import annotations

import gzip
import json
import pickle
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

import cutline
from cutline.core.errors import ContentError, FileError, UsageError
from cutline.text.frequencies import load_frequencies, save_frequencies

REFERENCES = {
    1: ["a dog runs over wet grass", "the dog is running"],
    2: ["two cats sleep on a bed", "cats asleep on the bed"],
    3: ["a red bus stops at the corner", "a bus at the corner"],
}
SAID = {1: "a dog runs on grass", 2: "two cats on a bed", 3: "a red bus"}


def test_all_forms_of_input_give_the_same_scores(tmp_path: Path) -> None:
    results = tmp_path / "results.json"
    records = [{"image_id": i, "caption": c} for i, c in reversed(SAID.items())]
    results.write_text(json.dumps(records))
    references = tmp_path / "references.json"
    annotations = [{"image_id": i, "caption": c} for i, cs in REFERENCES.items() for c in cs]
    images = [{"id": i} for i in REFERENCES]
    references.write_text(json.dumps({"images": images, "annotations": annotations}))
    expected = cutline.score(SAID, REFERENCES)
    forms = [
        cutline.score(results, references),
        cutline.score(str(results), str(references)),
        cutline.score(records, REFERENCES),
        cutline.score(list(SAID.values()), list(REFERENCES.values())),
        cutline.score({i: [c, "unused"] for i, c in SAID.items()}, REFERENCES),
        cutline.score(cutline.Run("x", {i: (c,) for i, c in SAID.items()}), REFERENCES),
        cutline.Corpus(REFERENCES).score(SAID),
    ]
    for scores in forms:
        for spec in expected:
            assert scores[spec].values.tolist() == expected[spec].values.tolist()
            assert scores[spec].signature == expected[spec].signature


def test_one_corpus_scores_many_runs() -> None:
    corpus = cutline.Corpus(REFERENCES, "cider-d").prepare()
    first = corpus.score(SAID)["cider-d"].value
    corpus.score(dict.fromkeys(SAID, "zebra quagga"))
    assert corpus.score(SAID)["cider-d"].value == first


def test_rewards_equal_scores_of_captions_by_themselves() -> None:
    corpus = cutline.Corpus(REFERENCES, "cider-d,bleu-4", tokenizer="ptb(context=none)")
    scores = corpus.score(SAID)
    captions = [SAID[3], SAID[1], SAID[1]]
    rewards = corpus.rewards(captions, image_ids=[3, 1, 1], metric="cider-d")
    by_id = dict(zip(scores.image_ids, scores["cider-d"].values, strict=True))
    assert rewards.tolist() == [by_id[3], by_id[1], by_id[1]]
    bleu = corpus.rewards(captions, [3, 1, 1], "bleu-4")
    assert bleu.tolist() == scores["bleu-4"].values[[2, 0, 0]].tolist()
    with pytest.raises(UsageError, match="no image 99"):
        corpus.rewards(["a"], [99], "cider-d")
    with pytest.raises(UsageError, match="say which metric: one of cider-d, bleu-4"):
        corpus.rewards(["a"], [1])
    with pytest.raises(UsageError, match="2 captions for 1 image_ids"):
        corpus.rewards(["a", "b"], [1], "cider-d")
    with pytest.raises(UsageError, match=r"captions\[1\] is None"):
        corpus.rewards(["a", None], [1, 1], "cider-d")  # type: ignore[list-item]


def test_a_policy_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UsageError, match="did you mean strict"):
        cutline.score(SAID, REFERENCES, policy="Strict")  # type: ignore[arg-type]


def test_numbers_of_numpy_are_ids() -> None:
    said = {np.int64(image_id): caption for image_id, caption in SAID.items()}
    assert cutline.score(said, REFERENCES)["bleu-1"].value > 0


def test_missing_images_stop_unless_lenient() -> None:
    some = {1: SAID[1], 2: SAID[2]}
    with pytest.raises(ContentError, match="image 3: no caption for this image"):
        cutline.score(some, REFERENCES)
    lenient = cutline.score(some, REFERENCES, policy="lenient")
    alone = cutline.score(some, {i: REFERENCES[i] for i in some})
    assert lenient["cider-d"].values.tolist() == alone["cider-d"].values.tolist()
    assert lenient["cider-d"].signature.images == 2


def test_nothing_in_common_is_an_error_even_when_lenient() -> None:
    with pytest.raises(ContentError, match="no caption for any image"):
        cutline.score({77: "a dog"}, REFERENCES, policy="lenient")


@pytest.mark.parametrize(
    ("candidates", "references", "message"),
    [
        (["a"], [["a"], ["b"]], "1 candidates for 2 images"),
        (["a"], ["a"], "expected a list of captions for each image"),
        (5, {1: ["a"]}, "found int, expected a path, dictionary or list"),
    ],
)
def test_inputs_that_do_not_fit(candidates: object, references: object, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        cutline.score(candidates, references)  # type: ignore[arg-type]


def test_inputs_are_not_changed() -> None:
    references = {i: list(captions) for i, captions in REFERENCES.items()}
    said = dict(SAID)
    cutline.score(said, references)
    assert (references, said) == (REFERENCES, SAID)


def test_frequencies_saved_and_read_give_the_same_rewards(tmp_path: Path) -> None:
    corpus = cutline.Corpus(REFERENCES, "cider-d")
    expected = corpus.score(SAID)["cider-d"].values.tolist()
    for name in ("df.jsonl", "df.jsonl.gz"):
        path = tmp_path / name
        save_frequencies(corpus.frequencies(), path)
        spec = f'cider-d(df="{path}")'
        score = cutline.score(SAID, REFERENCES, spec)[spec]
        assert score.values.tolist() == expected
        assert f"files:{name}=" in str(score.signature)
    # A batch of one image has no frequencies of its own worth the name: all its weights are 0.
    one = {1: REFERENCES[1]}
    assert cutline.score({1: SAID[1]}, one, "cider-d")["cider-d"].value == 0
    assert cutline.score({1: SAID[1]}, one, spec)[spec].value == expected[0]


def test_frequencies_from_the_older_pickles(tmp_path: Path) -> None:
    counts = defaultdict(float, dict(cutline.Corpus(REFERENCES).frequencies().entries()))
    expected = cutline.score(SAID, REFERENCES, "cider-d")["cider-d"].values.tolist()
    path = tmp_path / "train-words.p"
    path.write_bytes(pickle.dumps({"document_frequency": counts, "ref_len": 3.0}, protocol=2))
    spec = f'cider-d(df="{path}")'
    assert cutline.score(SAID, REFERENCES, spec)[spec].values.tolist() == expected
    path.write_bytes(pickle.dumps(dict(counts)))
    assert load_frequencies(path).images == 40504


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "neither a Cutline frequency file nor a pickle"),
        (pickle.dumps(print), "it wants to call builtins.print"),
        (pickle.dumps([1]), "holds no n-gram counts"),
        (b'{"cutline": "run"}\n', "line 1: not a frequency file"),
        (b'{"cutline": "frequencies", "version": 2, "images": 3}\n', "reads version 1"),
        (b'{"cutline": "frequencies", "version": 1, "images": 0}\n', "images is 0"),
        (b'{"cutline": "frequencies", "version": 1, "images": 3}\n["a", -1]\n', "line 2: found"),
        (b'{"cutline": "frequencies", "version": 1, "images": 3}\n["a b c d e", 1]', "line 2"),
        (b'{"cutline": "frequencies", "version": 1, "images": 3}\n["a", 1', "line 2: not JSON"),
        (gzip.compress(b"{}", mtime=0)[:-4], "cannot be read"),
    ],
)
def test_a_wrong_frequency_file_says_what_is_wrong(
    tmp_path: Path, content: bytes, message: str
) -> None:
    path = tmp_path / "df"
    path.write_bytes(content)
    with pytest.raises(FileError, match=message):
        load_frequencies(path)


def test_values_are_arrays_of_doubles() -> None:
    scores = cutline.score(SAID, REFERENCES)
    assert all(scores[spec].values.dtype == np.float64 for spec in scores)
    assert repr(scores).startswith("Scores(")
    with pytest.raises(KeyError, match="did you mean cider-d"):
        scores["cider"]


def test_import_is_light(tmp_path: Path) -> None:
    import subprocess
    import sys

    code = "import cutline, sys; print(sorted({'numpy', 'rich', 'typer'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
