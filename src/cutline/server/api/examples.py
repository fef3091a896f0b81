"""Answers as they look, for the description. Names and scores are made up."""

from __future__ import annotations

from typing import Any

from cutline.core.version import __version__

_SIGNATURE = (
    "cider-d(n=4,sigma=6.0,df=references,length=bigrams)|tok:ptb(context=official)|refs:5|"
    f"images:4500|data:3cbc7e19ae840e88|cutline:{__version__}"
)
_ID = "5d3c9a52-7d2e-4d0a-9b43-0d1f6f8a2c11"
_VALUE = {"value": 0.731, "low": 0.712, "high": 0.75}
_PHASE: dict[str, Any] = {
    "slug": "test",
    "title": "test",
    "split": "test",
    "references_public": False,
    "is_open": True,
    "is_frozen": False,
    "opens": None,
    "closes": "2030-06-01T00:00:00Z",
    "blind_from": None,
    "blind_until": None,
    "per_day": 5,
    "per_phase": None,
    "per_benchmark": None,
    "failing_per_day": 50,
    "most_bytes": 33554432,
}

#: By the name of the schema.
EXAMPLES: dict[str, dict[str, Any]] = {
    "ErrorAnswer": {
        "error": {
            "code": "invalid_file",
            "message": "The file cannot be scored: 1 images without a caption.",
            "problems": [
                {
                    "severity": "error",
                    "kind": "missing-id",
                    "line": None,
                    "record": None,
                    "image_id": 42,
                    "message": "no caption for this image",
                }
            ],
        }
    },
    "PhaseAnswer": _PHASE,
    "BenchmarkAnswer": {
        "slug": "pictures",
        "title": "Drawn pictures",
        "summary": "Drawn pictures, to try the server with.",
        "description": "",
        "rules": "Submit one caption for each picture.",
        "discussion_url": "",
        "state": "published",
        "bundle_digest": "9f0c1d",
        "bundle_version": "1.0",
        "metrics": ["cider-d", "rouge-l"],
        "slice_name": "domain",
        "scorer": f"cutline-{__version__}-8f2a91c0",
        "phases": [_PHASE],
        "url": "https://captions.example.org/b/pictures/",
    },
    "ImagesAnswer": {"split": "test", "image_ids": [1, 2, 3]},
    "MeAnswer": {
        "username": "pia",
        "email_confirmed": True,
        "teams": [{"slug": "team-a", "name": "Team A"}],
    },
    "RemainingAnswer": {
        "team": "team-a",
        "now": 4,
        "today": 4,
        "phase": None,
        "benchmark": None,
        "failing_today": 50,
        "next_slot": None,
    },
    "CheckedAnswer": {"format": "COCO results", "images": 4500, "warnings": [], "counts": {}},
    "SubmissionAnswer": {
        "id": _ID,
        "benchmark": "pictures",
        "phase": "test",
        "team": "Team A",
        "kind": "system",
        "method": "ours",
        "description": "",
        "paper_url": "",
        "code_url": "https://example.org/ours",
        "external_data": "",
        "file_name": "captions.json",
        "file_digest": "b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c",
        "state": "done",
        "reason": "",
        "counts": True,
        "progress": 1.0,
        "warnings": [],
        "created": "2030-05-01T12:00:00Z",
        "finished": "2030-05-01T12:00:04Z",
        "on_board": True,
        "disqualified": False,
        "disqualified_why": "",
        "scores": {"": {"cider-d": _VALUE}},
        "signatures": {"cider-d": _SIGNATURE},
        "stands_for": None,
        "procedure": "95% intervals by 1,000 bootstrap samples",
        "actions": ["choose", "download_captions", "edit", "see", "see_scores", "withdraw"],
        "url": f"https://captions.example.org/entry/{_ID}/",
    },
    "BoardAnswer": {
        "cutline": "board",
        "version": 1,
        "benchmark": {
            "slug": "pictures",
            "title": "Drawn pictures",
            "bundle_version": "1.0",
            "bundle_digest": "9f0c1d",
        },
        "phase": {"slug": "test", "title": "test", "split": "test"},
        "scorer": f"cutline-{__version__}-8f2a91c0",
        "procedure": "95% intervals by 1,000 bootstrap samples",
        "sorted_by": "cider-d",
        "slice": "",
        "metrics": ["cider-d"],
        "slices": ["in-domain", "out-of-domain"],
        "decimals": 3,
        "entries": [
            {
                "id": _ID,
                "rank": 1,
                "tie": None,
                "kind": "system",
                "method": "ours",
                "team": "Team A",
                "external_data": "",
                "submitted": "2030-05-01T12:00:00+00:00",
                "difference_to_above": "none",
                "p_to_above": None,
                "stands_for": None,
                "scores": {"cider-d": {**_VALUE, "signature": _SIGNATURE}},
                "permalink": f"https://captions.example.org/entry/{_ID}/",
            }
        ],
    },
    "ChangeRequest": {"description": "With a larger vocabulary."},
    "ChooseRequest": {"on_board": True},
    "DisqualifyRequest": {"why": "Captions were copied from another entry."},
}
