"""Scores shards on a cluster of two nodes, of which one may be killed: run as a program.

`python -m tests.scale.ray_cluster SHARD OUTPUT [kill]` writes what was found to OUTPUT.json: Ray
prints much when a node goes.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

from tests.scale.made_rows import scored


def main() -> None:
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    import ray
    from ray.cluster_utils import Cluster

    from cutline.scale.on_ray import OnRay

    shard, output, *rest = sys.argv[1:]
    node: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 100 << 20}
    cluster = Cluster(initialize_head=True, head_node_args={**node, "include_dashboard": False})
    other = cluster.add_node(**node)
    cluster.wait_for_nodes()
    nodes = len(cluster.list_all_nodes())  # type: ignore[no-untyped-call]
    killed = threading.Event()
    if rest == ["kill"]:
        threading.Thread(
            target=_kill_when_begun, args=(cluster, other, Path(output), killed), daemon=True
        ).start()
    engine = OnRay(cluster.address)
    found = scored([shard], Path(output), part_bytes=10_000, engine=engine)
    answer = {"found": found.to_dict(), "killed": killed.is_set(), "nodes": nodes}
    Path(f"{output}.json").write_text(json.dumps(answer))
    ray.shutdown()
    cluster.shutdown()  # type: ignore[no-untyped-call]


def _kill_when_begun(cluster: Any, node: Any, output: Path, killed: threading.Event) -> None:
    """Take a node away as soon as some parts are scored, as a power cut would."""
    while len(list((output / "parts").glob("*.json"))) < 3:
        time.sleep(0.01)
    cluster.remove_node(node, allow_graceful=False)
    killed.set()


if __name__ == "__main__":
    main()
