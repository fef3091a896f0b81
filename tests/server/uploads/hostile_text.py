"""Text that is no captions, or captions that cannot be taken: JSON above all."""

from __future__ import annotations

import json
from collections.abc import Iterator

from tests.server.uploads.case import (
    IMAGES,
    MEGABYTE,
    Case,
    good,
    hostile,
    records,
    repeated,
    results,
    with_raw,
)

_GIGABYTE = 1 << 30


def text_cases() -> Iterator[Case]:
    """All of them."""
    yield from _large()
    yield from _deep()
    yield from _numbers()
    yield from _keys()
    yield from _records()
    yield from _captions()
    yield from _not_json()
    yield from _other_text()
    yield from _encodings()
    yield from _good()


def _large() -> Iterator[Case]:
    for name, part in (("zeros", b"\0"), ("spaces", b" "), ("brackets", b"[")):
        yield repeated(f"gigabyte-of-{name}", part, _GIGABYTE, "bytes.* expected at most", 413)
    most = 30 * MEGABYTE
    for name, part, says in (
        ("zeros", b"\0", "not a format that Cutline knows"),
        ("spaces", b" ", "not a format that Cutline knows"),
        ("line-ends", b"\n", "not a format that Cutline knows|lines"),
        ("brackets", b"[", "not JSON: .*nested|nested"),
        ("braces", b'{"":', "7,864,320 fields, expected"),
        ("quotes", b'"', "not a format that Cutline knows"),
        ("empty-records", b"{}\n", "lines, expected"),
        ("empty-lists", b"[]\n", "not JSON"),
        ("commas", b"image_id,caption\n", "lines, expected"),
        ("text", b"a man on a horse. ", "not a format that Cutline knows"),
    ):
        yield repeated(f"30-megabytes-of-{name}", part, most, says)
    for name, value in (("numbers", b"1"), ("empty-records", b"{}"), ("texts", b'"a"')):
        yield hostile(f"many-{name}", lambda value=value: _array(value), "commas, expected")  # type: ignore[misc]
    record = b'{"image_id":1,"caption":"a"}'
    yield hostile("many-records", lambda: _array(record), "commas, expected")
    few = record + b"," + record
    yield hostile("more-records", _array(few, 20_000), "40,000 records, expected one for each")
    yield hostile("many-nested", lambda: _array(b'{"image_id":[[]]}'), "commas, expected")
    yield hostile("many-keys", _many_keys, "2,000,000 fields, expected")
    yield hostile("many-same-keys", _same_keys, "commas, expected")
    yield hostile("many-in-a-caption", lambda: _list(b"1"), "commas, expected")
    yield hostile("more-captions", _list(b'"a"', 190_000), "captions, expected at most 100")
    yield hostile("many-captions", lambda: _list(b'"a"'), "commas, expected")
    yield hostile("many-keys-on-a-line", lambda: _many_keys() + b"\n{}", "fields, expected")
    yield hostile("many-objects", lambda: b"[" + b'{"a":{}}' * 3_000_000, "not JSON")
    one_line = json.dumps(records()).encode().replace(b"a made", b"a " * 7_000_000 + b"made", 1)
    yield hostile("one-line-of-14-megabytes", one_line, "too long")


def _array(record: bytes, count: int = 0) -> bytes:
    return b"[" + b",".join([record] * (count or 28 * MEGABYTE // (len(record) + 1))) + b"]"


def _list(value: bytes, count: int = 0) -> bytes:
    many = b",".join([value] * (count or 28 * MEGABYTE // (len(value) + 1)))
    return b'[{"image_id":1,"caption":[' + many + b"]}]"


def _many_keys() -> bytes:
    return b"{" + b",".join(b'"%d":"a"' % n for n in range(2_000_000)) + b"}"


def _same_keys() -> bytes:
    return b'[{"image_id":1,"caption":"a"' + b',"a":1' * 4_000_000 + b"}]"


def _deep() -> Iterator[Case]:
    depth = 100_000
    yield hostile("deep-arrays", b"[" * depth + b"]" * depth, "nested")
    yield hostile("deep-objects", b'{"a":' * depth + b"1" + b"}" * depth, "nested")
    yield hostile("deep-mixed", b'[{"a":' * depth + b"1" + b"}]" * depth, "nested")
    yield hostile("deep-caption", with_raw("caption", "[" * depth + "]" * depth), "nested")
    yield hostile("deep-other-field", with_raw("more", "[" * depth + "]" * depth), "nested")
    line = b'{"image_id":1,"caption":' + b"[" * depth + b"]" * depth + b"}\n"
    yield hostile("deep-line", line * 2, "line 1.*nested|nested")


def _numbers() -> Iterator[Case]:
    digits = "9" * 100_000
    expected = "expected a whole number or text"
    yield hostile("huge-number-as-id", with_raw("image_id", digits), "digits|number")
    yield hostile("huge-negative-id", with_raw("image_id", "-" + digits), "digits|number")
    yield hostile("huge-number-as-caption", with_raw("caption", digits), "digits|number")
    yield good("huge-number-elsewhere", with_raw("score", digits))
    yield hostile("huge-exponent-as-id", with_raw("image_id", "1e999999"), "number|" + expected)
    yield hostile("20-digits-as-id", with_raw("image_id", "36893488147419103235"), "no such image")
    yield hostile("fraction-as-id", with_raw("image_id", "3.5"), expected)
    yield hostile("float-as-id", with_raw("image_id", "3.0"), expected)
    yield hostile("exponent-as-id", with_raw("image_id", "3e0"), expected)
    for word in ("NaN", "Infinity", "-Infinity"):
        yield hostile(f"{word}-as-id", with_raw("image_id", word), expected)
        yield hostile(f"{word}-as-caption", with_raw("caption", word), "expected text")
        # Python writes such numbers, as scores beside captions for example.
        yield good(f"odd-{word}-elsewhere", with_raw("score", word))
    yield hostile("leading-zero", with_raw("image_id", "03"), "not JSON")
    yield hostile("hexadecimal", with_raw("image_id", "0x3"), "not JSON")
    yield hostile("plus", with_raw("image_id", "+3"), "not JSON")


def _keys() -> Iterator[Case]:
    twice = results().replace(b'"image_id": 3,', b'"image_id": 4, "image_id": 3,')
    yield hostile("same-key-twice", twice, "stands twice")
    caption = results().replace(b'"image_id": 3,', b'"image_id": 3, "caption": "other",')
    yield hostile("two-captions-one-key", caption, "stands twice")
    escaped = results().replace(b'"image_id": 3,', b'"image_id": 4, "image\\u005fid": 3,')
    yield hostile("same-key-escaped", escaped, "stands twice")
    ids = '{"1": "a", "1": "b"}'
    yield hostile("same-id-in-dictionary", ids.encode(), "stands twice")
    yield hostile("two-fields", results(captions=["a"]), "both .* expected one of them")


def _records() -> Iterator[Case]:
    yield hostile("image-twice", results(image_id=4), "has a caption already")
    yield hostile("image-missing", json.dumps(records(IMAGES[:-1])).encode(), "no caption for")
    more = json.dumps(records([*IMAGES, 4711])).encode()
    yield hostile("image-unknown", more, "no such image")
    yield hostile("other-images", json.dumps(records(range(900, 1100))).encode(), "no such image")
    yield hostile("no-records", b"[]", "holds no records")
    yield hostile("empty-object", b"{}", "empty object")
    for name, value in (
        ("null", None),
        ("true", True),
        ("list", [3]),
        ("object", {"id": 3}),
    ):
        yield hostile(f"{name}-as-id", results(image_id=value), "expected a whole number or text")
    yield hostile("empty-text-as-id", results(image_id=""), "no such image")
    yield hostile("injection-as-id", results(image_id="3'; DROP TABLE x--"), "no such image")
    yield hostile("markup-as-id", results(image_id="<script>alert(1)</script>"), "no such image")
    yield hostile("path-as-id", results(image_id="../../etc/passwd"), "no such image")
    for name, raw in (("numbers", b"[1, 2, 3]"), ("texts", b'["a", "b"]'), ("nulls", b"[null]")):
        yield hostile(f"array-of-{name}", raw, "expected a record")
    yield hostile("array-of-arrays", b'[[1, "a"], [2, "b"]]', "expected a record")
    stray = json.dumps([*records(), 7]).encode()
    yield hostile("one-stray", stray, "expected a record")
    for name, raw in (("number", b"7"), ("text", b'"a"'), ("null", b"null"), ("true", b"true")):
        yield hostile(f"only-{name}", raw, "not a format that Cutline knows")
    yield hostile("no-captions", b'[{"image_id": 1}]', 'no record has "caption"')
    yield hostile("other-object", b'{"a": 1, "b": null}', "not a caption file")
    lacking = json.dumps([{"image_id": 1}, *records(IMAGES[1:])]).encode()
    yield hostile("one-without-caption", lacking, 'expected text|no "caption"')
    references = json.dumps({"images": [{"id": 1}], "annotations": []}).encode()
    yield hostile("empty-annotations", references, "holds no records")


def _captions() -> Iterator[Case]:
    text = "expected text"
    for name, value in (("null", None), ("number", 7), ("true", True), ("object", {"a": 1})):
        yield hostile(f"{name}-as-caption", results(caption=value), text)
    yield hostile("empty-list-as-caption", results(caption=[]), "expected captions")
    yield hostile("list-with-null-as-caption", results(caption=["a", None]), text)
    yield hostile("101-captions", results(caption=["a"] * 101), "expected at most 100")
    yield hostile("2001-characters", results(caption="a" * 2001), "expected at most 2,000")
    yield hostile("megabyte-caption", results(caption="a " * 500_000), "too long|expected at most")
    yield hostile("10-megabyte-caption", results(caption="a" * 10_000_000), "expected at most")
    for name, mark in (("return", "\r"), ("form-feed", "\f"), ("separator", "\u2028")):
        yield hostile(f"{name}-in-caption", results(caption=f"a{mark}b"), "a line end")
    yield hostile("half-pair", with_raw("caption", '"a \\ud83d b"'), "half a pair")
    yield hostile("half-pair-second", with_raw("caption", '"a \\ude00 b"'), "half a pair")
    yield hostile("half-pair-in-id", with_raw("image_id", '"\\ud800"'), "half a surrogate pair")


def _not_json() -> Iterator[Case]:
    whole = results()
    for name, data in (
        ("half", whole[: len(whole) // 2]),
        ("without-end", whole[:-1]),
        ("trailing-comma", whole[:-1] + b",]"),
        ("comma-in-record", whole.replace(b'"}', b'",}', 1)),
        ("comment", whole.replace(b"[", b"[ // captions\n", 1)),
        ("two-documents", whole + b"\n" + whole),
        ("garbage-after", whole + b" garbage"),
        ("single-quotes", str(records()).encode()),
        ("unquoted-keys", whole.replace(b'"caption"', b"caption")),
        ("python-none", with_raw("caption", "None")),
        ("bad-escape", with_raw("caption", '"a \\x41"')),
        ("open-text", with_raw("caption", '"a')),
        ("line-end-in-text", with_raw("caption", '"a\nb"')),
        ("zero-byte-in-text", with_raw("caption", '"a\0b"')),
        ("zero-byte-between", whole.replace(b", ", b",\0", 1)),
        ("javascript", b"[" + whole.replace(b"[", b"", 1).replace(b"}]", b"})]")),
    ):
        yield hostile(f"json-{name}", data, "not JSON")
    lines = [json.dumps(record).encode() for record in records()]
    broken = b"\n".join([*lines[:100], lines[100][:-5], *lines[101:]])
    yield hostile("lines-broken-in-the-middle", broken, "line 101.*not JSON")
    glued = b"\n".join([*lines[:100], lines[100] + lines[101], *lines[102:]])
    yield hostile("lines-two-on-one", glued, "line 101.*not JSON")
    yield hostile("lines-with-a-stray", b"\n".join([*lines, b"7"]), "expected a record")
    other = b'{"cutline": "references", "version": 1}\n' + b"\n".join(lines)
    yield hostile("lines-of-another-kind", other, "expected 'run'")
    newer = b'{"cutline": "run", "version": 99}\n' + b"\n".join(lines)
    yield hostile("lines-of-a-newer-version", newer, "reads version 1")


def _other_text() -> Iterator[Case]:
    unknown = "not a format that Cutline knows"
    yield hostile("empty", b"", "the file is empty")
    yield hostile("only-byte-order-mark", b"\xef\xbb\xbf", "empty|not a format")
    yield hostile("only-line-end", b"\n", unknown)
    yield hostile("one-zero-byte", b"\0", unknown)
    yield hostile("html", b"<!doctype html><script>alert(1)</script>", unknown)
    laughs = (
        '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><a>&b;</a>'
    )
    yield hostile("xml-of-a-billion-laughs", laughs.encode(), unknown)
    outside = (
        '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]><a>&a;</a>'
    )
    yield hostile("xml-of-another-file", outside.encode(), unknown)
    yield hostile("yaml", b"- !!python/object/apply:os.system ['id']\n", unknown)
    yield hostile("svg", b"<svg onload='alert(1)'/>", unknown)
    formula = "image_id,caption\n=1+1,a dog\n" + "".join(f"{i},a cat\n" for i in IMAGES[1:])
    yield hostile("table-with-formula-as-id", formula.encode(), "no such image")
    yield hostile("table-without-captions", b"image_id,score\n1,2\n", "caption")
    uneven = b"image_id,caption\n1,a,b,c\n2\n"
    yield hostile("table-uneven", uneven, "line 2|column|expected")
    yield hostile(
        "table-open-quote", b'image_id,caption\n1,"a dog\n2,a cat\n', "unexpected end of data"
    )


def _encodings() -> Iterator[Case]:
    text = results(caption="ein Bär, あ").decode()
    text = json.dumps(json.loads(text), ensure_ascii=False)
    yield hostile("utf-16", text.encode("utf-16"), "written in UTF-16; save it as UTF-8")
    yield hostile("utf-16-without-mark", text.encode("utf-16-le"), "UTF-16|not JSON")
    yield hostile("utf-16-other-order", text.encode("utf-16-be"), "UTF-16|not a format")
    yield hostile("utf-32", text.encode("utf-32"), "written in UTF-")
    yield hostile("utf-32-without-mark", text.encode("utf-32-le"), "UTF-|not JSON")
    yield hostile("latin-1", text.replace("あ", "").encode("latin-1"), "UTF-8")
    yield hostile("shift-jis", text.replace("ä", "").encode("shift-jis"), "UTF-8")
    yield hostile("utf-7", b"+AFsAew-", "not a format that Cutline knows")
    plain = results(caption="@@")
    for name, raw in (
        ("overlong", b"\xc0\xaf"),
        ("overlong-3", b"\xe0\x80\xaf"),
        ("surrogate", b"\xed\xa0\x80"),
        ("too-large", b"\xf4\x90\x80\x80"),
        ("lone-continuation", b"\x80"),
        ("cut-off", b"\xe3\x81"),
        ("never-a-byte", b"\xff"),
    ):
        yield hostile(f"utf-8-{name}", plain.replace(b"@@", raw), "UTF-8")
    broken = b'image_id,caption\n1,"a \xff dog"\n'
    yield hostile("table-not-utf-8", broken, "UTF-8")
    lines = b'{"image_id": 1, "caption": "a"}\n{"image_id": 2, "caption": "\xff"}\n'
    yield hostile("lines-not-utf-8", lines, "line 2.*UTF-8")


def _good() -> Iterator[Case]:
    yield good("good-coco", results())
    indented = json.dumps(records(), indent=1).encode()
    yield good("good-coco-indented", indented)
    yield good("good-coco-of-windows", indented.replace(b"\n", b"\r\n"))
    yield good("good-byte-order-mark", b"\xef\xbb\xbf" + results(), "byte-order-mark")
    lines = [json.dumps(record).encode() for record in records()]
    yield good("good-lines", b"\n".join(lines))
    yield good("good-lines-of-windows", b"\r\n".join(lines) + b"\r\n")
    head = b'{"cutline": "run", "version": 1, "system": "made"}\n'
    yield good("good-run", head + b"\n".join(lines))
    ranked = [{"image_id": r["image_id"], "captions": [r["caption"], "b"]} for r in records()]
    yield good("good-ranked", "".join(json.dumps(r) + "\n" for r in ranked).encode())
    nocaps = [{**record, "split": "in_domain"} for record in records()]
    yield good("good-nocaps", json.dumps(nocaps).encode())
    table = "image_id,caption\n" + "".join(f'{r["image_id"]},"{r["caption"]}"\n' for r in records())
    yield good("good-table", table.encode())
    yield good("good-table-by-tabs", table.replace('"', "").replace(",", "\t").encode())
    by_id = {str(record["image_id"]): record["caption"] for record in records()}
    yield good("good-dictionary", json.dumps(by_id).encode())
    named = [{**r, "image_id": f"{r['image_id']}.jpg"} for r in records()]
    yield good("good-names-of-files", json.dumps(named).encode(), "other-ids")
    yield good("odd-empty-caption", results(caption=""), "empty-caption")
    yield good("odd-caption-of-spaces", results(caption="   "), "empty-caption")
    yield good("odd-control-character", results(caption="a \x07 b"), "control-character")
    yield good("odd-zero-escaped", with_raw("caption", '"a \\u0000 b"'), "control-character")
    yield good("odd-turned-text", results(caption="a \u202e b"))
    yield good("odd-markup", results(caption="<script>alert(1)</script> & 'quoted'"))
    yield good("odd-formula", results(caption="=HYPERLINK(1)"))
    yield good("odd-list-of-one", results(caption=["a dog"]))
    yield good("odd-other-scripts", results(caption="犬が走っている 🐕"))
