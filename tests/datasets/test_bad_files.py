"""Files that are damaged, ambiguous or far too long."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command_line import run_cutline
from tests.datasets.small_run import (
    FLAGS,
    LAYOUTS,
    as_array,
    as_array_of_lines,
    as_lines,
    good,
    validated,
    with_third,
)

GOOD_TEXT = as_array_of_lines(good())


BAD_FILES: dict[str, tuple[str | bytes, str]] = {
    "cut short": (
        GOOD_TEXT[:-12],
        "line 4, column 28: not JSON: a string that begins here has no end",
    ),
    "cut before the end": (
        GOOD_TEXT[:-1],
        "line 4, column 45: not JSON: expected ',' or ']', found the end",
    ),
    "no comma": (
        GOOD_TEXT.replace(",\n", "\n", 1),
        "line 2, column 1: not JSON: expected ',' or ']'",
    ),
    "a comma too many": (
        GOOD_TEXT[:-1] + ",]",
        "line 4, column 46: not JSON: expected a value, found ']'",
    ),
    "text behind": (
        GOOD_TEXT + " x",
        "line 4, column 47: not JSON: expected the end of the file, found 'x'",
    ),
    "not UTF-8": (
        GOOD_TEXT.encode().replace(b"tram", b"tr\xe4m"),
        "line 3, column 33: not JSON: a byte that",
    ),
    "raw control character": (
        GOOD_TEXT.replace("tram", "tr\x07m"),
        "line 3, column 33: not JSON: control char",
    ),
    "raw line end": (
        GOOD_TEXT.replace("tram", "tr\nm"),
        "line 3, column 33: not JSON: control character U+000A",
    ),
    "single quotes": (
        GOOD_TEXT.replace('"', "'"),
        "line 1, column 3: not JSON: expected a quoted key, found '''",
    ),
    "unknown escape": (
        GOOD_TEXT.replace("tram", "\\x"),
        "line 3, column 31: not JSON: unknown escape \\x",
    ),
    "a short escape": (
        GOOD_TEXT.replace("tram", "\\u12"),
        "line 3, column 31: not JSON: expected four hexa",
    ),
    "leading zero": (
        GOOD_TEXT.replace(" 3,", " 03,"),
        "line 3, column 14: not JSON: a number with a leading zero",
    ),
    "a name for a value": (
        GOOD_TEXT.replace(" 3,", " None,"),
        "line 3, column 14: not JSON: expected a value",
    ),
    "deep arrays": ("[" * 100_000, "line 1, column 65: not JSON: nested deeper than 64 levels"),
    "deep objects": (
        '[{"caption":' * 1000,
        "line 1, column 385: not JSON: nested deeper than 64 levels",
    ),
    "deep in a skipped field": (
        '[{"x": ' + "[" * 100 + "]" * 100 + "}]",
        "nested deeper than 64 levels",
    ),
    "a text": ('"captions"', "line 1: not a format that Cutline knows"),
    "nothing": (b"", "the file is empty"),
    "only a mark": (b"\xef\xbb\xbf", "line 1: not a format that Cutline knows"),
}


@pytest.mark.parametrize("policy", FLAGS)
@pytest.mark.parametrize("name", BAD_FILES)
def test_bad_files_are_told_from_bad_content(
    name: str, policy: str, references: Path, tmp_path: Path
) -> None:
    content, message = BAD_FILES[name]
    path, outcome = validated(tmp_path, content, "--refs", references, *FLAGS[policy])
    assert (outcome.exit_code, outcome.stdout) == (3, "")
    assert outcome.stderr.startswith(f"cutline: {path}")
    assert message in outcome.stderr
    output = tmp_path / "scores.json"
    outcome = run_cutline("score", path, "--refs", references, "-o", output, *FLAGS[policy])
    assert (outcome.exit_code, outcome.stdout) == (3, "")
    assert not output.exists()
    # Bad references are no better.
    outcome = run_cutline("validate", path, "--refs", path)
    assert outcome.exit_code == 3


@pytest.mark.parametrize(
    ("bad_line", "message"),
    [
        (
            '{"image_id": 9, "capt',
            "line 3, column 17: not JSON: a string that begins here has no end",
        ),
        ("{'image_id': 9}", "line 3, column 2: not JSON: expected a quoted key"),
        (
            '{"image_id": 9, "caption": "x"} {',
            "line 3, column 33: not JSON: expected the end of the line, found '{'",
        ),
        ("[" * 5000, "line 3, column 65: not JSON: nested deeper than 64 levels"),
    ],
)
def test_a_damaged_line_is_named(bad_line: str, message: str, tmp_path: Path) -> None:
    first, second, *_ = as_lines(good()).splitlines()
    path, outcome = validated(tmp_path, "\n".join([first, second, bad_line, first]))
    assert (outcome.exit_code, outcome.stdout) == (3, "")
    assert f"{path}, {message}" in outcome.stderr


def test_duplicate_keys_are_placed(references: Path, tmp_path: Path) -> None:
    twice = GOOD_TEXT.replace('"image_id": 3,', '"image_id": 2, "image_id": 3,')
    lines = twice.strip("[]").replace(",\n", "\n")
    for content in (twice, lines):
        path, outcome = validated(tmp_path, content, "--refs", references)
        assert outcome.exit_code == 1
        assert (
            f"error: {path}, line 3, record 3, image 3: the key 'image_id' stands" in outcome.stdout
        )
        assert "  1 keys that a record has twice (error: duplicate-key)" in outcome.stdout
    path, outcome = validated(tmp_path, '{"1": "a kite",\n"1": "a red kite"}')
    assert f"error: {path}, line 2, image '1': the key '1' stands twice" in outcome.stdout
    escaped = GOOD_TEXT.replace('"image_id": 3,', '"image\\u005fid": 2, "image_id": 3,')
    assert validated(tmp_path, escaped)[1].exit_code == 1


def test_duplicate_keys_in_references_are_placed(references: Path, tmp_path: Path) -> None:
    text = references.read_text()
    run = tmp_path / "run.json"
    run.write_text(as_array(good()))
    references.write_text(text.replace('"caption": "a bowl', '"caption": "x", "caption": "a bowl'))
    outcome = run_cutline("score", run, "--refs", references)
    assert outcome.exit_code == 1
    assert f"{references}, line 1, record 7, image 4: the key 'caption' stands" in outcome.stderr
    references.write_text(text.replace('{"id": 2}', '{"id": 1, "id": 2}'))
    outcome = run_cutline("score", run, "--refs", references)
    assert outcome.exit_code == 1
    assert f"{references}, line 1, record 2: the key 'id' stands" in outcome.stderr


def test_a_byte_order_mark_is_a_warning(references: Path, tmp_path: Path) -> None:
    for content in (as_array(good()), as_lines(good()), "image_id,caption\n1,x\n2,x\n3,x\n4,x\n"):
        marked = b"\xef\xbb\xbf" + content.encode()
        for policy, flags in FLAGS.items():
            path, outcome = validated(tmp_path, marked, "--refs", references, *flags)
            assert outcome.exit_code == int(policy == "strict")
            assert f"warning: {path}, line 1: the file begins with a byte order" in outcome.stdout


@pytest.mark.parametrize("layout", ["array", "lines"])
def test_a_line_of_seventy_megabytes_is_diagnosed(layout: str, tmp_path: Path) -> None:
    records = with_third(caption="tram " * (14 << 20))
    path, outcome = validated(tmp_path, LAYOUTS[layout](records))
    if layout == "array":
        assert outcome.exit_code == 1
        place = f"{path}, line 1, record 3, image 3"
        assert f"{place}: 73,400,320 characters, expected at most 100,000" in outcome.stdout
    else:
        assert (outcome.exit_code, outcome.stdout) == (3, "")
        assert f"{path}, line 3: 73,400,351 bytes long, expected a record of" in outcome.stderr
    assert len(outcome.stdout + outcome.stderr) < 1000


def test_a_long_first_line_does_not_hide_that_there_are_lines(tmp_path: Path) -> None:
    records = good()
    records[0]["caption"] = "kite " * 300_000
    path, outcome = validated(tmp_path, as_lines(records))
    assert outcome.exit_code == 1
    assert outcome.stdout.startswith(f"{path}: JSON lines, captions for 3 images\n")
    assert f"{path}, line 1, record 1, image 1: 1,500,000 characters" in outcome.stdout


def test_a_long_caption_in_a_table_is_placed(tmp_path: Path) -> None:
    path, outcome = validated(tmp_path, f"image_id,caption\n1,a kite\n2,{'goat ' * 30_000}\n")
    assert outcome.exit_code == 3
    assert f"{path}, line 3: the row that begins here" in outcome.stderr
