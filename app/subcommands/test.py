"""`test`: run the test suite of a clone."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys

from app.paths import PACKAGE
from app.subcommands.frame import Subcommand
from engine.errors import InputError

DESCRIPTION = """\
Runs pytest in the clone; what is installed for developers is installed on the first run. Words after `test` go to
pytest. With --coverage the kernels run as plain Python (NUMBA_DISABLE_JIT=1), so that their lines count too: slower;
the table of lines that no test reached follows.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `test`."""
    parser.add_argument("--coverage", action="store_true", help="measure which lines the tests reach")


def run(options: argparse.Namespace) -> int:
    """Run the tests; 0 all passed, 1 some failed."""
    root = PACKAGE.parent
    if not (root / "tests").is_dir():
        raise InputError("the tests are not part of an installed copy; run them in a clone: python run.py test")
    environment = {**os.environ}
    command = [sys.executable, "-m", "pytest", *options.passed_on]
    if options.coverage:
        environment["NUMBA_DISABLE_JIT"] = "1"
        command = [sys.executable, "-m", "coverage", "run", "-m", "pytest", *options.passed_on]
    code = subprocess.run(command, cwd=root, env=environment, check=False).returncode
    if options.coverage:
        subprocess.run([sys.executable, "-m", "coverage", "report"], cwd=root, check=False)
    return code


COMMAND = Subcommand(
    name="test",
    summary="run the tests of this clone",
    description=DESCRIPTION,
    examples=("test", "test -k lock -x", "test --coverage"),
    add_arguments=add_arguments,
    run=run,
    passes_on=True,
)
