"""The words of the command line, in the order of its help."""

from app.subcommands import bench, check, doctor, mesh, open, test  # noqa: A004

ALL = (open.COMMAND, mesh.COMMAND, bench.COMMAND, doctor.COMMAND, test.COMMAND, check.COMMAND)
