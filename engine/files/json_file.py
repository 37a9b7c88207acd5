"""Bytes on disk to JSON values, with an error for everything that can be wrong on the way."""

from __future__ import annotations

import gc
import gzip
import json
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from engine.errors import InputError

MAX_BYTES = 4 * 2**30
"""Of text, unpacked: what would need more memory than a desktop has."""
_GZIP_MAGIC = b"\x1f\x8b"


def read_json(path: Path) -> Any:
    """Read a JSON file, packed by gzip or not."""
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            f"{path}: expected UTF-8 text, got byte 0x{error.object[error.start]:02x} at {error.start}"
        ) from error
    if not text.strip():
        raise InputError(f"{path}: expected JSON, got an empty file")
    try:
        with paused_gc():
            return json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(f"{path}: not JSON: line {error.lineno}, column {error.colno}: {error.msg}") from error
    except RecursionError as error:
        raise InputError(f"{path}: not readable: lists or objects are nested too deep") from error
    except ValueError as error:
        # Python refuses to read whole numbers of thousands of digits.
        raise InputError(f"{path}: not readable: {error}") from error


def read_bytes(path: Path) -> bytes:
    """Read a whole file; unpack it if it is packed, whatever its name."""
    try:
        raw = path.read_bytes()
    except FileNotFoundError as error:
        raise InputError(f"{path}: no such file") from error
    except IsADirectoryError as error:
        raise InputError(f"{path}: expected a file, got a folder") from error
    except (OSError, ValueError) as error:
        reason = (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
        raise InputError(f"{path}: cannot be read: {reason}") from error
    if not raw.startswith(_GZIP_MAGIC):
        if path.suffix == ".gz" and raw:
            raise InputError(f"{path}: expected a gzip file by its name, got something else")
        return raw
    try:
        with gzip.open(path) as packed:
            text = packed.read(MAX_BYTES + 1)
    except EOFError as error:
        raise InputError(f"{path}: the gzip file is cut off: its end is missing") from error
    except (OSError, zlib.error) as error:
        raise InputError(f"{path}: the gzip file is damaged: {error}") from error
    if len(text) > MAX_BYTES:
        raise InputError(f"{path}: expected at most {MAX_BYTES // 2**30} GiB unpacked, got more")
    return text


@contextmanager
def paused_gc() -> Iterator[None]:
    """Hold garbage collection off: it would walk millions of new records again and again, and find nothing."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
