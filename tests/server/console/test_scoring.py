"""What a board is scored by, on pages: metrics, bundles, and the word of a host on a rescore."""

from __future__ import annotations

import io
import tempfile
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from cutline.core.types import Benchmark as Pictures
from cutline.datasets.bundle import BundleContent, SplitContent, write_bundle
from cutline.server.models import Benchmark, Kind, Rescore, RescoreState, State, Submission
from cutline.server.scoring import scorer
from cutline.web.people.models import AuditEntry, Person
from tests.server import made
from tests.server.console.conftest import SignedIn, audited
from tests.server.scored import score_all

pytestmark = pytest.mark.django_db
ADDRESS = "/host/b/made/scoring/"


def _bundle(version: str, test: Pictures, *, with_dev: bool = True) -> SimpleUploadedFile:
    """Another version of the usual bundle."""
    private = SplitContent.from_benchmark("test", test, visibility="private")
    dev = SplitContent.from_benchmark("dev", made.pictures(), human=made.human())
    content = BundleContent(
        name="made",
        benchmark_version=version,
        licence="CC0-1.0",
        title="Made pictures",
        metrics=("rouge-l", "bleu-4"),
        slices={"light": "when it was taken"},
        splits=(dev, private) if with_dev else (private,),
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "new.zip"
        write_bundle(content, path)
        return SimpleUploadedFile("new.zip", path.read_bytes(), "application/zip")


def _other_references() -> Pictures:
    pictures = made.pictures()
    references = tuple(
        (*said, f"One more of picture {i}.") for i, said in enumerate(pictures.references)
    )
    return replace(pictures, references=references)


def test_another_order_of_columns_is_shown_at_once(
    hosts_browser: Client, entry: Submission
) -> None:
    benchmark = entry.phase.benchmark
    given = {"metrics": "bleu-4\r\n\r\nrouge-l", "slice_name": "light"}
    assert hosts_browser.post(ADDRESS, given).headers["Location"] == ADDRESS
    benchmark.refresh_from_db()
    assert benchmark.metrics == ["bleu-4", "rouge-l"]
    assert not Rescore.objects.exists()
    assert audited("benchmark.edit").detail["metrics"] == {
        "before": ["rouge-l", "bleu-4"],
        "after": ["bleu-4", "rouge-l"],
    }
    hosts_browser.post(ADDRESS, given)
    assert AuditEntry.objects.filter(action="benchmark.edit").count() == 1


def test_other_metrics_are_looked_at_before_they_are_shown(
    hosts_browser: Client, entry: Submission
) -> None:
    given = {"metrics": "cider-d\nrouge-l", "slice_name": "light"}
    answer = hosts_browser.post(ADDRESS, given)
    rescore = Rescore.objects.get()
    page = f"/host/b/made/rescore/{rescore.pk}/"
    assert answer.headers["Location"] == page
    assert "0 of 3" in hosts_browser.get(page).content.decode()
    early = hosts_browser.post(f"{page}publish/", follow=True).content.decode()
    assert "3 submissions are still to be scored anew" in early
    score_all()
    shown = hosts_browser.get(page).content.decode()
    assert "3 of 3" in shown
    assert "Metrics: cider-d, rouge-l in place of rouge-l, bleu-4" in shown
    assert Benchmark.objects.get().metrics == ["rouge-l", "bleu-4"]
    done = hosts_browser.post(f"{page}publish/", follow=True).content.decode()
    assert "The new board is published." in done
    assert "It was published by hanna" in done
    assert Benchmark.objects.get().metrics == ["cider-d", "rouge-l"]
    assert audited("rescore.publish").detail["entries"] == 3


def test_a_rescore_is_dropped(hosts_browser: Client, entry: Submission) -> None:
    hosts_browser.post(ADDRESS, {"metrics": "rouge-l", "slice_name": ""})
    rescore = Rescore.objects.get()
    hosts_browser.post(f"/host/b/made/rescore/{rescore.pk}/drop/")
    rescore.refresh_from_db()
    assert rescore.state == RescoreState.DROPPED
    assert audited("rescore.drop").scope == "made"
    again = hosts_browser.post(f"/host/b/made/rescore/{rescore.pk}/publish/", follow=True)
    assert "The rescore is dropped already." in again.content.decode()


@pytest.mark.parametrize(
    ("metrics", "said"),
    [
        ("rouge-x", "rouge-x"),
        ("", "required"),
        ("rouge-l\nrouge-l", "stands there twice"),
        ("object-f1\nrouge-l", "object-f1"),
    ],
)
def test_metrics_that_cannot_be_are_told_of(
    hosts_browser: Client, benchmark: Benchmark, metrics: str, said: str
) -> None:
    answer = hosts_browser.post(ADDRESS, {"metrics": metrics, "slice_name": "light"})
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Rescore.objects.exists()


def test_after_an_upgrade_the_page_offers_a_rescore(
    hosts_browser: Client, entry: Submission, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Rescore by this installation" not in hosts_browser.get(ADDRESS).content.decode()
    nothing = hosts_browser.post(f"{ADDRESS}rescore/", follow=True).content.decode()
    assert "there is nothing to compute anew" in nothing
    monkeypatch.setattr(scorer, "__version__", "99.0")
    assert "Rescore by this installation" in hosts_browser.get(ADDRESS).content.decode()
    answer = hosts_browser.post(f"{ADDRESS}rescore/")
    assert answer.headers["Location"] == f"/host/b/made/rescore/{Rescore.objects.get().pk}/"


def test_a_newer_bundle_takes_over_when_its_scores_are_published(
    hosts_browser: Client, entry: Submission
) -> None:
    before = entry.results.get().scores[""]["rouge-l"]["value"]
    answer = hosts_browser.post(
        f"{ADDRESS}bundle/", {"bundle": _bundle("2.0", _other_references())}
    )
    rescore = Rescore.objects.get()
    assert answer.status_code == 302
    score_all()
    assert Benchmark.objects.get().bundle_version == "1.0"
    hosts_browser.post(f"/host/b/made/rescore/{rescore.pk}/publish/")
    benchmark = Benchmark.objects.get()
    assert benchmark.bundle_version == "2.0"
    assert benchmark.bundle_digest == rescore.bundle_digest
    after = entry.results.get(scorer=benchmark.scorer).scores[""]["rouge-l"]["value"]
    assert after == pytest.approx(before)
    # The new version has no words of people for the private part.
    assert not entry.phase.submissions.filter(kind=Kind.HUMAN).exists()


def test_entries_that_do_not_fit_a_newer_bundle_fall_off_if_the_host_says_so(
    hosts_browser: Client, entry: Submission
) -> None:
    pictures = made.pictures()
    ids = (*pictures.image_ids[:-1], 99)
    grown = replace(pictures, image_ids=ids, tags={"light": dict.fromkeys(ids, "day")})
    hosts_browser.post(f"{ADDRESS}bundle/", {"bundle": _bundle("3.0", grown)})
    page = f"/host/b/made/rescore/{Rescore.objects.get().pk}/"
    for job in entry.jobs.filter(scorer=Rescore.objects.get().scorer):
        job.state, job.fault = "failed", "the captions cannot be scored"
        job.save()
    score_all()
    assert "cannot be scored" in hosts_browser.get(page).content.decode()
    refused = hosts_browser.post(f"{page}publish/", follow=True).content.decode()
    assert "would fall off the board" in refused
    hosts_browser.post(f"{page}publish/", {"drop_failed": "on"})
    entry.refresh_from_db()
    assert (entry.state, entry.on_board) == (State.FAILED, False)


def test_a_bundle_without_a_split_that_a_phase_has_is_refused(
    hosts_browser: Client, benchmark: Benchmark
) -> None:
    given = {"bundle": _bundle("4.0", made.pictures(), with_dev=False)}
    answer = hosts_browser.post(f"{ADDRESS}bundle/", given)
    assert answer.status_code == 422
    assert "it has no split &#x27;dev&#x27;" in answer.content.decode()
    assert hosts_browser.post(f"{ADDRESS}bundle/", {}).status_code == 422


def test_hosts_alone_download_the_whole_bundle_and_that_is_written_down(
    signed_in: SignedIn, benchmark: Benchmark, host: Person, stranger: Person
) -> None:
    address = f"{ADDRESS}whole.zip"
    assert signed_in(stranger).post(address).status_code == 403
    assert not AuditEntry.objects.filter(action="benchmark.download_private").exists()
    answer = signed_in(host).post(address)
    assert answer.status_code == 200
    with zipfile.ZipFile(io.BytesIO(answer.content)) as bundle:
        texts = b"".join(bundle.read(name) for name in bundle.namelist())
    assert made.CANARIES[0].encode() in texts
    assert "no-store" in answer.headers["Cache-Control"]
    assert AuditEntry.objects.filter(action="benchmark.download_private").count() == 1
