"""What a subcommand is made of."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Subcommand:
    """One word of the command line. Its module is imported at every start: what is heavy belongs inside `run`."""

    name: str
    summary: str
    """One line for the list of commands, without a full stop."""
    description: str
    examples: tuple[str, ...]
    """Command lines without the program's name."""
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]
    """Does the work and returns the exit code."""
    passes_on: bool = False
    """Words that the command does not know are another program's: they arrive as `passed_on`, a list."""
