"""`open`: the window, or a picture of what it would show."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from app.subcommands.frame import Subcommand
from engine.errors import InputError

if TYPE_CHECKING:
    from app.camera import Camera
    from app.session import Session

DESCRIPTION = """\
Opens a scenario or a trace in the window. With --picture it draws what the window would show into a PNG instead; that
needs no display. A scenario is opened together with the trace NAME.trace.json(.gz) that lies beside it.

--camera takes a named view (iso, front, back, left, right, top, bottom) or a place, "eye=x,y,z target=x,y,z"; either
may add "fov=degrees" and "projection=orthographic". Without it the capsule is looked at from beside its way.
"""
FRAMED_BY_NAMED_VIEW = 2.0
"""Metres around the capsule that a named view shows, as a multiple of half its height."""
LARGEST_PX = 16384


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `open`."""
    add = parser.add_argument
    add("file", nargs="?", type=Path, metavar="FILE", help="a scenario or a trace")
    add("--picture", type=Path, metavar="OUT.png", help="draw into this file and exit")
    add = parser.add_argument_group("the moment that is looked at").add_argument
    add("--frame", type=int, metavar="N", help="a frame, from 0; negative counts from the end")
    add("--pass", dest="pass_name", metavar="NAME", help="a pass of it: UP, SIDE, SENSOR, DOWN, ...")
    add("--iteration", type=int, metavar="N", help="an iteration of that pass, from 1")
    add("--experiment", action="store_true", help="its walk experiment; without --frame, the first one")
    add = parser.add_argument_group("the picture").add_argument
    add("--size", default="1600x900", metavar="WxH", help="pixels (default: %(default)s)")
    add("--scale", type=float, default=1.0, metavar="S", help="of words and lines: 1, 1.5, 2 (default: %(default)s)")
    add("--camera", metavar="VIEW", help="where to look from, see above")
    add("--theme", choices=("dark", "light"), default="dark", help="(default: %(default)s)")
    add("--no-panels", action="store_true", help="the viewport alone")


def run(options: argparse.Namespace) -> int:
    """Draw a picture, open the window, or say why neither can be done."""
    if options.picture is not None:
        if options.file is None:
            raise InputError("--picture needs a FILE to draw")
        return make_picture(options)
    from app.display import find_display, set_gl_platform

    display = find_display()
    if display.available:
        set_gl_platform(headless=False)
        from app.window import run_window

        run_window(options.file)
        return 0
    print(f"sweepscope: {display.words}; no window can be opened", file=sys.stderr)
    if options.file is not None:
        print(f"sweepscope: for a picture: open {options.file} --picture OUT.png", file=sys.stderr)
        return 2
    from app.subcommands import doctor

    return doctor.run(argparse.Namespace(json=None))


def make_picture(options: argparse.Namespace) -> int:
    """Draw what the window would show into a file."""
    from app.commands import BrowseFolder, SetTheme
    from app.headless import HeadlessScreen
    from app.preferences import Preferences
    from app.session import Session

    size = parse_size(options.size)
    if not 0.5 <= options.scale <= 4.0:
        raise InputError(f"--scale {options.scale:g}: from 0.5 to 4")
    session = Session(Preferences())
    session.open_now(options.file.absolute())
    session.apply(BrowseFolder(options.file.absolute().parent))
    session.apply(SetTheme(options.theme))
    screen = HeadlessScreen(session, size, with_panels=not options.no_panels, scale=options.scale)
    screen.settle()
    aim_session(session, options)
    screen.settle()
    screen.save_picture(options.picture)
    screen.close()
    print(options.picture)
    return 0


def parse_size(text: str) -> tuple[int, int]:
    """Read `1920x1080`."""
    match = re.fullmatch(r"(\d{1,5})[xX×](\d{1,5})", text)
    size = (int(match[1]), int(match[2])) if match else (0, 0)
    if not (min(size) >= 16 and max(size) <= LARGEST_PX):
        raise InputError(f"--size {text}: expected WIDTHxHEIGHT in pixels, such as 1920x1080, from 16 to {LARGEST_PX}")
    return size


def aim_session(session: Session, options: argparse.Namespace) -> None:
    """Put cursor and camera where the options say. Raises InputError."""
    from app.commands import FrameCapsule, SetCursor
    from app.cursor_words import find_cursor

    assert session.state.document is not None
    trace = session.state.document.trace
    cursor = find_cursor(
        trace,
        frame=options.frame,
        pass_name=options.pass_name,
        iteration=options.iteration,
        experiment=options.experiment,
    )
    session.apply(SetCursor(cursor))
    session.apply(FrameCapsule())
    if options.camera:
        session.set_camera(_read_camera(session, options.camera))


def _read_camera(session: Session, text: str) -> Camera:
    from app.camera import parse_camera

    assert session.state.document is not None
    scenario = session.state.document.trace.scenario
    half_size = 1.0 if scenario is None else scenario.capsule.half_height + scenario.capsule.radius
    try:
        return parse_camera(text, session.state.camera, FRAMED_BY_NAMED_VIEW * half_size, session.aspect)
    except ValueError as error:
        raise InputError(f"--camera: {error}") from error


COMMAND = Subcommand(
    name="open",
    summary="open a file in the window, or draw a picture of it",
    description=DESCRIPTION,
    examples=(
        "open stairs.trace.json.gz",
        "open ramp.trace.json --picture ramp.png --experiment --size 1920x1080",
        "open ramp.trace.json --picture top.png --frame 40 --pass SIDE --camera top --no-panels",
    ),
    add_arguments=add_arguments,
    run=run,
)
