"""What subcommands do before and around a run: look whether they can write, compile kernels, name files in errors."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from app.paths import write_path
from engine.errors import InputError

if TYPE_CHECKING:
    from engine.scenario import Scenario

COMPILING = "compiling kernels (first start) ..."


def check_writable(target: Path | None) -> None:
    """Raise InputError if a file cannot be written: better before a long run than after it. None: nothing is asked."""
    if target is None:
        return
    folder = target.parent
    if target.is_dir():
        reason = "Is a directory"
    elif not folder.is_dir():
        reason = "No such file or directory"
    elif not os.access(target if target.exists() else folder, os.W_OK):
        reason = "Permission denied"
    else:
        return
    raise InputError(f"cannot write {write_path(target)}: {reason}")


def prepare_run(scenario: Scenario, file: Path) -> None:
    """Refuse a scenario without input; compile the kernels if that was never done, and say so, for it takes long."""
    from engine.scenario import Controller
    from engine.warm_up import is_warm, warm_up

    if scenario.frame_count == 0:
        raise InputError(f"{write_path(file)}: input: at least one frame is needed")
    if scenario.controller is Controller.CCT and not is_warm():
        print(COMPILING, file=sys.stderr, flush=True)
        warm_up()


@contextmanager
def naming_file(file: Path, reference: Path | None = None) -> Iterator[None]:
    """Let errors about a scenario that was read already name its file, and that of the reference which it follows."""
    try:
        yield
    except InputError as error:
        along = "" if reference is None else f" along {write_path(reference)}"
        raise InputError(f"{write_path(file)}{along}: {error}") from error
