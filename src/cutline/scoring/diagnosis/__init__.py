"""What a run does differently from people: lengths, words, repetitions, objects."""

from cutline.scoring.diagnosis.diagnosis import Diagnosis, diagnose

__all__ = ["Diagnosis", "diagnose"]
