"""The version is kept in one place, and what shows it elsewhere shows the same."""

from __future__ import annotations

import re
import shutil
import tomllib
from pathlib import Path

import pytest
import yaml

import cutline
from tools.release import versions
from tools.release.checklist import same_version
from tools.release.project import PROJECT, ReleaseError, version


def test_what_is_released_is_what_runs() -> None:
    assert version() == cutline.__version__


def test_no_file_of_the_package_repeats_it() -> None:
    repeats = re.compile(rf"cutline\W{{1,3}}{re.escape(version())}")
    files = [path for path in (PROJECT / "src").rglob("*.*") if path.suffix in {".py", ".html"}]
    assert len(files) > 500
    assert [path.name for path in files if repeats.search(path.read_text("utf-8"))] == []


def test_the_build_reads_it_there() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))
    assert project["project"]["dynamic"] == ["version"]
    about = project["tool"]["scikit-build"]["metadata"]["version"]
    found = re.search(about["regex"], (PROJECT / about["input"]).read_text("utf-8"))
    assert found
    assert found["value"] == version()


def test_all_that_shows_it_shows_the_same() -> None:
    shown = list(versions.shown())
    assert {path.name for path, _ in shown} > {"CITATION.cff", "README.md", "compare.md"}
    assert [(path.name, said) for path, said in shown if said != version()] == []


def test_another_version_is_written_everywhere(tmp_path: Path) -> None:
    for name in ("CITATION.cff", "README.md", "docs/compare.md", "src/cutline/core/version.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PROJECT / name, tmp_path / name)
    assert len(versions.change("7.8.9rc1", tmp_path)) == 4
    assert {said for _, said in versions.shown(tmp_path)} == {"7.8.9rc1"}
    kept = (tmp_path / "src/cutline/core/version.py").read_text("utf-8")
    assert '__version__ = "7.8.9rc1"\n' in kept


def test_the_version_that_is_replaced_is_that_of_the_tree(tmp_path: Path) -> None:
    kept = tmp_path / "src/cutline/core/version.py"
    kept.parent.mkdir(parents=True)
    kept.write_text('__version__ = "0.0.7"\n', "utf-8")
    (tmp_path / "README.md").write_text("scored by cutline:0.0.7\n", "utf-8")
    (tmp_path / "CITATION.cff").write_text("version: 0.0.7\n", "utf-8")
    assert same_version(tmp_path) == "0.0.7"
    assert kept in versions.change("0.0.8", tmp_path)
    assert kept.read_text("utf-8") == '__version__ = "0.0.8"\n'
    assert same_version(tmp_path) == "0.0.8"
    kept.write_text("nothing\n", "utf-8")
    with pytest.raises(ReleaseError, match="no line like __version__"):
        versions.change("0.0.9", tmp_path)


@pytest.mark.parametrize("odd", ["next", "1.2", "v1.2.3", "1.2.3 ", "1.2.3-beta"])
def test_what_is_no_version_is_refused(odd: str, tmp_path: Path) -> None:
    with pytest.raises(ReleaseError, match="is no version like"):
        versions.change(odd, tmp_path)


def test_the_citation_is_valid_and_true() -> None:
    cited = yaml.safe_load((PROJECT / "CITATION.cff").read_text("utf-8"))
    # https://github.com/citation-file-format: what has to be there, and what we use of the rest.
    assert {"cff-version", "message", "title", "authors"} <= cited.keys()
    assert cited.keys() <= {
        *("cff-version", "message", "title", "authors", "abstract", "type", "version", "license"),
        *("keywords", "date-released", "doi", "url", "repository-code", "references"),
    }
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    assert cited["cff-version"] == "1.2.0"
    assert cited["type"] == "software"
    assert cited["version"] == version()
    assert cited["license"] == project["license"]
    assert [author["name"] for author in cited["authors"]] == [
        a["name"] for a in project["authors"]
    ]
    assert all(isinstance(word, str) for word in cited["keywords"])
