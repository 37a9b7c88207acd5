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
    from app.cursor_words import Moment

DESCRIPTION = """\
Opens a scenario or a trace in the window. With --picture it draws what the window would show into a PNG instead; that
needs no display. A scenario is simulated first; the trace NAME.trace.json(.gz) of another engine that lies beside it is
drawn faint as its ghost. --ghost names another run to compare with; the first difference is found in both cases.
A file that changes on disk while it is open is read again. --follow shows what a running engine adds to a trace: a
*.trace.json that it writes again, or a *.trace.jsonl that it appends a line per frame to.

--camera takes a named view (iso, front, back, left, right, top, bottom) or a place, "eye=x,y,z target=x,y,z"; either
may add "fov=degrees" and "projection=orthographic". Without it the capsule is looked at from beside its way.
"""
LARGEST_PX = 16384
DEFAULT_SIZE = "1600x900"
PICTURE_OPTIONS = ("size", "scale", "theme", "no_panels")
"""Options that the window has menus for, and remembers."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `open`."""
    add = parser.add_argument
    add("file", nargs="?", type=Path, metavar="FILE", help="a scenario or a trace")
    add("--ghost", type=Path, metavar="TRACE", help="another run to draw faint beside it, and to compare with")
    add("--picture", type=Path, metavar="OUT.png", help="draw into this file and exit")
    add("--follow", action="store_true", help="show the frames that a running engine adds to a trace, as they come")
    add = parser.add_argument_group("what is looked at").add_argument
    add("--frame", type=int, metavar="N", help="a frame, from 0; negative counts from the end")
    add("--pass", dest="pass_name", metavar="NAME", help="a pass of it: UP, SIDE, SENSOR, DOWN, ...")
    add("--iteration", type=int, metavar="N", help="an iteration of that pass, from 1")
    add("--experiment", action="store_true", help="its walk experiment; without --frame, the first one")
    add("--camera", metavar="VIEW", help="where to look from, see above")
    add = parser.add_argument_group("the picture (only with --picture)").add_argument
    add("--size", metavar="WxH", help=f"pixels (default: {DEFAULT_SIZE})")
    add("--scale", type=float, metavar="S", help="of words and lines: 1, 1.5, 2 (default: 1)")
    add("--theme", choices=("dark", "light"), help="(default: dark)")
    add("--no-panels", action="store_true", default=None, help="the viewport alone")


def run(options: argparse.Namespace) -> int:
    """Draw a picture, open the window, or say why neither can be done."""
    if options.picture is not None:
        if options.file is None:
            raise InputError("--picture needs a FILE to draw")
        if options.follow:
            raise InputError("--follow is for the window; leave --picture out, or leave it out")
        return make_picture(options)
    check_follow(options)
    for name in PICTURE_OPTIONS:
        if getattr(options, name) is not None:
            raise InputError(f"--{name.replace('_', '-')} is for pictures; add --picture OUT.png, or leave it out")
    if options.ghost is not None and options.file is None:
        raise InputError("--ghost needs a FILE to compare it with")
    for path in (options.file, options.ghost):
        if path is not None and not path.exists():
            raise InputError(f"{path}: no such file")
    from app.display import find_display, set_gl_platform

    display = find_display()
    if display.available:
        set_gl_platform(headless=False)
        from app.commands import OpenFile
        from app.window import run_window

        asked = (read_moment(options), options.camera or "", options.ghost, options.follow)
        run_window(None if options.file is None else OpenFile(options.file, *asked))
        return 0
    if options.file is not None:
        raise InputError(f"{display.words}; for a picture without a window, add --picture OUT.png")
    print(f"sweepscope: {display.words}; no window, but the machine can be checked:", file=sys.stderr)
    from app.subcommands import doctor

    return doctor.run(argparse.Namespace(json=None))


def check_follow(options: argparse.Namespace) -> None:
    """Raise InputError if what is to be followed cannot grow."""
    if not options.follow:
        return
    if options.file is None:
        raise InputError("--follow needs a FILE: a trace that another program writes")
    if not options.file.name.endswith((".trace.json", ".trace.json.gz", ".trace.jsonl")):
        raise InputError(f"{options.file}: --follow takes a trace, *.trace.json or *.trace.jsonl")
    if options.ghost is not None and options.file.name.endswith(".trace.jsonl"):
        raise InputError("--ghost: what is followed line by line has none; open the ghost in the window")


def make_picture(options: argparse.Namespace) -> int:
    """Draw what the window would show into a file."""
    from app.commands import DismissMessage, SetTheme
    from app.cursor_words import Moment
    from app.documents import Progress
    from app.headless import HeadlessScreen
    from app.preferences import Preferences
    from app.session import Session

    size, scale = parse_size(options.size or DEFAULT_SIZE), 1.0 if options.scale is None else options.scale
    if not 0.5 <= scale <= 4.0:
        raise InputError(f"--scale {scale:g}: from 0.5 to 4")
    session = Session(Preferences())
    ghost = None if options.ghost is None else options.ghost.absolute()
    session.open_now(options.file.absolute(), ghost, Progress(listener=tell_stage))
    for message in session.state.messages:  # a picture is of the run, not of what is said about it
        print(f"sweepscope: {message.text}", file=sys.stderr)
        session.apply(DismissMessage(message.number))
    session.apply(SetTheme(options.theme or "dark"))
    screen = HeadlessScreen(session, size, with_panels=not options.no_panels, scale=scale)
    screen.settle()
    session.look_at(read_moment(options) or Moment(), options.camera or "")
    screen.settle()
    screen.save_picture(options.picture)
    screen.close()
    print(options.picture)
    return 0


def tell_stage(words: str) -> None:
    """Say what takes long, where no result is read from."""
    print(f"sweepscope: {words} ...", file=sys.stderr)


def parse_size(text: str) -> tuple[int, int]:
    """Read `1920x1080`."""
    match = re.fullmatch(r"(\d{1,5})[xX×](\d{1,5})", text)
    size = (int(match[1]), int(match[2])) if match else (0, 0)
    if not (min(size) >= 16 and max(size) <= LARGEST_PX):
        raise InputError(f"--size {text}: expected WIDTHxHEIGHT in pixels, such as 1920x1080, from 16 to {LARGEST_PX}")
    return size


def read_moment(options: argparse.Namespace) -> Moment | None:
    """Return what the options say to look at; None if they say nothing."""
    from app.cursor_words import Moment

    moment = Moment(options.frame, options.pass_name, options.iteration, options.experiment)
    return None if moment == Moment() else moment


COMMAND = Subcommand(
    name="open",
    summary="open a file in the window, or draw a picture of it",
    description=DESCRIPTION,
    examples=(
        "open stairs.scenario.json",
        "open stairs.trace.json.gz --ghost other-engine.trace.json",
        "open live.trace.jsonl --follow",
        "open ramp.trace.json --picture ramp.png --experiment --size 1920x1080",
        "open ramp.trace.json --picture top.png --frame 40 --pass SIDE --camera top --no-panels",
    ),
    add_arguments=add_arguments,
    run=run,
)
