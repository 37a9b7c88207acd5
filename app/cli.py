"""The command line: one table of subcommands, one-line errors, exit codes that scripts can rely on.

0 done, 1 the work found failures (a failed test), 2 bad input or a machine that lacks something, 130 interrupted.
Nothing heavy is imported here: each subcommand imports what it needs when it runs.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from app import __version__, subcommands
from app.errors import NoGraphicsError
from app.subcommands.frame import Subcommand
from engine.errors import InputError

DESCRIPTION = """\
Sweepscope shows, step by step, what a capsule character controller did and why.

Without a command it opens the window; with a file it opens that file.
"""
EXAMPLES = """\
examples:
  {program}                                   open the window
  {program} stairs.trace.json.gz              open a trace in the window
  {program} doctor                            say what works on this machine
  {program} COMMAND --help                    what a command does, with an example

Exit codes: 0 done, 1 failures were found, 2 bad input or something is missing, 130 interrupted.
"""


class OneLineParser(argparse.ArgumentParser):
    """A parser whose errors are one line: what is wrong, and where to read more."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the arguments and exit with code 2."""
        print(f"{self.prog}: {message} (see: {self.prog} --help)", file=sys.stderr)
        sys.exit(2)


def program_name() -> str:
    """Return how this program was started, as a person would type it again."""
    return "sweepscope" if os.path.basename(sys.argv[0]).startswith("sweepscope") else "python run.py"  # noqa: PTH119


def build_parser() -> OneLineParser:
    """Build the parser from the table of subcommands."""
    program = program_name()
    parser = OneLineParser(
        prog=program,
        description=DESCRIPTION,
        epilog=EXAMPLES.format(program=program),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"sweepscope {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands", parser_class=OneLineParser)
    for command in subcommands.ALL:
        add_subcommand(commands, command, program)
    return parser


def add_subcommand(commands: argparse._SubParsersAction[OneLineParser], command: Subcommand, program: str) -> None:
    """Add one subcommand with a help text that reads like a manual."""
    parser = commands.add_parser(
        command.name,
        help=command.summary,
        description=f"{command.summary[0].upper()}{command.summary[1:]}.\n\n{command.description.strip()}",
        epilog="example:\n" + "\n".join(f"  {program} {line}" for line in command.examples),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    command.add_arguments(parser)
    parser.set_defaults(run=command.run, passes_on=command.passes_on)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code; nothing that a person does ends in a traceback."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    program = program_name()
    try:
        options = parse_words(words)
        code: int = options.run(options)
    except (InputError, NoGraphicsError) as error:
        print(f"{program}: {error}", file=sys.stderr)
        return 2
    except ImportError as error:
        print(f"{program}: a package is missing or broken ({error}); run: {program} doctor", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of our output (head, less) has left: not an error of ours. Closing stdout again must not complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


def parse_words(words: list[str]) -> argparse.Namespace:
    """Parse a command line; without a command, or with a file in its place, `open` is meant."""
    parser = build_parser()
    options, unknown = parser.parse_known_args(["open", *words] if not words or is_file(words[0]) else words)
    if unknown and not getattr(options, "passes_on", False):
        parser.error(f"unknown argument: {unknown[0]}")
    if options.command is None:
        parser.error("a command is missing")
    options.passed_on = unknown
    return options


def is_file(word: str) -> bool:
    """Tell a file from an option, a command, or a mistyped one: by a dot, a separator, or by being there."""
    if word.startswith("-") or word in {command.name for command in subcommands.ALL}:
        return False
    return "." in word or os.path.sep in word or os.path.exists(word)  # noqa: PTH110
