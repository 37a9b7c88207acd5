"""`mesh`: the health of a mesh file, as a character's ground."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.paths import write_path
from app.subcommands.frame import Subcommand
from app.subcommands.preparing import check_writable
from engine.errors import InputError

if TYPE_CHECKING:
    from engine.mesh_findings import MeshFinding
    from engine.mesh_health import MeshHealth
    from engine.transforms import IndexArray

DESCRIPTION = """\
Reads an OBJ, GLB, glTF, PLY, STL or OFF file and prints what is wrong with which triangles, and what that does to a
character: corners that are no places or no vertices, triangles without area, copies, slivers, inconsistent winding,
T-junctions, open and non-manifold edges. Triangles count from 0 in file order, as in traces. The options mean what
file_up, file_unit, mirror and max_triangles mean in a scenario.
Exit code 0: nothing harmful; 1: something harmful, or unusable triangles, which a level is loaded without.
"""
AXES = ("x", "y", "z", "-x", "-y", "-z")
MOST_TRIANGLES = 2**31 - 1
"""Triangles are numbered in 32 bits."""
SHOWN_IDS = 6
"""Triangle numbers in the table; all of them are in the JSON."""
PIPE_WIDTH = 160
"""Columns where nobody says how wide the screen is."""
COLORS = {"UNUSABLE": "red", "HARMFUL": "yellow", "NOTABLE": "cyan"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `mesh`."""
    add = parser.add_argument
    add("file", type=Path, metavar="FILE", help="the mesh file")
    add("--up", choices=AXES, metavar="AXIS", help="which of the file's axes points up: x, y, z, or --up=-z and so on")
    add("--unit", type=float, default=1.0, metavar="M", help="metres per unit of the file (default: 1)")
    add("--mirror", action="store_true", help="the file is left-handed: mirror it, and turn its faces with it")
    add("--max-triangles", type=int, metavar="N", help="refuse a file with more (default: 4,000,000)")
    add("--json", type=Path, metavar="FILE", help="write the report as JSON too, with every number")


def run(options: argparse.Namespace) -> int:
    """Examine and print; 0 if nothing harms a character, else 1."""
    from rich.console import Console

    from engine.files.mesh_file import FileFrame, depth_axis, read_mesh
    from engine.files.mesh_guard import MAX_TRIANGLES
    from engine.mesh_health import examine_mesh

    most = MAX_TRIANGLES if options.max_triangles is None else options.max_triangles
    if not 1 <= most <= MOST_TRIANGLES:
        raise InputError(f"--max-triangles {most}: from 1 to {MOST_TRIANGLES}")
    check_writable(options.json)
    frame = FileFrame(options.up, options.unit, depth_axis(options.up) if options.mirror else None)
    with Console(stderr=True).status(f"examining {write_path(options.file.name)}"):
        vertices, triangles = read_mesh(options.file, frame, max_triangles=most)
        health = examine_mesh(vertices, triangles)
    print_health(options.file, health)
    if options.json:
        write_health(options.file, health, options.json)
    return 0 if health.is_sound else 1


def print_health(file: Path, health: MeshHealth) -> None:
    """Print what the file holds, and a table of findings."""
    from rich.console import Console
    from rich.markup import escape

    console = Console(highlight=False, width=None if sys.stdout.isatty() else PIPE_WIDTH)
    console.print(f"[bold]{escape(write_path(file))}[/]", soft_wrap=True)
    size = health.high - health.low
    console.print(f"{file.suffix[1:].upper()}, {health.triangle_count:,} triangles, {health.vertex_count:,} vertices")
    console.print(f"from {write_place(health.low)} to {write_place(health.high)} m, {write_place(size)} m in all")
    console.print()
    if not health.findings:
        console.print("[green]Healthy[/]: nothing was found.")
        return
    console.print(build_table(health))
    if health.unusable_count:
        left, whole = health.unusable_count, health.triangle_count
        console.print(f"\nA level is loaded without {left:,} of {whole:,} triangles; the others keep their numbers.")


def write_place(place: Any) -> str:
    """Write three coordinates in metres."""
    return "(" + ", ".join(f"{part:.3f}" for part in place) + ")"


def build_table(health: MeshHealth) -> Any:
    """Build the table of findings, the worst first."""
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("severity", no_wrap=True)
    table.add_column("finding", no_wrap=True, style="bold")
    table.add_column("count", justify="right", no_wrap=True)
    table.add_column("first triangles", max_width=34)
    table.add_column("what it means", ratio=1, min_width=30)
    for finding in health.findings:
        severity = f"[{COLORS[finding.severity.name]}]{finding.severity.name.lower()}[/]"
        told = f"{finding.sentence} {finding.words.effect}"
        table.add_row(severity, finding.words.name, f"{finding.count:,}", list_ids(finding.triangles), told)
    return table


def list_ids(ids: IndexArray | Any) -> str:
    """Write the first few numbers."""
    shown = ", ".join(map(str, ids[:SHOWN_IDS].tolist()))
    return shown + (", ..." if len(ids) > SHOWN_IDS else "")


def write_health(file: Path, health: MeshHealth, target: Path) -> None:
    """Write the report as JSON."""
    report = {
        "format": "sweepscope.mesh_health",
        "version": 1,
        "file": str(file),
        "triangles": health.triangle_count,
        "vertices": health.vertex_count,
        "bounds": [health.low.tolist(), health.high.tolist()],
        "unusable": health.unusable_count,
        "findings": [describe_finding(finding) for finding in health.findings],
    }
    try:
        target.write_text(json.dumps(report) + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot write {target}: {error.strerror}") from error


def describe_finding(finding: MeshFinding) -> dict[str, Any]:
    """Return a finding with every number of it."""
    return {
        "kind": str(finding.kind),
        "severity": finding.severity.name.lower(),
        "count": finding.count,
        "sentence": finding.sentence,
        "effect": finding.words.effect,
        "triangles": finding.triangles.tolist(),
        "vertices": finding.vertices.tolist(),
        "edges": finding.edges.tolist(),
    }


COMMAND = Subcommand(
    name="mesh",
    summary="say what is wrong with which triangles of a mesh file",
    description=DESCRIPTION,
    examples=("mesh hall.glb", "mesh hall.obj --up z --unit 0.01 --json health.json"),
    add_arguments=add_arguments,
    run=run,
)
