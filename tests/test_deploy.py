"""What stands in deploy/ can be used: units, the compose file, and the variables that they set."""

from __future__ import annotations

import configparser
import re
import shlex
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cutline.cli.app import command_line

PROJECT = Path(__file__).parent.parent
DEPLOY = PROJECT / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.*"))
INSTALLED = "/opt/cutline/bin/cutline"
VARIABLE = re.compile(r"\bCUTLINE_[A-Z_]*[A-Z]\b")


@cache
def documented() -> set[str]:
    """The variables of the tables of settings."""
    pages = [PROJECT / "docs" / name for name in ("serve.md", "command-line.md")]
    rows = [line for page in pages for line in page.read_text(encoding="utf-8").splitlines()]
    return {name for row in rows if row.startswith("| `") for name in VARIABLE.findall(row)}


@cache
def read_by_the_code() -> set[str]:
    """The variables that the program asks the environment for."""
    texts = [path.read_text(encoding="utf-8") for path in (PROJECT / "src").rglob("*.py")]
    found = {name for text in texts for name in re.findall(r'"(CUTLINE_[A-Z_]*[A-Z])"', text)}
    # These are read by their last word.
    return found | {f"CUTLINE_OPENID_{part}" for part in ("URL", "CLIENT", "SECRET")}


@pytest.mark.parametrize(
    "path", [path for path in DEPLOY.rglob("*") if path.is_file()], ids=lambda path: path.name
)
def test_variables_are_those_that_the_program_reads(path: Path) -> None:
    used = set(VARIABLE.findall(path.read_text(encoding="utf-8")))
    assert used <= read_by_the_code(), used - read_by_the_code()
    assert used <= documented(), used - documented()


def test_every_variable_is_documented() -> None:
    assert read_by_the_code() - documented() == set()


@pytest.mark.parametrize("unit", [unit for unit in UNITS if unit.suffix == ".service"])
def test_units_start_commands_that_there_are(unit: Path) -> None:
    parser = configparser.RawConfigParser(strict=False)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(unit)
    command = shlex.split(parser["Service"]["ExecStart"])
    assert command[0] == INSTALLED
    assert_known(command[1:])
    assert parser["Service"]["EnvironmentFile"] == "/etc/cutline.env"


def test_systemd_takes_the_units(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed")
    for unit in UNITS:
        # A template is looked at as one of its instances; a command has to be there.
        name = unit.name.replace("@.", "@1.")
        text = unit.read_text(encoding="utf-8").replace(INSTALLED, sys.executable)
        (tmp_path / name).write_text(text, encoding="utf-8")
    units = [str(path) for path in tmp_path.iterdir() if path.suffix in (".service", ".timer")]
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *units],
        capture_output=True,
        text=True,
        check=False,
    )
    ours = [line for line in done.stderr.splitlines() if str(tmp_path) in line]
    assert not ours, ours


def test_the_compose_file_names_what_there_is() -> None:
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
    content: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    services = content["services"]
    assert set(services) == {"database", "web", "worker", "proxy"}
    for service in services.values():
        for place in service.get("volumes", []):
            source = place.split(":")[0]
            named = source in content["volumes"]
            assert named or (DEPLOY / source).is_file(), source
        assert set(service.get("depends_on", {})) <= set(services)
    built = services["web"]["build"]
    assert (DEPLOY / built["context"] / built["dockerfile"]).is_file()
    assert services["worker"]["command"][0] == "cutline"
    assert_known(services["worker"]["command"][1:])
    sample = (DEPLOY / "compose.env").read_text(encoding="utf-8")
    given = set(re.findall(r"^([A-Z_]+)=", sample, flags=re.MULTILINE))
    asked = set(re.findall(r"\$\{([A-Z_]+)", (DEPLOY / "compose.yaml").read_text(encoding="utf-8")))
    assert asked == given


def test_the_job_on_a_cluster_runs_a_command_that_there_is() -> None:
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
    path = DEPLOY / "ray" / "kuberay.yaml"
    content: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    program, *words = shlex.split(content["spec"]["entrypoint"])
    assert program == "cutline"
    assert_known(words)
    cluster = content["spec"]["rayClusterSpec"]
    groups = [cluster["headGroupSpec"], *cluster["workerGroupSpecs"]]
    image = (DEPLOY / "ray" / "Dockerfile").read_text(encoding="utf-8")
    for group in groups:
        (container,) = group["template"]["spec"]["containers"]
        assert f"-t {container['image'].removesuffix(':latest')} " in image


def test_the_image_runs_commands_that_there_are() -> None:
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    (command,) = re.findall(r"^CMD \[(.*)\]$", text, flags=re.MULTILINE)
    words = [word.strip().strip('"') for word in command.split(",")]
    assert words[0] == "cutline"
    assert_known(words[1:])
    (build,) = re.findall(r"^RUN cutline (.*)$", text, flags=re.MULTILINE)
    assert_known(build.split())


def assert_known(words: list[str]) -> None:
    """That the command line has this command, its options and its subcommand."""
    import typer

    command: Any = typer.main.get_command(command_line(words[0]))
    options: set[str] = set()
    for word in words:
        if word.startswith("--"):
            assert word in options, f"{word} is no option of {command.name}"
        elif word in getattr(command, "commands", {}):
            command = command.commands[word]
            options |= {name for given in command.params for name in given.opts}
            options |= {name for given in command.params for name in given.secondary_opts}
