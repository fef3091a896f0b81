"""People, teams and benchmarks to test with. All sentences are made up."""

from __future__ import annotations

import tempfile
from pathlib import Path

from allauth.account.models import EmailAddress

from cutline.core.types import Benchmark as Pictures
from cutline.core.types import Run
from cutline.datasets.bundle import BundleContent, SplitContent, write_bundle
from cutline.server.hosting.create import host_bundle, publish
from cutline.server.models import Benchmark, Phase
from cutline.web.people.models import Membership, Person, Role, Team

PASSWORD = "a long enough secret"

#: Words that stand in private references and nowhere else.
CANARIES = ("zyzzogeton", "quokkaish", "vellichorous", "xertzing")

_SCENES = {
    1: ("dog", "park", "runs"),
    2: ("cat", "sofa", "sleeps"),
    3: ("horse", "field", "stands"),
    4: ("child", "beach", "plays"),
    5: ("train", "station", "waits"),
    6: ("bird", "branch", "sings"),
    7: ("man", "kitchen", "cooks"),
    8: ("boat", "lake", "floats"),
}


def person(name: str, role: Role = Role.PARTICIPANT, *, confirmed: bool = True) -> Person:
    made = Person.objects.create_person(name, f"{name}@example.org", PASSWORD, role)
    EmailAddress.objects.create(user=made, email=made.email, verified=confirmed, primary=True)
    return made


def team(name: str, owner: Person, *members: Person) -> Team:
    made = Team.objects.create(slug=name.lower().replace(" ", "-"), name=name, owner=owner)
    for member in (owner, *members):
        Membership.objects.create(team=made, person=member)
    return made


def pictures(canary: str = "") -> Pictures:
    """Eight pictures with three references each."""
    word = f" {canary}" if canary else ""
    references = tuple(
        (
            f"A {thing} {does} near the {place}.",
            f"There is a{word} {thing} by a {place}.",
            f"The {thing} {does} at the {place} today.",
        )
        for thing, place, does in _SCENES.values()
    )
    tags = {"light": {image_id: "day" if image_id % 2 else "night" for image_id in _SCENES}}
    return Pictures("made", tuple(_SCENES), references, tags=tags)


def run(system: str = "made", *, good: int = 8) -> Run:
    """Captions of all pictures; only the first `good` ones fit."""
    said = {
        image_id: (f"a {thing} {does} near the {place}" if image_id <= good else "a photo",)
        for image_id, (thing, place, does) in _SCENES.items()
    }
    return Run(system, said)


def human() -> Run:
    said = {i: (f"a {thing} at the {place}",) for i, (thing, place, _) in _SCENES.items()}
    return Run("human", said)


def content(
    slug: str = "made",
    *,
    metrics: tuple[str, ...] = ("bleu-4", "rouge-l", "cider-d"),
    canary: str = CANARIES[0],
) -> BundleContent:
    """A bundle with a public split `dev` and a private split `test` with a canary word."""
    return BundleContent(
        name=slug,
        benchmark_version="1.0",
        licence="CC0-1.0",
        title=f"Made pictures ({slug})",
        metrics=metrics,
        slices={"light": "when it was taken"},
        splits=(
            SplitContent.from_benchmark("dev", pictures(), human=human()),
            SplitContent.from_benchmark(
                "test", pictures(canary), visibility="private", human=human()
            ),
        ),
    )


def benchmark(
    owner: Person,
    slug: str = "made",
    *,
    metrics: tuple[str, ...] = ("bleu-4", "rouge-l", "cider-d"),
    canary: str = CANARIES[0],
    published: bool = True,
) -> Benchmark:
    """A benchmark of that bundle, with a phase for each split."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{slug}.zip"
        write_bundle(content(slug, metrics=metrics, canary=canary), path)
        made = host_bundle(path, owner, slug=slug)
    if published:
        publish(made, owner)
    return made


def phase(of: Benchmark, slug: str = "test") -> Phase:
    return of.phases.get(slug=slug)
