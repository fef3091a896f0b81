"""Annotating into a file: going on, adding, leaving out, and refusing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from cutline.annotate import NoCaption, Plan, Subject, annotate_to, captioners_named
from cutline.annotate.journal import journal_path
from cutline.annotate.work import InterruptedWorkError
from cutline.core.errors import ContentError, FileError, UsageError
from cutline.core.file_lock import file_lock
from cutline.datasets.annotated_images import read_annotations
from tests.annotate.stand_ins import METRICS, Captioner, Detector, install, paint


@pytest.fixture(autouse=True)
def _stand_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out.jsonl"


def dog() -> Captioner:
    return Captioner("dog", lambda subject: "a dog")


def plan(*captioners: Captioner, detector: Detector | None = None, batch: int = 2) -> Plan:
    return Plan(captioners, detector or Detector(), METRICS, batch)


def ids(out: Path) -> list[object]:
    return [json.loads(line)["image_id"] for line in out.read_text().splitlines()[1:]]


def test_the_file_has_all_images_in_their_order_and_nothing_else_is_left(
    tmp_path: Path, out: Path
) -> None:
    files = paint(tmp_path / "p", 5)[::-1]
    found = annotate_to(out, files, plan(dog()))
    header, images = read_annotations(out)
    assert (header, tuple(images)) == (found.header, found.images)
    assert ids(out) == ["05.png", "04.png", "03.png", "02.png", "01.png"]
    assert (found.done, found.again, found.gone) == (5, 0, 0)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.jsonl", "p"]


def test_the_same_again_does_nothing(tmp_path: Path, out: Path) -> None:
    files = paint(tmp_path / "p", 3)
    annotate_to(out, files, plan(dog()))
    before, stamp = out.read_bytes(), out.stat().st_mtime_ns
    captioner, detector = dog(), Detector()
    found = annotate_to(out, files, plan(captioner, detector=detector))
    assert found.done == 0
    assert len(found.images) == 3
    assert captioner.asked == detector.asked == []
    assert (out.read_bytes(), out.stat().st_mtime_ns) == (before, stamp)


def test_new_pictures_are_added_in_their_place_and_old_ones_left_out(
    tmp_path: Path, out: Path
) -> None:
    files = paint(tmp_path / "p", 6)
    annotate_to(out, [files[1], files[3], files[4]], plan(dog()))
    captioner = dog()
    found = annotate_to(out, [files[0], files[1], files[2], files[3]], plan(captioner))
    assert captioner.asked == ["01.png", "03.png"]
    assert (found.done, found.gone) == (2, 1)
    assert ids(out) == ["01.png", "02.png", "03.png", "04.png"]
    found = annotate_to(out, [files[3]], plan(captioner))
    assert (found.done, found.gone, ids(out)) == (0, 3, ["04.png"])


def test_another_order_is_written_without_asking_anybody(tmp_path: Path, out: Path) -> None:
    files = paint(tmp_path / "p", 3)
    annotate_to(out, files, plan(dog()))
    captioner = dog()
    annotate_to(out, files[::-1], plan(captioner))
    assert ids(out) == ["03.png", "02.png", "01.png"]
    assert captioner.asked == []


def test_another_file_with_the_same_id_is_another_image(tmp_path: Path, out: Path) -> None:
    annotate_to(out, paint(tmp_path / "p", 2), plan(dog()))
    captioner = dog()
    found = annotate_to(out, paint(tmp_path / "q", 2), plan(captioner))
    assert captioner.asked == ["01.png", "02.png"]
    assert (found.done, found.gone) == (2, 2)


def test_images_with_errors_are_tried_again(tmp_path: Path, out: Path) -> None:
    files = paint(tmp_path / "p", 4)
    ill = Captioner("dog", lambda s: NoCaption("busy") if s.file.path.name == "03.png" else "a dog")
    first = annotate_to(out, files, plan(ill, detector=Detector(refused=["02.png"])))
    assert [image.image_id for image in first.with_errors] == ["02.png", "03.png"]
    well, detector = dog(), Detector()
    second = annotate_to(out, files, plan(well, detector=detector))
    assert well.asked == detector.asked == ["02.png", "03.png"]
    assert (second.done, second.again, second.with_errors) == (2, 2, ())


def test_pictures_that_have_changed_are_done_again(tmp_path: Path, out: Path) -> None:
    files = paint(tmp_path / "p", 5)
    annotate_to(out, files, plan(dog()))
    larger, later = files[1].path, files[3].path
    before = larger.stat()
    larger.write_bytes(larger.read_bytes() + b"more")
    os.utime(larger, ns=(before.st_atime_ns, before.st_mtime_ns))
    os.utime(later, ns=(0, later.stat().st_mtime_ns + 1_000_000))
    captioner = dog()
    found = annotate_to(out, files, plan(captioner))
    assert captioner.asked == ["02.png", "04.png"]
    assert (found.done, found.again) == (2, 2)
    assert annotate_to(out, files, plan(dog())).done == 0


def test_a_picture_that_changes_between_two_interrupted_runs_is_done_again(
    tmp_path: Path, out: Path
) -> None:
    files = paint(tmp_path / "p", 4)
    with pytest.raises(InterruptedWorkError, match="2 of 4 images are kept"):
        annotate_to(out, files, plan(Stop(2, KeyboardInterrupt)))
    files[0].path.write_bytes(files[0].path.read_bytes() + b"more")
    captioner = dog()
    annotate_to(out, files, plan(captioner))
    assert captioner.asked == ["01.png", "03.png", "04.png"]
    assert ids(out) == ["01.png", "02.png", "03.png", "04.png"]


def test_a_file_that_does_not_tell_of_its_pictures_is_believed(tmp_path: Path, out: Path) -> None:
    files = paint(tmp_path / "p", 3)
    annotate_to(out, files, plan(dog()))
    header, *lines = map(json.loads, out.read_text().splitlines())
    for line in lines:
        del line["bytes"], line["modified"]
    out.write_text("".join(f"{json.dumps(line)}\n" for line in [header, *lines]))
    os.utime(files[0].path, (0, 0))
    captioner = dog()
    assert annotate_to(out, files, plan(captioner)).done == 0
    assert captioner.asked == []


class Stop(Captioner):
    """Ends the work with an exception at the n-th picture, as if the process ended there."""

    def __init__(self, after: int, error: type[BaseException]) -> None:
        super().__init__("dog", lambda subject: "a dog")
        self.after, self.error = after, error

    def captions(self, subjects: list[Subject]) -> list[str | NoCaption]:  # type: ignore[override]
        if len(self.asked) + len(subjects) > self.after:
            raise self.error
        return super().captions(subjects)


def test_after_an_interruption_the_same_call_goes_on(tmp_path: Path, out: Path) -> None:
    files = paint(tmp_path / "p", 9)
    expected = tmp_path / "expected.jsonl"
    annotate_to(expected, files, plan(dog()))
    with pytest.raises(InterruptedWorkError) as raised:
        annotate_to(out, files, plan(Stop(4, KeyboardInterrupt)))
    assert raised.value.exit_code == 130
    assert str(raised.value) == (
        f"interrupted; 4 of 9 images are kept in {out}.part: the same command goes on from there"
    )
    assert not out.exists()
    captioner = dog()
    annotate_to(out, files, plan(captioner))
    assert captioner.asked == [f"{n:02d}.png" for n in range(5, 10)]
    assert out.read_bytes() == expected.read_bytes()
    assert not journal_path(out).exists()


def test_a_finished_file_and_a_journal_go_on_together(tmp_path: Path, out: Path) -> None:
    files = paint(tmp_path / "p", 8)
    annotate_to(out, files[:2], plan(dog()))
    before = out.read_bytes()
    with pytest.raises(InterruptedWorkError, match="6 of 8 images are kept"):
        annotate_to(out, files, plan(Stop(4, KeyboardInterrupt)))
    assert out.read_bytes() == before
    captioner = dog()
    found = annotate_to(out, files, plan(captioner))
    assert captioner.asked == ["07.png", "08.png"]
    assert (found.done, len(ids(out))) == (2, 8)


def test_a_retry_in_the_journal_counts_more_than_the_error_before_it(
    tmp_path: Path, out: Path
) -> None:
    files = paint(tmp_path / "p", 4)
    annotate_to(out, files, plan(Captioner("dog", lambda subject: NoCaption("busy"))))
    with pytest.raises(InterruptedWorkError, match="2 of 4 images are kept"):
        annotate_to(out, files, plan(Stop(2, KeyboardInterrupt)))
    captioner = dog()
    assert annotate_to(out, files, plan(captioner)).with_errors == ()
    assert captioner.asked == ["03.png", "04.png"]


def test_a_run_that_ended_after_writing_leaves_nothing_to_do(tmp_path: Path, out: Path) -> None:
    files = paint(tmp_path / "p", 2)
    annotate_to(out, files, plan(dog()))
    journal_path(out).write_bytes(out.read_bytes())  # killed before the journal was deleted
    (tmp_path / ".out.jsonl.k3x_9a2b").write_text("half a f")  # and once while writing
    captioner = dog()
    annotate_to(out, files, plan(captioner))
    assert captioner.asked == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.jsonl", "p"]


@pytest.mark.parametrize("is_finished", [True, False])
def test_what_was_made_otherwise_is_refused_with_the_difference(
    tmp_path: Path, out: Path, is_finished: bool
) -> None:
    files = paint(tmp_path / "p", 4)
    if is_finished:
        annotate_to(out, files, plan(dog()))
    else:
        with pytest.raises(InterruptedWorkError):
            annotate_to(out, files, plan(Stop(2, KeyboardInterrupt)))
    file = out if is_finished else journal_path(out)
    before = file.read_bytes()
    other = Captioner("cat", lambda subject: "a cat")
    changed = dog()
    changed.signature = "dog:2"
    for made, difference in (
        (plan(other), "made with the captioners dog, and now they are cat"),
        (plan(dog(), other), "made with the captioners dog, and now they are dog, cat"),
        (plan(changed), "made with dog=dog:1, and now it is dog=dog:2"),
        (
            plan(dog(), detector=Detector("stand-in:2")),
            "made with detector=stand-in:1, and now it is detector=stand-in:2",
        ),
    ):
        with pytest.raises(UsageError) as raised:
            annotate_to(out, files, made)
        assert difference in str(raised.value)
        assert f"{file} was" in str(raised.value)
        assert "--restart" in str(raised.value)
        assert file.read_bytes() == before
    found = annotate_to(out, files, plan(other), restart=True)
    assert found.done == 4
    assert found.header.captioners == ("cat",)


def test_beginning_anew_forgets_the_same_too(tmp_path: Path, out: Path) -> None:
    files = paint(tmp_path / "p", 4)
    annotate_to(out, files, plan(dog()))
    with pytest.raises(InterruptedWorkError, match=r"2 of 4 .*the same command without --restart"):
        annotate_to(out, files, plan(Stop(2, KeyboardInterrupt)), restart=True)
    captioner = dog()
    annotate_to(out, files, plan(captioner))
    assert captioner.asked == ["03.png", "04.png"]


@pytest.mark.parametrize("restart", [True, False])
def test_a_file_of_another_kind_is_never_written_over(
    tmp_path: Path, out: Path, restart: bool
) -> None:
    files = paint(tmp_path / "p", 1)
    out.write_text('{"cutline": "run", "system": "mine"}\n')
    with pytest.raises(FileError, match=r"out.jsonl"):
        annotate_to(out, files, plan(dog()), restart=restart)
    assert "mine" in out.read_text()


def test_a_damaged_file_of_ours_can_be_begun_anew_and_an_empty_one_is_none(
    tmp_path: Path, out: Path
) -> None:
    files = paint(tmp_path / "p", 2)
    out.write_text("")
    annotate_to(out, files, plan(dog()))
    out.write_text(out.read_text()[:-40])
    with pytest.raises(FileError, match="it would be written over"):
        annotate_to(out, files, plan(dog()))
    assert annotate_to(out, files, plan(dog()), restart=True).done == 2


def test_nothing_is_forgotten_for_captioners_that_know_none_of_the_pictures(
    tmp_path: Path, out: Path
) -> None:
    files = paint(tmp_path / "p", 2)
    annotate_to(out, files, plan(dog()))
    captions = tmp_path / "gull.json"
    captions.write_text('[{"image_id": "zebra", "caption": "a zebra"}]')
    with pytest.raises(ContentError, match="has captions for none of the 2 images"):
        annotate_to(
            out, files, Plan(captioners_named([str(captions)]), Detector(), METRICS), restart=True
        )
    assert ids(out) == ["01.png", "02.png"]


def test_a_second_run_waits_for_the_first_and_finds_its_work_done(
    tmp_path: Path, out: Path
) -> None:
    files = paint(tmp_path / "p", 2)
    begun, go_on = threading.Event(), threading.Event()

    def wait(subject: Subject) -> str:
        begun.set()
        assert go_on.wait(20)
        return "a dog"

    first, second = Captioner("dog", wait), dog()
    threads = [
        threading.Thread(target=annotate_to, args=(out, files, plan(captioner)))
        for captioner in (first, second)
    ]
    threads[0].start()
    assert begun.wait(20)
    threads[1].start()
    threads[1].join(0.3)
    assert threads[1].is_alive()
    go_on.set()
    for thread in threads:
        thread.join(20)
    assert second.asked == []
    assert ids(out) == ["01.png", "02.png"]


def test_a_lock_that_a_killed_run_left_is_no_obstacle(tmp_path: Path, out: Path) -> None:
    (tmp_path / "out.jsonl.lock").write_text("")
    annotate_to(out, paint(tmp_path / "p", 1), plan(dog()))
    with file_lock(tmp_path / "out.jsonl.lock", "waiting") as is_locked:
        assert is_locked


def test_batches_are_cut_at_the_same_places_whatever_is_done_already(
    tmp_path: Path, out: Path
) -> None:
    files = paint(tmp_path / "p", 9)
    annotate_to(out, [files[1], files[5]], plan(dog(), batch=4))
    detector = Detector()
    annotate_to(out, files, plan(dog(), detector=detector, batch=4))
    assert detector.batches == [
        ["01.png", "03.png", "04.png"],
        ["05.png", "07.png", "08.png"],
        ["09.png"],
    ]


def test_a_full_disk_is_told_and_nothing_is_lost(tmp_path: Path, out: Path) -> None:
    resource = pytest.importorskip("resource")
    paint(tmp_path / "p", 40)
    command = [
        *(sys.executable, "-m", "tests.annotate.stand_ins", "annotate", str(tmp_path / "p")),
        *("--captioner", "describe", "--detector", "any", "-o", str(out), "--batch", "2"),
    ]

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))

    full = subprocess.run(command, preexec_fn=limit, capture_output=True, text=True, check=False)
    assert full.returncode == 3
    assert f"{out}.part: cannot be written: File too large; " in full.stderr
    assert "of 40 images are kept" in full.stderr
    assert "Traceback" not in full.stderr
    kept = len(journal_path(out).read_text().splitlines()) - 1
    assert 0 < kept < 40
    again = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (again.returncode, again.stderr) == (0, "")
    assert f"40 images, {40 - kept} annotated now" in again.stdout
    assert len(set(map(str, ids(out)))) == len(ids(out)) == 40
