"""The words of the command line, in the order of its help."""

from app.subcommands import check, doctor, open, test  # noqa: A004

ALL = (open.COMMAND, doctor.COMMAND, test.COMMAND, check.COMMAND)
