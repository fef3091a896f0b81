"""A model that was trained here, as a captioner."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.models.torch_part import needs_torch

needs_torch()
pytest.importorskip("PIL.Image", reason="Pillow is not installed")
pytest.importorskip("onnxruntime", reason="ONNX Runtime is not installed")

from PIL import Image  # noqa: E402

from cutline.annotate.captioners import NoCaption, captioner_named  # noqa: E402
from cutline.annotate.captioners.captioner import Subject  # noqa: E402
from cutline.annotate.captioners.trained import TrainedModel  # noqa: E402
from cutline.core.errors import ContentError, FileError, UsageError  # noqa: E402
from cutline.datasets.pictures import PictureFile  # noqa: E402
from cutline.detect.features import GridExtractor  # noqa: E402
from tests.cli.test_caption import saved  # noqa: E402
from tests.command_line import run_cutline  # noqa: E402
from tests.detect.features.made_network import write_network  # noqa: E402


def subjects(folder: Path) -> list[Subject]:
    found = []
    for colour in ("red", "nothing", "green", "blue"):
        path = folder / f"{colour}.png"
        if colour == "nothing":
            path.write_bytes(b"no picture")
        else:
            Image.new("RGB", (8, 8), colour).save(path)
        found.append(Subject(PictureFile(path.name, path), 8, 8))
    return found


def test_captions_are_those_of_cutline_caption(tmp_path: Path) -> None:
    network = write_network(tmp_path / "network")
    model = saved(tmp_path, 3, GridExtractor(network, jobs=1).signature)
    captioner = TrainedModel(str(model), network=str(network))
    assert captioner.name == "up-down"
    assert captioner.signature.startswith("model:")
    (tmp_path / "photos").mkdir()
    given = subjects(tmp_path / "photos")
    captioner.prepare([subject.file for subject in given])
    found = captioner.captions(given)
    captioner.close()
    assert isinstance(found[1], NoCaption)
    assert "nothing.png" in found[1].why
    done = run_cutline("caption", model, tmp_path / "photos", "--network", network)
    for subject, caption in zip(given, found, strict=True):
        if isinstance(caption, str):
            line = f'"image_id": "{subject.file.image_id}", "captions": ["{caption}"]'
            assert line in done.stdout
    assert sum(isinstance(caption, str) for caption in found) == 3


def test_one_picture_does_not_keep_others_from_captions(tmp_path: Path) -> None:
    network = write_network(tmp_path / "network")
    model = saved(tmp_path, 3, GridExtractor(network, jobs=1).signature)
    captioner = TrainedModel(str(model), network=str(network))
    extract = captioner._extractor.extract

    def fails_with_green(pictures: list[object]) -> object:
        if any(picture.file.image_id == "green.png" for picture in pictures):  # type: ignore[attr-defined]
            raise ContentError("too green")
        return extract(pictures)  # type: ignore[arg-type]

    with patch.object(captioner._extractor, "extract", fails_with_green):
        found = captioner.captions(subjects(tmp_path))
    assert [isinstance(caption, str) for caption in found] == [True, False, False, True]
    assert found[2] == NoCaption("too green")


def test_closing_waits_for_pictures_under_way(tmp_path: Path) -> None:
    network = write_network(tmp_path / "network")
    captioner = TrainedModel(
        str(saved(tmp_path, 3, GridExtractor(network, jobs=1).signature)), network=str(network)
    )
    begun, extract = threading.Event(), captioner._extractor.extract

    def slowly(pictures: list[object]) -> object:
        begun.set()
        time.sleep(0.2)
        found = extract(pictures)  # type: ignore[arg-type]
        ended.append(True)
        return found

    ended: list[bool] = []
    given = subjects(tmp_path)
    with patch.object(captioner._extractor, "extract", slowly):
        thread = threading.Thread(target=captioner.captions, args=(given,))
        thread.start()
        assert begun.wait(30)
        captioner.close()
        assert ended == [True]
        thread.join(30)


def test_what_is_no_such_model_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="expected the file of a trained model"):
        captioner_named("model:")
    with pytest.raises(FileError, match="cannot be read"):
        captioner_named(f"mine=model:{tmp_path / 'none.pt'}")
    with pytest.raises(UsageError, match="features by 'toy' cannot be made of pictures"):
        captioner_named(f"model:{saved(tmp_path)}")
