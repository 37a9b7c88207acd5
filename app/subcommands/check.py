"""`check`: the checks that need no test to run."""

from __future__ import annotations

import argparse
import subprocess
import sys

from app.paths import PACKAGE
from app.subcommands.frame import Subcommand
from engine.errors import InputError

DESCRIPTION = """\
Runs ruff (lint, then format), mypy and import-linter over the clone: style, types, and who may import whom. With --fix,
ruff first mends what it can.
"""

CHECKS = (
    ("ruff", ["-m", "ruff", "check"]),
    ("ruff format", ["-m", "ruff", "format", "--check"]),
    ("mypy", ["-m", "mypy"]),
    ("import-linter", ["-c", "from importlinter.cli import lint_imports_command as run; run()"]),
)
"""Name of each check, and what the interpreter is told to run."""

FIXES = (["-m", "ruff", "check", "--fix", "--quiet"], ["-m", "ruff", "format", "--quiet"])


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `check`."""
    parser.add_argument("--fix", action="store_true", help="mend style and format first, as far as ruff can")


def run(options: argparse.Namespace) -> int:
    """Run every check, even after one has failed; 1 if any did."""
    root = PACKAGE.parent
    if not (root / "pyproject.toml").is_file():
        raise InputError("there is nothing to check in an installed copy; use a clone: python run.py check")
    for words in FIXES if options.fix else ():
        subprocess.run([sys.executable, *words], cwd=root, check=False)
    failed = []
    for name, words in CHECKS:
        print(f"== {name}", flush=True)
        if subprocess.run([sys.executable, *words], cwd=root, check=False).returncode:
            failed.append(name)
    print("checks: " + (f"failed: {', '.join(failed)}" if failed else "all passed"))
    return 1 if failed else 0


COMMAND = Subcommand(
    name="check",
    summary="check style, types and imports of this clone",
    description=DESCRIPTION,
    examples=("check", "check --fix"),
    add_arguments=add_arguments,
    run=run,
)
