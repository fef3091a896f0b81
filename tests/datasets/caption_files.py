"""Captions of our own in every format that Cutline reads."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

REFERENCES: dict[int, list[str]] = {
    31: ["Two otters float on their backs.", "A pair of otters in a calm river"],
    4: ["A cellist tunes her instrument.", "A woman leans over a cello, a bow in hand"],
    250: ["Rain on an empty café terrace", 'A sign reads "closed" above wet chairs.'],
}
CAPTIONS: dict[int, list[str]] = {
    31: ["two otters in a river", "otters swim"],
    4: ["a woman plays the cello", "a woman with a violin"],
    250: ["wet chairs outside a café", "chairs, a table"],
}
DOMAINS = {31: "out-domain", 4: "in-domain", 250: "near-domain"}


def encoded(content: Any, **options: Any) -> bytes:
    return json.dumps(content, **options).encode()


def coco_annotations(**extra: Any) -> dict[str, Any]:
    return {
        "info": {"description": "three pictures", "version": "1.0"},
        "licenses": [{"id": 1, "name": "none"}],
        "images": [{"id": i, "file_name": f"{i:012}.jpg", "height": 480} for i in REFERENCES],
        "annotations": [
            {"image_id": i, "id": 10 * i + n, "caption": caption}
            for n in range(2)
            for i, captions in REFERENCES.items()
            for caption in captions[n : n + 1]
        ],
        **extra,
    }


def coco_2014() -> bytes:
    return encoded(coco_annotations(type="captions"))


def coco_2017() -> bytes:
    return encoded(coco_annotations(), indent=1, ensure_ascii=False)


def karpathy() -> bytes:
    images = [
        {
            "filepath": "val2014",
            "sentids": [1, 2],
            "filename": f"COCO_val2014_{i:012}.jpg",
            "imgid": number,
            "split": "test" if number else "train",
            "sentences": [
                {"tokens": caption.lower().split(), "raw": caption, "imgid": number, "sentid": n}
                for n, caption in enumerate(captions)
            ],
            "cocoid": i,
        }
        for number, (i, captions) in enumerate(REFERENCES.items())
    ]
    return encoded({"images": images, "dataset": "coco"})


def nocaps() -> bytes:
    content = coco_annotations()
    content["images"] = [
        {"id": i, "open_images_id": f"{i:016x}", "domain": domain} for i, domain in DOMAINS.items()
    ]
    return encoded(content)


def nocaps_records() -> bytes:
    return encoded(
        [
            {"split": DOMAINS[i].replace("-", "_"), "image_id": i, "caption": captions}
            for i, captions in REFERENCES.items()
        ],
        indent=4,
    )


def token_file() -> bytes:
    return "".join(
        f"{i}.jpg#{n}\t{caption}\n"
        for i, captions in REFERENCES.items()
        for n, caption in enumerate(captions)
    ).encode()


def reference_lines() -> bytes:
    header = {"cutline": "references", "version": 1}
    records = [{"image_id": i, "references": captions} for i, captions in REFERENCES.items()]
    return b"".join(encoded(record) + b"\n" for record in [header, *records])


def single_reference_lines() -> bytes:
    return b"\r\n".join(
        encoded({"image_id": i, "caption": caption}, ensure_ascii=False)
        for i, captions in REFERENCES.items()
        for caption in captions
    )


def quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def reference_table() -> bytes:
    rows = [
        f"{i},{DOMAINS[i]},{quoted(caption)}\r\n"
        for i, captions in REFERENCES.items()
        for caption in captions
    ]
    return ("image_id,domain,caption\r\n" + "".join(rows)).encode()


def reference_tabs() -> bytes:
    rows = [
        f"{i}\t{quoted(caption)}\n" for i, captions in REFERENCES.items() for caption in captions
    ]
    return ("image\ttext\n" + "".join(rows)).encode()


def reference_dictionary() -> bytes:
    return encoded({str(i): captions for i, captions in REFERENCES.items()})


REFERENCE_FORMATS: dict[str, Callable[[], bytes]] = {
    "COCO annotations, 2014": coco_2014,
    "COCO annotations, 2017": coco_2017,
    "Karpathy splits": karpathy,
    "nocaps annotations": nocaps,
    "nocaps records": nocaps_records,
    "Flickr token file": token_file,
    "JSON lines, a list": reference_lines,
    "JSON lines, one each": single_reference_lines,
    "table, commas": reference_table,
    "table, tabs": reference_tabs,
    "dictionary": reference_dictionary,
}


def results() -> bytes:
    return encoded([{"image_id": i, "caption": c[0]} for i, c in CAPTIONS.items()])


def indented_results() -> bytes:
    records = [{"caption": c[0], "id": i, "image_id": i} for i, c in CAPTIONS.items()]
    return encoded(records, indent=2, ensure_ascii=False)


def ranked_results() -> bytes:
    return encoded([{"image_id": i, "captions": c} for i, c in CAPTIONS.items()])


def ranked_lines() -> bytes:
    header = {"cutline": "run", "version": 1, "system": "otter-net"}
    records = [{"image_id": i, "captions": c} for i, c in CAPTIONS.items()]
    return b"".join(encoded(record) + b"\n" for record in [header, *records])


def single_lines() -> bytes:
    return b"\n".join(encoded({"image_id": i, "caption": c[0]}) for i, c in CAPTIONS.items())


def table() -> bytes:
    rows = [f"{i};{quoted(c[0])}\n" for i, c in CAPTIONS.items()]
    return ("image_id;caption\n" + "".join(rows)).encode()


def dictionary() -> bytes:
    return encoded({i: c[0] for i, c in CAPTIONS.items()})


def beside_references() -> bytes:
    return encoded(
        [{"image_id": i, "references": REFERENCES[i], "caption": c[0]} for i, c in CAPTIONS.items()]
    )


def zipped(*names: str, content: bytes | None = None) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.writestr(name, results() if content is None else content)
    return packed.getvalue()


RUN_FORMATS: dict[str, Callable[[], bytes]] = {
    "COCO results": results,
    "COCO results, indented": indented_results,
    "COCO results, ranked": ranked_results,
    "COCO results beside references": beside_references,
    "zip, val": lambda: zipped("captions_val2014_otter_results.json"),
    "zip, test": lambda: zipped("sub/captions_test2014_otter_results.json", "__MACOSX/x"),
    "JSON lines, ranked": ranked_lines,
    "JSON lines": single_lines,
    "table": table,
    "dictionary": dictionary,
}
RANKED = {"COCO results, ranked", "JSON lines, ranked"}


def expected_captions(name: str) -> dict[int, list[str]]:
    return {i: c if name in RANKED else c[:1] for i, c in CAPTIONS.items()}


def packings(content: bytes) -> list[bytes]:
    """A file as it is and compressed, which a zip is already."""
    return [content] if content.startswith(b"PK") else [content, gzip.compress(content)]


def saved(folder: Path, name: str, content: bytes) -> Path:
    path = folder / name
    path.write_bytes(content)
    return path
