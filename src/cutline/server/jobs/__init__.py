"""Scoring jobs: leases, the queue, the worker, and who looks after what was left behind."""
