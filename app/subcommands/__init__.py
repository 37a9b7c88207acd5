"""The words of the command line, in the order of its help."""

from app.subcommands import doctor, test

ALL = (doctor.COMMAND, test.COMMAND)
