"""Every upload of the corpus: refused with a clear message, or accepted; nothing is left of it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cutline.server.models import Phase
from cutline.server.uploads import place
from cutline.server.uploads.check import Checked, check_against
from cutline.server.uploads.receive import receive
from cutline.server.uploads.refused import Refused
from tests.server.uploads.corpus import IMAGES, Case, cases

_PHASE = Phase(most_bytes=32 << 20, most_unpacked_bytes=64 << 20)
_HOSTILE = [case for case in cases() if not case.is_good]
_GOOD = [case for case in cases() if case.is_good]


def _checked(case: Case) -> Checked:
    with receive(case.stream(), _PHASE, "../captions.json", announced=case.size) as received:
        folder = received.place.path
        checked = check_against(received, IMAGES, _PHASE.most_unpacked_bytes)
    assert not folder.exists()
    checked.raise_if_invalid()
    return checked


def _told(refusal: Refused) -> str:
    return "\n".join([refusal.message, *(problem["message"] for problem in refusal.problems)])


def test_the_corpus_is_large_enough() -> None:
    assert len(_HOSTILE) >= 80
    assert len(_GOOD) >= 10


@pytest.mark.parametrize("case", _HOSTILE, ids=lambda case: case.name)
def test_hostile(case: Case) -> None:
    with pytest.raises(Refused) as caught:
        _checked(case)
    refusal, told = caught.value, _told(caught.value)
    assert refusal.status == case.status
    assert refusal.code == {413: "too_large", 422: "invalid_file"}[case.status]
    assert re.search(case.says, told, re.DOTALL), told
    # Short, fit to be shown anywhere, and without a word of how the server is made.
    assert len(refusal.message) < 1000
    assert all(character.isprintable() or character == "\n" for character in told)
    assert not re.search(r"Traceback|Errno|uploading|\breceived\b|\bunpacked\b|\.py", told)
    json.dumps(refusal.problems, allow_nan=False).encode()
    assert len(refusal.problems) <= 50


@pytest.mark.parametrize("case", _GOOD, ids=lambda case: case.name)
def test_good(case: Case) -> None:
    checked = _checked(case)
    assert checked.run is not None
    records = [json.loads(line) for line in checked.run.splitlines()[1:]]
    assert [record["image_id"] for record in records] == list(IMAGES)
    found = {warning["kind"] for warning in checked.warnings}
    assert found == ({case.warns} if case.warns else set())


def test_nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of what is refused while it comes, too: a gigabyte whose size nobody announced."""
    monkeypatch.setattr(place, "uploading", lambda: tmp_path)
    case = next(case for case in _HOSTILE if case.name == "gigabyte-of-zeros")
    with pytest.raises(Refused) as caught:
        receive(case.stream(), _PHASE, "captions.json")
    assert caught.value.status == 413
    assert not list(tmp_path.iterdir())
