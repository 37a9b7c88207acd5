"""The words of the command line, in the order of its help."""

from app.subcommands import bench, campaign, check, compare, determinism, doctor, mesh, microtests, open, simulate, test  # noqa: A004

ALL = (
    open.COMMAND,
    simulate.COMMAND,
    compare.COMMAND,
    microtests.COMMAND,
    mesh.COMMAND,
    bench.COMMAND,
    campaign.COMMAND,
    determinism.COMMAND,
    doctor.COMMAND,
    test.COMMAND,
    check.COMMAND,
)
