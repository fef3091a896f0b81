"""`cutline data`: listing, building, verifying and removing compiled tables."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import cutline.cli.data
from cutline.core.data_files import DataFile
from cutline.text.parse_cache import ParseCache
from tests.command_line import run_cutline
from tests.core.fake_data import FakeData, fake_in


class OtherFake(FakeData):
    name = "other-en"


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeData:
    monkeypatch.setenv("CUTLINE_CACHE_DIR", str(tmp_path / "cache"))
    fake = fake_in(tmp_path / "package")
    known: tuple[DataFile, ...] = (OtherFake(tmp_path / "other"), fake)
    (tmp_path / "other").mkdir()
    monkeypatch.setattr(cutline.cli.data, "DATA_FILES", known)
    return fake


def table_of(*arguments: object) -> dict[str, dict[str, object]]:
    done = run_cutline("data", *arguments, "--json")
    content = json.loads(done.stdout)
    assert (content["cutline"], content["version"]) == ("data", 1)
    return {table["name"]: table for table in content["tables"]}


def damage(path: Path) -> None:
    raw = path.read_bytes()
    path.unlink()
    path.write_bytes(raw[:-1] + bytes([raw[-1] ^ 1]))


def test_the_list_tells_states_and_places(fake: FakeData, tmp_path: Path) -> None:
    done = run_cutline("data")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == run_cutline("data", "list").stdout
    assert [line.split()[:3] for line in done.stdout.splitlines()[1:3]] == [
        ["other-en", "not", "built"],
        ["fake-en", "not", "built"],
    ]
    assert f"fake-en: will be at {tmp_path / 'cache'}/fake-en-" in done.stdout
    assert "pip install fake" in done.stdout
    assert not (tmp_path / "cache").exists()
    run_cutline("data", "build", "fake-en")
    done = run_cutline("data", "list")
    assert "fake-en   ready      24.1 kB  nothing but tests" in done.stdout
    assert "\x1b" not in done.stdout


def test_the_list_as_json(fake: FakeData) -> None:
    tables = table_of()
    assert tables == table_of("list")
    assert tables["fake-en"]["state"] == "not built"
    assert tables["other-en"]["path"] is None
    run_cutline("data", "build", "fake-en")
    ready = table_of()["fake-en"]
    assert Path(str(ready["path"])).stat().st_size == ready["bytes"]
    fake.source.write_text("a blue bus\n")
    old = table_of()["fake-en"]
    assert (old["state"], old["others"]) == ("out of date", [ready["path"]])
    assert "also kept" in run_cutline("data").stdout
    done = run_cutline("data", "--json", "build")
    assert (done.exit_code, fake.compilations()) == (2, 1)


def test_building_says_where_and_only_what_is_needed(fake: FakeData, tmp_path: Path) -> None:
    done = run_cutline("data", "build", "fake-en")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith(f"fake-en: built, 20.0 kB, {tmp_path / 'cache'}/fake-en-")
    assert run_cutline("data", "build", "fake-en").stdout.startswith("fake-en: ready, 20.0 kB, ")
    assert fake.compilations() == 1
    assert "built" in run_cutline("data", "build", "fake-en", "--force").stdout
    assert fake.compilations() == 2


def test_what_cannot_be_built_does_not_stop_the_rest(fake: FakeData) -> None:
    done = run_cutline("data", "build")
    assert done.exit_code == 4
    assert "fake-en: built" in done.stdout
    assert "pip install fake" in done.stderr


def test_a_folder_that_cannot_be_written_to(fake: FakeData, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("not a folder")
    done = run_cutline("data", "build", "fake-en")
    assert (done.exit_code, done.stdout) == (3, "")
    assert "CUTLINE_CACHE_DIR" in done.stderr


def test_verifying_finds_damage_and_building_repairs_it(fake: FakeData) -> None:
    assert run_cutline("data", "verify").exit_code == 0
    run_cutline("data", "build", "fake-en")
    assert run_cutline("data", "verify", "fake-en").exit_code == 0
    path = Path(str(table_of()["fake-en"]["path"]))
    damage(path)
    done = run_cutline("data", "verify")
    assert done.exit_code == 1
    assert "fake-en   damaged" in done.stdout
    assert "fake-en: the checksum of its content is" in done.stdout
    assert "cutline data build fake-en repairs" in done.stderr
    assert table_of("verify")["fake-en"]["state"] == "damaged"
    done = run_cutline("data", "build", "fake-en")
    assert (done.exit_code, "is damaged" in done.stderr) == (0, True)
    assert run_cutline("data", "verify").exit_code == 0


def test_sources_that_are_damaged(fake: FakeData, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: FakeData) -> None:
        raise cutline.core.errors.FileError("source.txt: damaged; pip install fake")

    monkeypatch.setattr(FakeData, "sources", refuse)
    assert run_cutline("data").exit_code == 0
    done = run_cutline("data", "verify")
    assert done.exit_code == 1
    assert "fake-en: source.txt: damaged; pip install fake" in done.stdout
    assert run_cutline("data", "build", "fake-en").exit_code == 3


def test_removing(fake: FakeData, tmp_path: Path) -> None:
    run_cutline("data", "build", "fake-en")
    fake.source.write_text("a blue bus\n")
    run_cutline("data", "build", "fake-en")
    (tmp_path / "cache" / "mine.txt").touch()
    done = run_cutline("data", "remove", "fake-en")
    assert done.exit_code == 0
    assert done.stdout.count(f"removed {tmp_path / 'cache'}/fake-en-") == 2
    assert [path.name for path in (tmp_path / "cache").iterdir()] == ["mine.txt"]
    done = run_cutline("data", "remove", "--all")
    assert (done.exit_code, done.stdout) == (0, "")
    assert "nothing to remove" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["verify", "fake"], "no table is named 'fake' (did you mean fake-en?); there are: "),
        (["build", "spice"], "no table is named 'spice'; there are: fake-en, other-en, p"),
        (["build", "parses"], "parses cannot be built ahead: they are kept when captions are"),
        (["verify", "parse"], "no table is named 'parse' (did you mean parses?)"),
        (["remove"], "takes names of tables, or --all"),
        (["remove", "fake-en", "--all"], "exclude each other"),
        (["mend"], "No such command 'mend'"),
    ],
)
def test_wrong_usage(fake: FakeData, arguments: list[str], complaint: str) -> None:
    done = run_cutline("data", *arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert complaint in done.stderr
    assert fake.compilations() == 0


def test_the_tables_that_cutline_has_are_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUTLINE_CACHE_DIR", str(tmp_path))
    assert set(table_of()) == {"meteor-en", "nouns-en"}
    assert "data" in run_cutline("-h").stdout


def keep_parses(*digests: str) -> list[Path]:
    caches = [ParseCache(digest) for digest in digests]
    for cache in caches:
        cache.add({"a dog": b"123", "a cat": b"456"})
    return [cache.path for cache in caches]


def parses_in(*arguments: object) -> list[dict[str, object]]:
    content = json.loads(run_cutline("data", *arguments, "--json").stdout)
    parses = content["parses"]
    assert isinstance(parses, list)
    return parses


def test_kept_parses_are_listed(fake: FakeData) -> None:
    assert not any(line.startswith("parses") for line in run_cutline("data").stdout.splitlines())
    assert parses_in() == []
    first, second = keep_parses("one", "two")
    lines = run_cutline("data").stdout.splitlines()
    rows = [line.split()[:3] for line in lines if line.startswith("parses  ")]
    assert rows == [["parses", "2", "captions"]] * 2
    assert lines[-2:] == [f"parses: at {first}", f"parses: at {second}"]
    found = {"captions": 2, "bytes": first.stat().st_size, "damage": "", "note": ""}
    assert (
        parses_in()
        == parses_in("list")
        == [
            {"path": str(first), **found},
            {"path": str(second), **found},
        ]
    )


def test_verifying_finds_damaged_parses(fake: FakeData) -> None:
    _, second = keep_parses("one", "two")
    assert run_cutline("data", "verify", "parses").exit_code == 0
    second.write_bytes(b"not a database" * 1_000)
    done = run_cutline("data", "verify")
    assert done.exit_code == 1
    assert "damaged" in done.stdout
    assert f"parses: at {second} is damaged: file is not a database" in done.stdout
    assert done.stderr == (
        "cutline: cutline data remove parses removes what is damaged; it is made anew\n"
    )
    assert [entry["damage"] for entry in parses_in("verify", "parses")] == [
        "",
        "file is not a database",
    ]
    # Only what was asked for is looked at.
    assert run_cutline("data", "verify", "fake-en").exit_code == 0
    assert parses_in("verify", "fake-en") == []
    assert table_of("verify", "parses") == {}


def test_removing_parses(fake: FakeData, tmp_path: Path) -> None:
    run_cutline("data", "build", "fake-en")
    paths = keep_parses("one", "two")
    assert run_cutline("data", "remove", "fake-en").stdout.count("removed") == 1
    assert all(path.exists() for path in paths)
    done = run_cutline("data", "remove", "parses")
    assert (done.exit_code, done.stderr) == (0, "")
    assert [line.split(",")[0] for line in done.stdout.splitlines()] == [
        f"removed {path}" for path in paths
    ]
    assert list((tmp_path / "cache").iterdir()) == []
    keep_parses("one")
    assert run_cutline("data", "remove", "--all").stdout.startswith("removed ")
    assert parses_in() == []


def test_building_all_leaves_parses_alone(fake: FakeData) -> None:
    keep_parses("one")
    done = run_cutline("data", "build")
    assert done.exit_code == 4  # for the other table, which cannot be built
    assert "parses" not in done.stdout + done.stderr
    assert len(parses_in()) == 1
