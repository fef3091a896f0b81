"""Making a benchmark, changing what is said of it, its hosts, and its end."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from cutline.server.models import (
    Benchmark,
    BenchmarkState,
    Blob,
    Host,
    Kind,
    Submission,
)
from cutline.web.people.models import AuditEntry, Person
from tests.server import made
from tests.server.console.conftest import SignedIn, audited
from tests.server.scored import score_all, submission

pytestmark = pytest.mark.django_db


def _zip(benchmark: Benchmark) -> bytes:
    return Blob.objects.get(pk=benchmark.bundle_id).data()


def _sent(data: bytes, name: str = "bundle.zip") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data, "application/zip")


def test_a_bundle_becomes_a_draft(
    signed_in: SignedIn, stranger: Person, benchmark: Benchmark
) -> None:
    given = {"bundle": _sent(_zip(benchmark)), "title": "My own", "slug": "my-own"}
    answer = signed_in(stranger).post("/host/create/", given)
    assert answer.headers["Location"] == "/host/b/my-own/"
    new = Benchmark.objects.get(slug="my-own")
    assert (new.title, new.state, new.owner) == ("My own", BenchmarkState.DRAFT, stranger)
    assert AuditEntry.objects.filter(action="benchmark.create", scope="my-own").exists()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("text", "is no bundle"),
        ("changed", "has been changed"),
        ("traversal", "a path in the zip"),
        ("bomb", "no captions shrink that much"),
    ],
)
def test_a_bundle_with_problems_is_not_kept(
    hosts_browser: Client, benchmark: Benchmark, tmp_path: Path, name: str, said: str
) -> None:
    data = _broken(name, _zip(benchmark), tmp_path)
    blobs = Blob.objects.count()
    answer = hosts_browser.post("/host/create/", {"bundle": _sent(data), "slug": "new"})
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Benchmark.objects.filter(slug="new").exists()
    assert Blob.objects.count() == blobs


def _broken(name: str, data: bytes, folder: Path) -> bytes:
    if name == "text":
        return b"no zip at all"
    path = folder / "broken.zip"
    path.write_bytes(data)
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
        if name == "traversal":
            archive.writestr("../../outside.txt", "x")
        elif name == "bomb":
            archive.writestr("zeros.bin", bytes(80 << 20))
    if name != "changed":
        return path.read_bytes()
    changed = folder / "changed.zip"
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(changed, "w") as new:
        for member in old.namelist():
            content = old.read(member)
            new.writestr(member, content.replace(b"A dog", b"A fox"))
    return changed.read_bytes()


def test_an_address_that_is_taken_is_told_of(hosts_browser: Client, benchmark: Benchmark) -> None:
    answer = hosts_browser.post(
        "/host/create/", {"bundle": _sent(_zip(benchmark)), "slug": benchmark.slug}
    )
    assert answer.status_code == 422
    assert "take another" in answer.content.decode()
    bad = hosts_browser.post("/host/create/", {"bundle": _sent(b"x"), "slug": "a b/c"})
    assert "expected letters, digits and hyphens, such as a-bc" in bad.content.decode()
    assert hosts_browser.post("/host/create/", {}).status_code == 422


def test_texts_are_changed_and_the_record_says_which(
    hosts_browser: Client, benchmark: Benchmark
) -> None:
    given = {
        "title": "Better <b>pictures</b>",
        "summary": "In short",
        "description": "Long\r\n\r\ntext",
        "rules": "",
        "discussion_url": "https://example.org/forum",
        "visibility": "unlisted",
        "decimals": "2",
    }
    assert hosts_browser.post("/host/b/made/edit/", given).status_code == 302
    benchmark.refresh_from_db()
    assert (benchmark.title, benchmark.decimals) == ("Better <b>pictures</b>", 2)
    assert benchmark.description == "Long\n\ntext"
    assert benchmark.revision > 0
    detail = audited("benchmark.edit").detail
    assert detail["decimals"] == {"before": 3, "after": 2}
    assert detail["description"] == "changed"
    page = hosts_browser.get("/host/b/made/edit/").content.decode()
    assert "Better &lt;b&gt;pictures" in page
    assert "<b>pictures</b>" not in page


def test_texts_that_cannot_stay_are_told_of_and_not_lost(
    hosts_browser: Client, benchmark: Benchmark
) -> None:
    given = {
        "title": "",
        "summary": "kept as typed",
        "visibility": "public",
        "decimals": "9",
        "discussion_url": "javascript:alert(1)",
    }
    answer = hosts_browser.post("/host/b/made/edit/", given)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "kept as typed" in page
    assert "no address of the web" in page
    assert not AuditEntry.objects.filter(action="benchmark.edit").exists()


def test_a_draft_is_published_archived_and_reopened(hosts_browser: Client, host: Person) -> None:
    draft = made.benchmark(host, "draft", published=False)

    def to(what: str) -> str:
        hosts_browser.post("/host/b/draft/state/", {"to": what})
        draft.refresh_from_db()
        return draft.state

    assert to("archive") == BenchmarkState.DRAFT
    assert to("publish") == BenchmarkState.PUBLISHED
    assert Submission.objects.filter(phase__benchmark=draft, kind=Kind.HUMAN).count() == 2
    assert to("publish") == BenchmarkState.PUBLISHED
    assert to("archive") == BenchmarkState.ARCHIVED
    assert to("reopen") == BenchmarkState.PUBLISHED
    done = AuditEntry.objects.filter(scope="draft").values_list("action", flat=True)
    assert [*reversed(done)] == [
        "benchmark.create",
        "benchmark.publish",
        "benchmark.archive",
        "benchmark.reopen",
    ]


def test_a_private_benchmark_stays_private_when_it_is_published(
    hosts_browser: Client, host: Person
) -> None:
    draft = made.benchmark(host, "draft", published=False)
    Benchmark.objects.filter(pk=draft.pk).update(visibility="private")
    hosts_browser.post("/host/b/draft/state/", {"to": "publish"})
    draft.refresh_from_db()
    assert (draft.state, draft.visibility) == (BenchmarkState.PUBLISHED, "private")


def test_a_benchmark_goes_with_its_files_once_its_address_is_typed(
    hosts_browser: Client, host: Person
) -> None:
    # Bundles of their own: tests that run beside this one have copies of the usual one.
    benchmark = made.benchmark(host, "going", canary="fernweh")
    other = made.benchmark(host, "staying", canary="waldeinsamkeit")
    submission(made.phase(benchmark), made.team("Alphas", made.person("pia")))
    score_all()
    wrong = hosts_browser.post("/host/b/going/delete/", {"typed": "goin"})
    assert wrong.status_code == 422
    assert Benchmark.objects.filter(pk=benchmark.pk).exists()
    shared = Submission.objects.filter(phase__benchmark=other).first()
    assert shared is not None
    assert hosts_browser.post("/host/b/going/delete/", {"typed": "going"}).status_code == 302
    assert not Benchmark.objects.filter(pk=benchmark.pk).exists()
    assert not Blob.objects.filter(pk=benchmark.bundle_id).exists()
    copies: Path = settings.CONFIGURATION.data / "bundles"
    assert not (copies / f"{benchmark.bundle_id}.zip").exists()
    # The same words of people stand in the other benchmark, and stay there.
    assert Blob.objects.filter(pk=shared.run_id).exists()
    assert audited("benchmark.delete").detail == {"submissions": 1}


def test_the_owner_chooses_hosts(hosts_browser: Client, benchmark: Benchmark) -> None:
    hugo = made.person("hugo")
    assert hosts_browser.post("/host/b/made/hosts/", {"username": "Hugo"}).status_code == 302
    link = Host.objects.get(benchmark=benchmark, person=hugo)
    again = hosts_browser.post("/host/b/made/hosts/", {"username": "hugo"})
    assert again.status_code == 422
    assert "runs this benchmark already" in again.content.decode()
    nobody = hosts_browser.post("/host/b/made/hosts/", {"username": "nobody"})
    assert "There is nobody with the username “nobody”" in nobody.content.decode()
    hosts_browser.post(f"/host/b/made/hosts/{link.pk}/remove/")
    assert not Host.objects.exists()
    assert audited("benchmark.add_host").detail == {"person": f"person:{hugo.pk}"}
    assert audited("benchmark.remove_host").scope == "made"


def test_a_benchmark_is_handed_over(hosts_browser: Client, benchmark: Benchmark) -> None:
    heir = made.person("heike")
    hosts_browser.post("/host/b/made/hosts/owner/", {"owner-username": "heike"})
    benchmark.refresh_from_db()
    assert benchmark.owner == heir
    assert Host.objects.get(benchmark=benchmark).person.username == "hanna"
    assert hosts_browser.get("/host/b/made/").status_code == 200
    assert hosts_browser.get("/host/b/made/delete/").status_code == 403
    assert audited("benchmark.hand_over").detail["after"] == f"person:{heir.pk}"
