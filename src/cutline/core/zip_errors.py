"""What Python's zip reader lets through when it meets a damaged archive."""

from __future__ import annotations

import lzma
import struct
import zipfile
import zlib

ZIP_ERRORS = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    NotImplementedError,
    RuntimeError,
    EOFError,
    OSError,
    ValueError,
    OverflowError,
)
