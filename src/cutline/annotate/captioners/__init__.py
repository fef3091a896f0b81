"""Captioners of all kinds: captions files, commands, endpoints, and what is built in."""

from cutline.annotate.captioners.captioner import Captioner, NoCaption, Subject
from cutline.annotate.captioners.named import captioner_named, captioners_named

__all__ = ["Captioner", "NoCaption", "Subject", "captioner_named", "captioners_named"]
