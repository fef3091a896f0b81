"""How each command is typed, and which of the words behind it are files that it reads."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Verb:
    """A command: words with {file} stand for files that it reads, {out} for what it writes."""

    command: str
    words: str

    @property
    def files(self) -> list[str]:
        names = [part.partition("}")[0] for part in self.words.split("{")[1:]]
        return [name for name in dict.fromkeys(names) if name != "out"]


def typed(verb: Verb, folder: Path, out: str = "out") -> list[str]:
    """What stands behind `cutline`, with the files of a folder."""
    words = verb.words
    for name in verb.files:
        words = words.replace(f"{{{name}}}", str(folder / name))
    return [*verb.command.split(), *words.replace("{out}", out).split()]


VERBS = [
    Verb("score", "{steady.json} --refs {references.json} --metrics cider-d --by {labels.csv}"),
    Verb("score", "{steady.json} --objects {objects.json} --metrics semantic-fidelity"),
    Verb("score", "{shard.jsonl} --engine shards -o {out} --metrics bleu-1,cider-d --jobs 1"),
    Verb(
        "compare",
        "{steady.json} {hasty.json} --refs {references.json} --metrics bleu-1 --resamples 100"
        " --report {out}",
    ),
    Verb("explain", "{steady.json} --refs {references.json} --worst 2"),
    Verb("judge", "rouge-l --judgments {judgments.jsonl} --resamples 100"),
    Verb("validate", "{steady.json} --refs {references.json}"),
    Verb("tokenize", "{captions.txt}"),
    Verb("analyse", "{references.json} --pos-sample 0 --draws 1"),
    Verb("pairs", "{references.json} --concepts {concepts.txt}"),
    Verb("select", "{detections.csv} --hierarchy {kinds.txt} --rotation any --target 2 -o {out}"),
    Verb("domains", "{objects.json} --training-classes {known.txt} -o {out}.csv"),
    Verb("references", "{references.json} --metrics bleu-1 --human --rounds 1 -o {out}"),
    Verb("gaps", "{references.json} --concepts {concepts.txt} --matcher words -o {out}"),
    Verb("describe", "{boxes.jsonl} --by position -o {out}"),
    Verb("annotate", "{pictures} --captioner describe --detector gold:{seen.json} -o {out}"),
    Verb("features", "--from npz {7.npz} -o {out}"),
    Verb("train", "{train.toml} --check"),
    Verb("caption", "{model.pt} {features} -o {out}"),
    Verb("study compositional", "{steady.json} --refs {references.json} --concepts {concepts.txt}"
         " --matcher words --resamples 100 --report {out}"),
    Verb("study diversity", "{steady.json} --refs {references.json} -o {out}"),
    Verb("study content-selection", "{boxes.jsonl} --folds 2 --resamples 100 -o {out}"),
    Verb("study fidelity", "{steady.json} --objects {objects.json} -o {out}"),
    Verb("study priming", "{collected.jsonl} --resamples 100 -o {out}"),
    Verb("study word-agreement", "{references.json} --at-least 1 --resamples 100 -o {out}"),
    Verb("bundle make", "--name made --version 1.0 --licence CC0-1.0 --split test={references.json}"
         " --objects test={objects.json} -o {out}.zip"),
    Verb("bundle check", "{bundle.zip}"),
    Verb("bundle show", "{bundle.zip}"),
    Verb("bundle public", "{bundle.zip} -o {out}.zip"),
    Verb("bundle private", "{bundle.zip} -o {out}.zip"),
    Verb("bundle join", "{public.zip} {private.zip} -o {out}.zip"),
    Verb("detect run", "{pictures} --detector gold:{seen.json} -o {out}"),
]  # fmt: skip

#: Commands that read no file of the user's, and those whose files are tried elsewhere.
WITHOUT_FILES = {
    "world": "makes everything itself",
    "study models compositional": "makes everything itself",
    "study models novel-objects": "makes everything itself",
    "study models photos": "tests/cli/model_study/photos",
    "detect get": "a package with a hash: tests/detect/ready",
    "detect list": "",
    "data list": "",
    "data verify": "tests/core/test_data_files.py",
    "data build": "tests/core/test_data_files.py",
    "data remove": "",
    "demo": "",
    "graph": "captions are typed",
    "worker": "",
    "submit": "tests/cli/test_submit_faults.py",
    "board": "",
    "serve host": "tests/server/hosting",
    "serve admin": "",
    "serve check": "",
    "serve backup": "",
    "serve restore": "tests/cli/test_serve_backup.py",
    "serve upgrade": "",
    "serve rescore": "",
    "serve import-board": "tests/server/console/test_import.py",
    "collect new": "tests/collect/projects",
    "collect status": "",
    "collect export": "",
    "collect block": "",
    "collect open": "",
    "collect pause": "",
    "collect close": "",
}
