"""What the evaluation server keeps."""

from cutline.server.models.benchmark import Benchmark, BenchmarkState, Host, Visibility
from cutline.server.models.blob import Blob
from cutline.server.models.job import JobState, ScoringJob
from cutline.server.models.phase import Phase
from cutline.server.models.rescore import Rescore, RescoreState
from cutline.server.models.result import PairTest, Result
from cutline.server.models.submission import FailedAttempt, Kind, State, Submission
from cutline.server.models.worker import Worker

__all__ = [
    "Benchmark",
    "BenchmarkState",
    "Blob",
    "FailedAttempt",
    "Host",
    "JobState",
    "Kind",
    "PairTest",
    "Phase",
    "Rescore",
    "RescoreState",
    "Result",
    "ScoringJob",
    "State",
    "Submission",
    "Visibility",
    "Worker",
]
