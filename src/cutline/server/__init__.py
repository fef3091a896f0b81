"""The evaluation server: benchmarks with private references, submissions, leaderboards."""
