"""Dead links of a site are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.docs.links import dead_links

PAGE = '<h1 id="top">Top</h1><a href="other.html#there">there</a><a href="#top">top</a>'
OTHER = '<p id="there">Here.</p><a href="https://example.org/">elsewhere, if you click</a>'


def site(folder: Path, more: str = "") -> Path:
    (folder / "page.html").write_text(PAGE + more)
    (folder / "other.html").write_text(OTHER)
    return folder


def test_a_site_whose_links_lead_somewhere(tmp_path: Path) -> None:
    assert dead_links(site(tmp_path)) == []


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ('<a href="gone.html">x</a>', "gone.html leads nowhere"),
        ('<a href="other.html#gone">x</a>', "other.html has no such anchor"),
        ('<a href="#gone">x</a>', "page.html has no such anchor"),
        ('<img src="gone.png">', "gone.png leads nowhere"),
        ('<script src="https://example.org/x.js"></script>', "from elsewhere"),
        ('<link rel="stylesheet" href="//example.org/x.css">', "from elsewhere"),
    ],
)
def test_a_link_that_does_not(tmp_path: Path, more: str, said: str) -> None:
    [problem] = dead_links(site(tmp_path, more))
    assert problem.startswith("page.html: ")
    assert said in problem
