"""The words of the command line, in the order of its help."""

from app.subcommands import check, doctor, test

ALL = (doctor.COMMAND, test.COMMAND, check.COMMAND)
