"""The official SPICE program, run where the user has it, to compare with or to be on the safe side.

It is in the package pycocoevalcap, all but two jars of Stanford's; a folder named by
`CUTLINE_SPICE_DIR` that looks like `pycocoevalcap/spice` is used instead.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutline.core.errors import CutlineError, FileError, MissingPartError, UsageError
from cutline.core.jobs import default_jobs
from cutline.core.progress import progress
from cutline.core.zip_errors import ZIP_ERRORS
from cutline.metrics.spice import CATEGORIES, COUNTS
from cutline.text.official_package import PACKAGE, package_places, pip_install

FOLDER_VARIABLE = "CUTLINE_SPICE_DIR"

_JAR = Path("spice-1.0.jar")
_STANFORD_JARS = (
    Path("lib", "stanford-corenlp-3.6.0.jar"),
    Path("lib", "stanford-corenlp-3.6.0-models.jar"),
)
#: What the values depend on: how captions are parsed, what tuples are made, which words are alike.
_DECISIVE_JARS = (
    _JAR,
    Path("lib", "SceneGraphParser-1.0.jar"),
    Path("lib", "Meteor-1.5.jar"),
    *_STANFORD_JARS,
)
_STANFORD_ZIP = "https://nlp.stanford.edu/software/stanford-corenlp-full-2015-12-09.zip"

_OLDEST_JAVA, _NEWEST_JAVA = 8, 14
_WANTED_JAVA = f"Java {_OLDEST_JAVA} to {_NEWEST_JAVA}"
_GET_JAVA = "conda install -c conda-forge openjdk=8, or put one that you have first on the PATH"
_VERSION_SECONDS = 60.0

#: What the COCO evaluation gives it.
_MEMORY = "-Xmx8G"
_LAST_LINES = 8


def missing_official_spice() -> str | None:
    """Why the official SPICE program cannot run here, with what to do; None where it can.

    All that is missing is said at once.
    """
    reasons = [reason for reason in (_missing_files(), _java_problem()) if reason is not None]
    return f"the official SPICE cannot run here: {'; '.join(reasons)}" if reasons else None


def official_digest() -> str:
    """What tells this copy of the program from another: 16 hexadecimal digits for the signature.

    Raises:
        MissingPartError: where the program is not whole.
        FileError: where one of its jars is damaged.
    """
    if (reason := _missing_files()) is not None:
        raise MissingPartError(f"the official SPICE cannot run here: {reason}")
    folder = _folder()
    members = [line for jar in _DECISIVE_JARS for line in _members(folder / jar)]
    return hashlib.sha256("\n".join(members).encode()).hexdigest()[:16]


def official_statistics(
    references: Sequence[Sequence[str]], candidates: Sequence[str], jobs: int | None = None
) -> NDArray[np.float64]:
    """What the official SPICE program counts for each image.

    Args:
        references: for each image, its captions; the COCO evaluation gives them tokenized.
        candidates: for each image, the caption to score.
        jobs: threads to use; by default all cores, or `CUTLINE_JOBS`.

    Returns:
        A row for each image: for each of `CATEGORIES` the tuples of the candidate that match, its
        others, and those of the references that nothing matched.

    Raises:
        MissingPartError: where the program, Stanford's jars or a fitting Java are missing.
        CutlineError: when the program fails, or does not write what it should.
    """
    if len(references) != len(candidates):
        raise UsageError(
            f"expected as many candidates as images with references, "
            f"found {len(candidates)} and {len(references)}"
        )
    if (reason := missing_official_spice()) is not None:
        raise MissingPartError(reason)
    if not candidates:
        return np.zeros((0, len(CATEGORIES) * len(COUNTS)))
    images = [
        # An image's place as its id: the caller's own need be neither numbers nor different.
        {"image_id": number, "test": candidate, "refs": list(captions)}
        for number, (captions, candidate) in enumerate(zip(references, candidates, strict=True))
    ]
    with progress(f"Running the official SPICE on {len(images):,} images"):
        output, complaints = _run(images, jobs or default_jobs())
    return _statistics(output, len(images), complaints)


def _folder() -> Path:
    """The program's folder; one that lacks it where there is none."""
    wanted = os.environ.get(FOLDER_VARIABLE)
    if wanted:
        return Path(wanted).absolute()
    places = [place / "spice" for place in package_places()]
    return next((place for place in places if (place / _JAR).is_file()), Path("spice"))


def _missing_files() -> str | None:
    is_chosen = bool(os.environ.get(FOLDER_VARIABLE))
    folder = _folder()
    needed = [jar for jar in _DECISIVE_JARS if jar not in _STANFORD_JARS]
    missing = [jar for jar in needed if not (folder / jar).is_file()]
    if missing and is_chosen:
        return (
            f"there is no {folder / missing[0]}, and {FOLDER_VARIABLE} names a folder that has "
            f"{_JAR} and lib, as {PACKAGE}/spice does"
        )
    if missing:
        install = pip_install("--force-reinstall") if package_places() else pip_install()
        return f"it is part of the package {PACKAGE}: {install}"
    absent = [jar.name for jar in _STANFORD_JARS if not (folder / jar).is_file()]
    if not absent:
        return None
    fetch = f"{sys.executable or 'python'} -m {PACKAGE}.spice.get_stanford_models"
    # That command looks for the first jar alone, so it fetches nothing where the other is missing.
    by_command = "" if is_chosen or len(absent) == 1 else f", which this does: {fetch}"
    return f"put {' and '.join(absent)} from {_STANFORD_ZIP} into {folder / 'lib'}{by_command}"


def _java_problem() -> str | None:
    # Imported here, as below, because whoever computes other metrics need not wait for it.
    import shutil
    import subprocess

    program = shutil.which("java")
    if program is None:
        return f"it needs {_WANTED_JAVA}, and no java is on the PATH: {_GET_JAVA}"
    try:
        done = subprocess.run(
            [program, "-version"],
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=_VERSION_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"it needs {_WANTED_JAVA}, and {program} does not run ({error}): {_GET_JAVA}"
    said = (done.stderr + done.stdout).decode("utf-8", "replace").strip()
    if done.returncode != 0:
        # Some systems have a `java` that only says where to get one.
        return f"it needs {_WANTED_JAVA}, and {program} does not run ({said[:200]}): {_GET_JAVA}"
    version = _java_version(said)
    if version is None or _OLDEST_JAVA <= version <= _NEWEST_JAVA:
        return None
    return (
        f"it needs {_WANTED_JAVA}, because it writes its results through Nashorn, which Java 15 "
        f"removed, and {program} is Java {version}: {_GET_JAVA}"
    )


def _java_version(said: str) -> int | None:
    """The number that people use: 8 for `1.8.0_292`, 17 for `17.0.15`; None if there is none."""
    found = re.search(r'version "(?:1\.)?(\d+)', said)
    return int(found[1]) if found else None


def _members(jar: Path) -> Iterator[str]:
    """Names and checksums from the jar's directory: hashing gigabytes would take seconds."""
    import zipfile

    try:
        with zipfile.ZipFile(jar) as archive:
            for member in archive.infolist():
                yield f"{jar.name} {member.filename} {member.CRC:08x} {member.file_size}"
    except ZIP_ERRORS as error:
        raise FileError(f"{jar}: expected a jar, found a damaged file: {error}") from None


@contextmanager
def _temporary_folder() -> Iterator[Path]:
    import tempfile

    with tempfile.TemporaryDirectory(prefix="cutline-spice-") as name:
        yield Path(name)


def _run(images: Sequence[Mapping[str, Any]], jobs: int) -> tuple[bytes | None, str]:
    """The output file, None where there is none, and what the program complained about."""
    with _temporary_folder() as folder:
        source, target = folder / "input.json", folder / "output.json"
        source.write_text(json.dumps(images), encoding="ascii")
        command = ["java", _MEMORY, "-jar", str(_folder() / _JAR), str(source)]
        options = ["-out", str(target), "-threads", str(jobs), "-subset", "-silent"]
        code, complaints = _run_in([*command, *options], folder)
        if code != 0:
            raise CutlineError(
                f"the official SPICE ended with exit code {code}, expected 0; "
                f"its last words:\n{complaints or '  (it said nothing)'}"
            )
        return (target.read_bytes() if target.is_file() else None), complaints


def _run_in(command: list[str], folder: Path) -> tuple[int, str]:
    """The exit code, and the last lines that the program wrote."""
    import subprocess

    with subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        try:
            said, complained = process.communicate()
        except BaseException:
            # Python itself would not wait for its end, and the folder is removed next.
            process.kill()
            process.wait()
            raise
    return process.returncode, _last_words(complained.strip() or said.strip())


def _last_words(said: bytes) -> str:
    """The last lines, indented, without where in the program's source it happened."""
    lines = said.decode("utf-8", "replace").splitlines()
    telling = [line for line in lines if not re.match(r"\s+(at |\.\.\. \d+ more)", line)]
    return "\n".join(f"  {line}" for line in telling[-_LAST_LINES:])


def _statistics(output: bytes | None, count: int, complaints: str) -> NDArray[np.float64]:
    rows = np.zeros((count, len(CATEGORIES) * len(COUNTS)))
    is_filled = np.zeros(count, dtype=bool)
    if output is None:
        raise _unusable("no output file", complaints)
    try:
        results = json.loads(output)
    except ValueError as error:
        raise _unusable(f"{len(output)} bytes that are not JSON ({error})", complaints) from None
    for place, result in enumerate(results if isinstance(results, list) else [results]):
        try:
            number, scores = result["image_id"], result["scores"]
            if not isinstance(number, int) or not 0 <= number < count or is_filled[number]:
                raise ValueError(f"image_id {number!r}")
            rows[number] = [scores[name][what] for name in CATEGORIES for what in COUNTS]
        except (KeyError, TypeError, ValueError) as error:
            wrong = f"no {error}" if isinstance(error, KeyError) else str(error)
            raise _unusable(f"{wrong} in result {place + 1}", complaints) from None
        is_filled[number] = True
    if not is_filled.all():
        raise _unusable(f"results for {is_filled.sum()} of {count} images", complaints)
    return rows


def _unusable(found: str, complaints: str) -> CutlineError:
    said = f"; its last words:\n{complaints}" if complaints else ""
    return CutlineError(
        f"the official SPICE wrote {found}, expected a JSON array with image_id and scores "
        f"for each image{said}"
    )
