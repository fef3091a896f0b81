"""From `pip install` to a scored first submission: one command, one upload.

    python bench/first_submission.py            # into a fresh environment, as somebody new would
    python bench/first_submission.py --here     # with the Cutline that runs this, install left out

Everything is fresh: environment, data folder, cache (METEOR's word lists are compiled), tokens. Pip
takes wheels from its own cache or from the registry that it is set up for, and builds Cutline from
this checkout, compiler included. The figure that has a bar starts when the install has ended: what
a download takes is the network's. Both are printed.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
BAR_SECONDS = 60.0
_PATIENCE = 300.0


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--here", action="store_true", help="install nothing")
    parser.add_argument("--extra", default="server", help="which extra to install")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        programs = Path(sys.executable).parent
        if not options.here:
            programs, seconds = installed(folder, options.extra)
            print(f"pip install '.[{options.extra}]' into a fresh environment: {seconds:6.1f} s")
        ready, scored, said = first_submission(folder, programs)
    print(f"cutline serve --demo, until it answers:               {ready:6.1f} s")
    print(f"cutline submit --watch, until it is scored:           {scored:6.1f} s")
    total = ready + scored
    verdict = "within" if total < BAR_SECONDS else "NOT within"
    print(f"from the first command to the scores:                 {total:6.1f} s", end="")
    print(f" ({verdict} {BAR_SECONDS:.0f} s)")
    print(said.strip())
    return 0 if total < BAR_SECONDS else 1


def installed(folder: Path, extra: str) -> tuple[Path, float]:
    """A fresh environment with the project in it, and how long pip took."""
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    programs = folder / "venv" / "bin"
    start = time.perf_counter()
    subprocess.run(
        [programs / "python", "-m", "pip", "install", "-qq", f"{PROJECT}[{extra}]"], check=True
    )
    return programs, time.perf_counter() - start


def first_submission(folder: Path, programs: Path) -> tuple[float, float, str]:
    """Seconds until the site answers, seconds until the upload is scored, and what was printed."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("CUTLINE_", "DATABASE_", "DJANGO_", "PYTHON", "VIRTUAL_ENV"))
    }
    environment |= {
        "PATH": f"{programs}{os.pathsep}{environment['PATH']}",
        "CUTLINE_CACHE_DIR": str(folder / "cache"),
        "CUTLINE_CONFIG_DIR": str(folder / "config"),
        "CUTLINE_SERVER_DATA": str(folder / "data"),
    }
    for name in ("CUTLINE_METEOR_DIR", "CUTLINE_JOBS"):
        if name in os.environ:
            environment[name] = os.environ[name]
    said = folder / "said"
    start = time.perf_counter()
    with said.open("wb") as file:
        site = subprocess.Popen(
            [programs / "cutline", "serve", "--demo", "--port", "0", "--no-open"],
            stdout=file,
            stderr=file,
            cwd=folder,
            env=environment,
        )
    try:
        command = told(said, site)
        ready = time.perf_counter()
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
        scored = time.perf_counter()
        if done.returncode:
            raise SystemExit(f"{shlex.join(command)}\n{done.stdout}{done.stderr}")
    finally:
        site.send_signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            site.wait(timeout=60)
        site.kill()
    return ready - start, scored - ready, done.stdout


def told(said: Path, site: subprocess.Popen[bytes]) -> list[str]:
    """What the site says to type next, once it says so."""
    deadline = time.monotonic() + _PATIENCE
    while site.poll() is None and time.monotonic() < deadline:
        text = said.read_text(encoding="utf-8", errors="replace")
        found = re.search(r"^\s+(\S*cutline\S* submit .*--watch)$", text, flags=re.MULTILINE)
        if found and "Ctrl-C" in text:
            return shlex.split(found[1])
        time.sleep(0.1)
    raise SystemExit(f"the site does not start:\n{said.read_text(encoding='utf-8')[-3000:]}")


if __name__ == "__main__":
    sys.exit(main())
