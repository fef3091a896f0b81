"""Tours as processes, with a folder and settings of their own."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

import pytest

from tests.cli.site_process import Running

#: Visits one stop, chosen by its name: a whole tour takes its time.
_ONE_STOP = """
import sys
from pathlib import Path
from cutline.cli import main
from cutline.cli.tour.places import Places
from cutline.cli.tour.run import run_tour
from cutline.cli.tour.stop import Command, Stop, run_all
from cutline.cli.tour.stops import stops
import cutline.cli.app

places = Places(Path("demo"))
chosen = [stop for stop in stops(places, ["cider-d"], []) if stop.anchor == sys.argv[1]]
if sys.argv[2:]:
    visit = lambda: run_all([Command(tuple(sys.argv[2:]))])
    chosen = [Stop(sys.argv[1], "Anything", "A command of the test.", visit)]
cutline.cli.app.command_line = lambda name: lambda: run_tour(places, chosen, [], [])
main()
"""


class OneStop(Running):
    """A tour of one stop, in a folder of its own."""

    def __init__(self, folder: Path, anchor: str, *command: str, **more: str) -> None:
        self.folder = folder
        self.temporary = folder / "temporary"
        self.temporary.mkdir(parents=True)
        script = folder / "one_stop.py"
        script.write_text(_ONE_STOP)
        more |= {"TMPDIR": str(self.temporary)}
        super().__init__(
            folder, anchor, *command, program=[sys.executable, script.name], working=folder, **more
        )


@pytest.fixture
def without_extras(tmp_path: Path) -> str:
    """A folder for PYTHONPATH that hides what `pip install .` alone does not bring."""
    folder = tmp_path / "hiding"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(
        textwrap.dedent("""
            from importlib.machinery import PathFinder

            hidden = {"PIL", "django", "onnxruntime", "wordllama"}
            found = PathFinder.find_spec

            def find_spec(name, path=None, target=None):
                return None if name.partition(".")[0] in hidden else found(name, path, target)

            PathFinder.find_spec = staticmethod(find_spec)
        """)
    )
    return str(folder)
