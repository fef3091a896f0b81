"""A results file of our own, and ways to damage it."""

from __future__ import annotations

import gzip
import json
import random
import re
from collections.abc import Callable
from dataclasses import dataclass

_SIZES = ("small", "tall", "rusty", "striped", "wet")
_THINGS = ("heron", "bicycle", "lantern", "piano", "snowman", "ferry", "beehive", "scarecrow")
_DEEDS = ("stands in", "leans over", "waits beside", "is seen through")
_PLACES = ("the harbour", "a frozen pond", "an orchard", "the “Café Linde”", "a narrow lane")
_COUNT = 40


def _phrase(number: int, step: int) -> str:
    size, thing = _SIZES[number % 5], _THINGS[(number + step) % 8]
    deed, place = _DEEDS[(number * step) % 4], _PLACES[(number + 2 * step) % 5]
    return f"a {size} {thing} {deed} {place}"


IMAGE_IDS = [7 * number + 100 for number in range(_COUNT)]
REFERENCES = {
    image_id: [_phrase(number, 1) + ".", "There is " + _phrase(number, 2)]
    for number, image_id in enumerate(IMAGE_IDS)
}
CAPTIONS = {image_id: _phrase(number, 3) for number, image_id in enumerate(IMAGE_IDS)}


@dataclass
class Draft:
    """A results file that is being spoilt: its records as JSON text, and how they are joined."""

    records: list[str]
    layout: str

    def content(self) -> bytes:
        """The file."""
        if self.layout == "lines":
            return "\n".join(self.records).encode() + b"\n"
        between = {"one line": ", ", "a line each": ",\n", "spread": "\n  ,\r\n\t"}[self.layout]
        return f"[{between.join(self.records)}]".encode()


def new_draft(chance: random.Random) -> Draft:
    """The undamaged file, in one of several layouts."""
    records = []
    for number, (image_id, caption) in enumerate(CAPTIONS.items()):
        record: dict[str, object] = {"image_id": image_id, "caption": caption}
        if number % 10 == 3:
            record = {"id": number, **record, "score": -1.5e-3, "beams": [["a", {"b": None}]]}
        records.append(json.dumps(record, ensure_ascii=number % 2 == 0))
    return Draft(records, chance.choice(["one line", "a line each", "spread", "lines"]))


# Values and pieces of text that have broken readers before.
_VALUES = (
    "null", "true", "false", "0", "-1", "12.5", "1e999", "-1e-999", "9" * 30, "9" * 5000,
    "NaN", "Infinity", "-Infinity", "-NaN", "nan", "None", "undefined", "[]", "[[]]", "{}",
    '""', '" "', '"a heron"', '["a heron", "a ferry"]', '["a heron", null]', '[""]', '[["a"]]',
    '{"caption": "a heron"}', '"\\ud83d"', '"\\udca9 \\ud83d"', '"\\ud83d\\udca9"', '"\\u0000"',
    '"\\r"', '"\\u2028"', '"\\n"', '"\\u0085"', '"\\ufeff"', '"' + "long " * 25_000 + '"',
    "[" * 62 + "]" * 62, "[" * 70 + "]" * 70, '{"a":' * 3000 + "1" + "}" * 3000, "[" * 200_000,
)  # fmt: skip
_KEYS = (
    "caption", "captions", "Caption", "image_id", "image_ids", "id", "imageid", "references",
    "refs", "", "caption ", "image\\u005fid", "c\\u0061ption", "\\ud800", "images", "cutline",
)  # fmt: skip
_PIECES = (
    b"\x00", b"\x01", b"\x07", b"\x0b", b"\x0c", b"\r", b"\n", b"\t", b"\x1b", b"\x7f", b"\xff",
    b"\xfe", b"\xc3", b"\x80", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x80",
    b"\xef\xbb\xbf", b"\xe2\x80\xa8", b"\xc2\x85", b"\\", b"\\u", b"\\ud800", b"\\x41", b'"', b"'",
    b",", b":", b"[", b"]", b"{", b"}", b"//", b"/* */", b"#", b" ", b"-", b"1", b"e5", b".5",
)  # fmt: skip

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')


def _spot(chance: random.Random, content: bytes) -> int:
    return chance.randrange(len(content) + 1)


def _slice(chance: random.Random, content: bytes) -> tuple[int, int]:
    start = _spot(chance, content)
    return start, min(len(content), start + chance.choice([1, 1, 2, 5, 20, 100, 800]))


def flip_a_bit(chance: random.Random, content: bytes) -> bytes:
    at = chance.randrange(len(content))
    return content[:at] + bytes([content[at] ^ 1 << chance.randrange(8)]) + content[at + 1 :]


def replace_a_byte(chance: random.Random, content: bytes) -> bytes:
    at = chance.randrange(len(content))
    return content[:at] + bytes([chance.randrange(256)]) + content[at + 1 :]


def delete_a_slice(chance: random.Random, content: bytes) -> bytes:
    start, end = _slice(chance, content)
    return content[:start] + content[end:]


def insert_a_piece(chance: random.Random, content: bytes) -> bytes:
    at = _spot(chance, content)
    return content[:at] + chance.choice(_PIECES) + content[at:]


def truncate(chance: random.Random, content: bytes) -> bytes:
    return content[: _spot(chance, content)]


def cut_the_beginning(chance: random.Random, content: bytes) -> bytes:
    return content[chance.choice([1, 2, 3, _spot(chance, content)]) :]


def duplicate_a_slice(chance: random.Random, content: bytes) -> bytes:
    start, end = _slice(chance, content)
    at = chance.choice([end, _spot(chance, content)])
    return content[:at] + content[start:end] + content[at:]


def swap_slices(chance: random.Random, content: bytes) -> bytes:
    a, b, c, d = sorted(_spot(chance, content) for _ in range(4))
    return content[:a] + content[c:d] + content[b:c] + content[a:b] + content[d:]


def remove_punctuation(chance: random.Random, content: bytes) -> bytes:
    places = [m.start() for m in re.finditer(rb'[\[\]{},:"]', content)]
    at = chance.choice(places) if places else 0
    return content[:at] + content[at + 1 :]


def add_a_mark(chance: random.Random, content: bytes) -> bytes:
    mark = chance.choice([b"\xef\xbb\xbf", b"\xef\xbb\xbf" * 2, b"\xff\xfe", b"\xfe\xff", b"\xef"])
    return mark + content


def empty(chance: random.Random, content: bytes) -> bytes:
    return chance.choice([b"", b" ", b"\n\n", b"[]", b"{}", b"[[]]", b"\0" * 100, b"null"])


def encode_otherwise(chance: random.Random, content: bytes) -> bytes:
    text = content.decode("utf-8", "replace")
    return text.encode(chance.choice(["utf-16", "utf-16-le", "utf-32", "cp1252"]), "replace")


def replace_a_value(chance: random.Random, draft: Draft) -> None:
    at = chance.randrange(len(draft.records))
    field = chance.choice(["image_id", "caption", "caption", "score"])
    value = chance.choice(_VALUES).replace("\\", "\\\\")
    pattern = rf'("{field}": )("(?:[^"\\]|\\.)*"|[-\d.e]+)'
    draft.records[at] = re.sub(pattern, rf"\g<1>{value}", draft.records[at], count=1)


def rename_a_key(chance: random.Random, draft: Draft) -> None:
    at = chance.randrange(len(draft.records))
    old, new = chance.choice(["image_id", "caption", "id"]), chance.choice(_KEYS)
    draft.records[at] = draft.records[at].replace(f'"{old}":', f'"{new}":', 1)


def rename_all_keys(chance: random.Random, draft: Draft) -> None:
    old, new = chance.choice(["image_id", "caption"]), chance.choice(_KEYS)
    draft.records = [record.replace(f'"{old}":', f'"{new}":', 1) for record in draft.records]


def repeat_a_key(chance: random.Random, draft: Draft) -> None:
    at = chance.randrange(len(draft.records))
    key, value = chance.choice(_KEYS), chance.choice(["1", "null", '"a ferry"', "100", "[]"])
    draft.records[at] = draft.records[at][:-1] + f', "{key}": {value}}}'


def repeat_a_field(chance: random.Random, draft: Draft) -> None:
    at = chance.randrange(len(draft.records))
    field = chance.choice(['"image_id": 100, ', '"caption": "a ferry", ', '"id": 5, ', '"id": 6, '])
    draft.records[at] = "{" + field + draft.records[at][1:]


def rank_captions(chance: random.Random, draft: Draft) -> None:
    several = chance.choice(["[\\1]", '[\\1, "a ferry"]', '[\\1, "", "a heron", "a heron"]'])
    form = chance.choice(['"caption": ', '"captions": ']) + several
    count = chance.choice([1, len(draft.records)])
    draft.records[:count] = [
        re.sub(rf'"caption": ({_STRING.pattern})', form, record) for record in draft.records[:count]
    ]


def duplicate_a_record(chance: random.Random, draft: Draft) -> None:
    draft.records.insert(chance.randrange(_COUNT), chance.choice(draft.records))


def remove_records(chance: random.Random, draft: Draft) -> None:
    for _ in range(chance.choice([1, 1, 2, 39, 40])):
        if draft.records:
            draft.records.pop(chance.randrange(len(draft.records)))


def reorder_records(chance: random.Random, draft: Draft) -> None:
    chance.shuffle(draft.records)


def replace_a_record(chance: random.Random, draft: Draft) -> None:
    draft.records[chance.randrange(len(draft.records))] = chance.choice(_VALUES)


def change_an_id(chance: random.Random, draft: Draft) -> None:
    at = chance.randrange(len(draft.records))
    image_id = chance.choice(IMAGE_IDS)
    new = chance.choice(
        [f"{image_id}", f'"{image_id}"', f"{image_id}.0", f"-{image_id}", f"0{image_id}", "9999",
         f"{image_id}e0", f'"{image_id}.jpg"', f"+{image_id}", f"{image_id}L", f" {image_id} "]
    )  # fmt: skip
    draft.records[at] = re.sub(r'("image_id": )\d+', rf"\g<1>{new}", draft.records[at])


def change_all_ids(chance: random.Random, draft: Draft) -> None:
    form = chance.choice([r'"\1"', r'"\1.jpg"', r"\1.0", r"1\1", r'"0\1"', r'"\1.gif"', r"[\1]"])
    draft.records = [re.sub(r'(?<="image_id": )(\d+)', form, record) for record in draft.records]


def spoil_a_string(chance: random.Random, draft: Draft) -> None:
    at = chance.randrange(len(draft.records))
    pieces = [
        "\\ud83d",
        "\\udca9",
        "\\u0000",
        "\\r",
        "\\n",
        "\\u000b",
        "\\u2029",
        "\x01",
        "\\",
        '"',
    ]
    strings = list(_STRING.finditer(draft.records[at]))
    if strings:
        chosen = chance.choice(strings)
        place = chance.randrange(chosen.start() + 1, chosen.end())
        record = draft.records[at]
        draft.records[at] = record[:place] + chance.choice(pieces) + record[place:]


RECORD_DAMAGE: list[Callable[[random.Random, Draft], None]] = [
    replace_a_value, replace_a_value, rename_a_key, rename_all_keys, repeat_a_key,
    repeat_a_field, rank_captions,
    duplicate_a_record, remove_records, reorder_records, replace_a_record, change_an_id,
    change_all_ids, spoil_a_string, spoil_a_string,
]  # fmt: skip
BYTE_DAMAGE: list[Callable[[random.Random, bytes], bytes]] = [
    flip_a_bit, flip_a_bit, replace_a_byte, replace_a_byte, delete_a_slice, insert_a_piece,
    insert_a_piece, truncate, cut_the_beginning, duplicate_a_slice, swap_slices,
    remove_punctuation, remove_punctuation, add_a_mark, empty, encode_otherwise,
]  # fmt: skip
GZIP_DAMAGE = [flip_a_bit, replace_a_byte, delete_a_slice, truncate, duplicate_a_slice]


def corrupted(chance: random.Random) -> tuple[str, bytes]:
    """What was done, and the damaged file."""
    draft, done = new_draft(chance), []
    times = chance.choice([1, 1, 1, 1, 2, 3])
    for damage in chance.choices(RECORD_DAMAGE, k=times) if chance.random() < 0.5 else ():
        if draft.records:
            damage(chance, draft)
            done.append(damage.__name__)
    content = draft.content()
    for change in () if done and chance.random() < 0.9 else chance.choices(BYTE_DAMAGE, k=times):
        if content:
            content = change(chance, content)
            done.append(change.__name__)
    if chance.random() < 0.1:
        content = gzip.compress(content, mtime=0)
        done.append("gzip")
        if chance.random() < 0.7:
            change = chance.choice(GZIP_DAMAGE)
            content = change(chance, content)
            done.append(change.__name__)
    return f"{draft.layout}: {', '.join(done)}", content


def damaged(chance: random.Random, content: bytes) -> bytes:
    """Any file, compressed or not, with a few of its bytes changed."""
    is_packed = content[:2] in (b"PK", b"\x1f\x8b")
    for change in chance.choices(
        GZIP_DAMAGE if is_packed else BYTE_DAMAGE, k=chance.choice([1, 3])
    ):
        if content:
            content = change(chance, content)
    return content
