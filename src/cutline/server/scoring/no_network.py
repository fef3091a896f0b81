"""Taking the network away from this process, by a filter of system calls (Linux seccomp).

The filter refuses `socket`, of every family, and `io_uring_setup`, by which sockets could be made
past it. Pairs of connected sockets stay possible: they lead nowhere else. It holds for every
thread and everything that the process starts, and cannot be taken off again.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct
import sys
from dataclasses import dataclass

_PR_SET_NO_NEW_PRIVS = 38
_SECCOMP_SET_MODE_FILTER = 1
#: The filter holds for threads that are there already: libraries may have started some.
_SECCOMP_FILTER_FLAG_TSYNC = 1

_ALLOW = 0x7FFF0000
_REFUSE = 0x00050000 | errno.EACCES
_KILL = 0x80000000

# Instructions of the classic packet filter: load a word, jump if equal or at least, return.
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
# Where `struct seccomp_data` has the call's number and the kind of processor.
_NUMBER, _KIND = 0, 4


@dataclass(frozen=True)
class _Calls:
    """What a kind of processor calls things by."""

    kind: int
    socket: int
    io_uring_setup: int
    seccomp: int


_MACHINES = {
    "x86_64": _Calls(kind=0xC000003E, socket=41, io_uring_setup=425, seccomp=317),
    "aarch64": _Calls(kind=0xC00000B7, socket=198, io_uring_setup=425, seccomp=277),
}
#: From here on x86-64 has a second set of calls, which would go around the filter.
_X32_CALLS = 0x40000000


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))


def deny_network() -> str:
    """Take the network away from this process.

    Returns:
        An empty text where that worked, else why it did not: the caller has to say so.
    """
    if not sys.platform.startswith("linux"):
        return f"{platform.system()} has no filter of system calls"
    calls = _MACHINES.get(platform.machine())
    if calls is None:
        return f"no filter of system calls is written for {platform.machine()}"
    if sys.maxsize <= 2**32:
        return "no filter of system calls is written for 32-bit programs"
    library = ctypes.CDLL(None, use_errno=True)
    if library.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        return f"the kernel refuses no_new_privs: {os.strerror(ctypes.get_errno())}"
    filter_ = ctypes.create_string_buffer(_filter(calls))
    program = _Program(len(_filter(calls)) // 8, ctypes.cast(filter_, ctypes.c_void_p))
    number = ctypes.c_long(calls.seccomp)
    mode, flags = _SECCOMP_SET_MODE_FILTER, _SECCOMP_FILTER_FLAG_TSYNC
    if library.syscall(number, mode, flags, ctypes.byref(program)) != 0:
        return f"the kernel refuses the filter: {os.strerror(ctypes.get_errno())}"
    return ""


def _filter(calls: _Calls) -> bytes:
    """The filter: a jump's numbers say how many instructions to skip if it holds, and if not."""
    steps = [
        (_LOAD, 0, 0, _KIND),
        (_EQUAL, 1, 0, calls.kind),
        (_RETURN, 0, 0, _KILL),  # a call of another kind of processor, which has other numbers
        (_LOAD, 0, 0, _NUMBER),
        (_EQUAL, 3, 0, calls.socket),
        (_EQUAL, 2, 0, calls.io_uring_setup),
        (_AT_LEAST, 1, 0, _X32_CALLS),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _REFUSE),
    ]
    return b"".join(struct.pack("HBBI", *step) for step in steps)
