"""COCOEvalCap against the old package, on COCO files."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cutline.compat.pycocoevalcap import CaptionsError, MetricsNotComputedWarning
from cutline.core.errors import FileError
from tests.compat.comparing import assert_same, printed
from tests.official import official_jar

IMAGES = [42, 7, 19]
REFERENCES = [
    (42, "A man's dog, isn't it?"),
    (7, "Two cats sleep on a bed."),
    (42, "The dog is running home"),
    (19, "A shelf of soap etc."),
    (7, "Cats on a bed"),
    (19, "Soap and towels"),
]
RESULTS = [(19, "A shelf with soap, towels etc."), (42, "A dog is running home."), (7, "Cats!")]


class NothingToCompute:
    """Stands in for the old package's SPICE, which is slow, and not equal."""

    def compute_score(self, gts: Any, res: Any) -> tuple[float, list[float]]:
        return 0.0, [0.0] * len(gts)

    def method(self) -> str:
        return "left out"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path / "references.json", IMAGES, REFERENCES)
    results = [{"image_id": image_id, "caption": caption} for image_id, caption in RESULTS]
    (tmp_path / "results.json").write_text(json.dumps(results))
    return tmp_path


def write(path: Path, images: list[int], captions: list[tuple[int, str]]) -> None:
    annotations = [
        {"id": place, "image_id": image_id, "caption": caption}
        for place, (image_id, caption) in enumerate(captions)
    ]
    images_listed = [{"id": image_id} for image_id in images]
    content = {"images": images_listed, "annotations": annotations, "info": {}, "licenses": []}
    path.write_text(json.dumps(content))


def load(folder: Path) -> tuple[Any, Any]:
    """References and results as pycocotools reads them."""
    coco = pytest.importorskip("pycocotools.coco", reason="pycocotools is not installed")
    references = printed(lambda: coco.COCO(str(folder / "references.json")))[0]
    return references, printed(lambda: references.loadRes(str(folder / "results.json")))[0]


def evaluate(evaluation: Any, image_ids: list[int] | None) -> tuple[Any, list[str]]:
    if image_ids is not None:
        evaluation.params["image_id"] = image_ids
    return printed(evaluation.evaluate)


def without_the_left_out(evaluation: Any) -> tuple[Any, ...]:
    records = [evaluation.eval, *evaluation.imgToEval.values()]
    for record in records:
        del record["SPICE"]
    return evaluation.eval, evaluation.imgToEval, evaluation.evalImgs, evaluation.params


@pytest.mark.parametrize("image_ids", [None, [7, 42], [19]])
def test_evaluation(
    old: SimpleNamespace,
    new: SimpleNamespace,
    folder: Path,
    old_meteor: Any,
    new_meteor: Any,
    new_spice: Any,
    monkeypatch: pytest.MonkeyPatch,
    image_ids: list[int] | None,
):
    official_jar()
    monkeypatch.setattr("pycocoevalcap.eval.Meteor", lambda: old_meteor)
    monkeypatch.setattr("pycocoevalcap.eval.Spice", NothingToCompute)
    theirs, ours = (each.COCOEvalCap(*load(folder)) for each in (old, new))
    _, expected_text = evaluate(theirs, image_ids)
    _, text = evaluate(ours, image_ids)
    found, expected = ours.eval["SPICE"], theirs.eval["SPICE"]
    expected_text = expected_text.replace("left out", "SPICE")
    assert text == expected_text.replace(f"SPICE: {expected:0.3f}", f"SPICE: {found:0.3f}")
    assert [list(record) for record in ours.evalImgs] == [list(r) for r in theirs.evalImgs]
    assert_same(without_the_left_out(ours), without_the_left_out(theirs))


def index(captions: list[tuple[int, str]]) -> SimpleNamespace:
    """What the evaluation needs of pycocotools."""
    annotations: dict[int, list[dict[str, str]]] = {}
    for image_id, caption in captions:
        annotations.setdefault(image_id, []).append({"caption": caption})
    return SimpleNamespace(imgToAnns=annotations, getImgIds=lambda: IMAGES)


BLEU = ["Bleu_1", "Bleu_2", "Bleu_3", "Bleu_4"]


@pytest.mark.usefixtures("new_meteor", "new_spice")
def test_any_object_with_the_two_members_will_do(new: SimpleNamespace):
    evaluation = new.COCOEvalCap(index(REFERENCES), index(RESULTS))
    printed(evaluation.evaluate)
    assert list(evaluation.eval) == [*BLEU, "METEOR", "ROUGE_L", "CIDEr", "SPICE"]
    assert [record["image_id"] for record in evaluation.evalImgs] == IMAGES
    evaluation.params["image_id"] = [7, 1000]
    with pytest.raises(CaptionsError, match="image 1000: in params"):
        printed(evaluation.evaluate)


@pytest.mark.usefixtures("new_meteor")
def test_spice_gives_each_image_its_own_value(new: SimpleNamespace, new_spice: Any):
    # The ids do not ascend, and the old package would give the dog's value to the cats.
    said = [(42, "a dog"), (7, "a bus"), (19, "a shelf of soap")]
    evaluation = new.COCOEvalCap(index(said), index([*said[::2], (7, "a cat")]))
    printed(evaluation.evaluate)
    values = {image_id: record["SPICE"] for image_id, record in evaluation.imgToEval.items()}
    assert {image_id: value["All"]["f"] for image_id, value in values.items()} == {
        42: 1,
        7: 0,
        19: 1,
    }
    assert evaluation.eval["SPICE"] == pytest.approx(2 / 3)


@pytest.mark.usefixtures("new_meteor")
def test_without_onnx_runtime_all_but_spice_is_computed(
    new: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("cutline.text.parser.find_spec", lambda name: None)
    evaluation = new.COCOEvalCap(index(REFERENCES), index(RESULTS))
    with pytest.warns(MetricsNotComputedWarning) as caught:
        text = printed(evaluation.evaluate)[1]
    (warning,) = caught
    assert str(warning.message).startswith("SPICE is not computed: the results have no key SPICE")
    assert str(warning.message).endswith(" -m pip install onnxruntime")
    # The warning points to the line that called evaluate().
    assert warning.filename.endswith("comparing.py")
    assert list(evaluation.eval) == [*BLEU, "METEOR", "ROUGE_L", "CIDEr"]
    assert "SPICE" not in text


@pytest.mark.usefixtures("without_meteor_data")
def test_without_the_word_lists_all_but_meteor_and_spice_is_computed(new: SimpleNamespace):
    evaluation = new.COCOEvalCap(index(REFERENCES), index(RESULTS))
    with pytest.warns(MetricsNotComputedWarning) as caught:
        text = printed(evaluation.evaluate)[1]
    meteor, spice = (str(warning.message) for warning in caught)
    assert meteor.startswith("METEOR is not computed")
    assert meteor.endswith(" -m pip install pycocoevalcap")
    assert spice.startswith("SPICE is not computed")
    assert spice.endswith(" -m pip install pycocoevalcap")
    assert all(warning.filename.endswith("comparing.py") for warning in caught)
    assert list(evaluation.eval) == [*BLEU, "ROUGE_L", "CIDEr"]
    assert all("METEOR" not in record for record in evaluation.evalImgs)
    assert "METEOR" not in text
    assert "SPICE" not in text


def test_word_lists_that_were_named_wrongly_are_an_error(
    new: SimpleNamespace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("CUTLINE_METEOR_DIR", str(tmp_path))
    evaluation = new.COCOEvalCap(index(REFERENCES), index(RESULTS))
    with pytest.raises(FileError, match=r"meteor-1\.5\.jar: no such file; CUTLINE_METEOR_DIR"):
        printed(evaluation.evaluate)


@pytest.mark.parametrize(
    ("results", "message"),
    [
        (RESULTS[:2], "only the references have 7"),
        ([*RESULTS, (7, "Two cats")], "image 7: 2 candidates"),
    ],
)
@pytest.mark.usefixtures("new_meteor", "new_spice")
def test_results_that_do_not_fit(new: SimpleNamespace, folder: Path, results: Any, message: str):
    records = [{"image_id": image_id, "caption": caption} for image_id, caption in results]
    (folder / "results.json").write_text(json.dumps(records))
    evaluation = new.COCOEvalCap(*load(folder))
    with pytest.raises(AssertionError, match=message):
        printed(evaluation.evaluate)
