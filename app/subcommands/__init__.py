"""The words of the command line, in the order of its help."""

from app.subcommands import bench, campaign, check, compare, doctor, mesh, open, simulate, test  # noqa: A004

ALL = (
    open.COMMAND,
    simulate.COMMAND,
    compare.COMMAND,
    mesh.COMMAND,
    bench.COMMAND,
    campaign.COMMAND,
    doctor.COMMAND,
    test.COMMAND,
    check.COMMAND,
)
