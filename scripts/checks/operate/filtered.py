"""Runs a command under the filters of system calls that a unit of systemd names, where no systemd runs:

    python3 filtered.py UNIT COMMAND...

libseccomp makes the filter, which apt needs too, and systemd-analyze says what is in a set of calls.
"""

import ctypes
import errno
import os
import socket
import subprocess
import sys

ALLOW, EQUAL = 0x7FFF0000, 4
# The families of Linux, by their numbers.
FAMILIES = range(64)
# systemd lets these through whatever a unit says.
ALWAYS = ["@default", "execve"]


class Comparison(ctypes.Structure):
    _fields_ = [("arg", ctypes.c_uint), ("op", ctypes.c_int), ("a", ctypes.c_uint64), ("b", ctypes.c_uint64)]


def refused(code):
    return 0x00050000 | code


def values(unit, name):
    with open(unit, encoding="utf-8") as lines:
        return [line.split("=", 1)[1].strip() for line in lines if line.startswith(name + "=")]


def calls_of(name):
    """The calls of a set, and those of the sets in it."""
    if not name.startswith("@"):
        return {name}
    said = subprocess.run(["systemd-analyze", "syscall-filter", name], check=True, capture_output=True, text=True).stdout
    words = [line.strip() for line in said.splitlines()[1:]]
    return set().union(*[calls_of(word) for word in words if word and not word.startswith("#")])


def allowed_calls(unit):
    allowed = set().union(*[calls_of(name) for name in ALWAYS])
    for line in values(unit, "SystemCallFilter"):
        named = set().union(*[calls_of(name) for name in line.lstrip("~").split()])
        allowed = allowed - named if line.startswith("~") else allowed | named
    return allowed


def load(unit):
    lib = ctypes.CDLL("libseccomp.so.2", use_errno=True)
    lib.seccomp_init.restype = ctypes.c_void_p
    lib.seccomp_rule_add_array.argtypes = [ctypes.c_void_p, ctypes.c_uint32, ctypes.c_int, ctypes.c_uint, ctypes.POINTER(Comparison)]
    lib.seccomp_load.argtypes = [ctypes.c_void_p]
    context = lib.seccomp_init(refused(errno.EPERM))
    open_families = {int(getattr(socket, name)) for line in values(unit, "RestrictAddressFamilies") for name in line.split()}
    for name in sorted(allowed_calls(unit)):
        number = lib.seccomp_syscall_resolve_name(name.encode())
        # A call of another architecture has none here.
        if number < 0:
            continue
        if name != "socket":
            lib.seccomp_rule_add_array(context, ALLOW, number, 0, None)
            continue
        for family in FAMILIES:
            action = ALLOW if family in open_families else refused(errno.EAFNOSUPPORT)
            lib.seccomp_rule_add_array(context, action, number, 1, ctypes.byref(Comparison(0, EQUAL, family, 0)))
    if lib.seccomp_load(context) != 0:
        sys.exit("The filter was not taken.")


if __name__ == "__main__":
    load(sys.argv[1])
    os.execvp(sys.argv[2], sys.argv[2:])
