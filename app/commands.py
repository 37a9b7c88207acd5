"""Everything that a person can ask for, as values. Keys, menus, panels and tests send these; the session obeys."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from app.camera import AxisView, Mode
from app.cursor_words import Moment
from app.draw.drawlist import Pick
from app.knobs import Value
from app.playback import Cursor, Depth
from engine.log_lines import Tag
from engine.scenario import Controller, Scenario

OWN_RUN = -1
"""In place of a slot: the run that is looked at."""


@dataclass(frozen=True)
class Command:
    """Something that a person asks for."""


@dataclass(frozen=True)
class OpenFile(Command):
    """Read a scenario or a trace, in the background, and show it, at a moment and from a place if they are given."""

    path: Path
    moment: Moment | None = None
    camera: str = ""
    """In the words of the command line."""
    ghost: Path | None = None
    """Another file to compare it with."""
    follow: bool = False
    """Show what is added to the file as it grows."""


@dataclass(frozen=True)
class OpenMicrotest(Command):
    """Run a microtest with one controller and show it, with the other controller's run as its ghost."""

    id: str
    controller: Controller
    variant: str = ""
    """Which of its scenarios; empty: the first."""
    moment: Moment | None = None
    """None: the microtest's own, such as the first contact."""
    camera: str = ""

    @property
    def path(self) -> Path:
        """What stands for the file that it does not have."""
        return Path(" ".join(word for word in (self.id, str(self.controller), self.variant) if word))


@dataclass(frozen=True)
class RunMicrotests(Command):
    """Run all microtests for both controllers in the background, for their badges."""


@dataclass(frozen=True)
class OpenGhost(Command):
    """Read another run, in the background, and show it faint beside the open one."""

    path: Path


@dataclass(frozen=True)
class CloseGhost(Command):
    """Take the ghost away."""


@dataclass(frozen=True)
class CloseRun(Command):
    """Take another run away, by its slot."""

    slot: int


@dataclass(frozen=True)
class ToggleRun(Command):
    """Show or hide another run."""

    slot: int


@dataclass(frozen=True)
class RenameRun(Command):
    """Give another run a name, or, by OWN_RUN, the one that is looked at."""

    slot: int
    name: str


@dataclass(frozen=True)
class CompareWith(Command):
    """Let words and figures compare with another run."""

    slot: int


@dataclass(frozen=True)
class KeepRun(Command):
    """Keep the run as it is beside itself, so that it stays while the next edits change it."""

    name: str = ""
    """Empty: what tells it from the run."""


@dataclass(frozen=True)
class SwapRun(Command):
    """Look at another run, and put this one in its slot."""

    slot: int


@dataclass(frozen=True)
class EditScenario(Command):
    """Simulate another scenario in place of the open one; the run before stays as a ghost."""

    scenario: Scenario
    words: str
    """What was changed, as the menu tells it for undo."""
    gesture: str = ""
    """Edits of one gesture, such as one drag of a slider, are undone together; empty: alone."""
    frame: int = 0
    """The first frame that it concerns: what was before stays as it was (a fork)."""


@dataclass(frozen=True)
class SetSetting(Command):
    """Give a setting of the controller another value; what it may be, its knob says."""

    name: str
    value: Value
    gesture: str = ""
    frame: int = 0
    """As in EditScenario."""


@dataclass(frozen=True)
class SetRule(Command):
    """Choose another way for a rule."""

    name: str
    choice: str
    frame: int = 0


@dataclass(frozen=True)
class SetRulePreset(Command):
    """Take all rules from a preset."""

    preset: str
    frame: int = 0


@dataclass(frozen=True)
class SetController(Command):
    """Let the other controller run the same input."""

    controller: Controller


@dataclass(frozen=True)
class SetCapsule(Command):
    """Give the capsule another size, metres; its feet stay where they are."""

    radius: float | None = None
    height: float | None = None
    gesture: str = ""


@dataclass(frozen=True)
class ResetKnobs(Command):
    """Put settings and rules back to what the file has (`to_file`) or to their defaults."""

    to_file: bool = True


@dataclass(frozen=True)
class ToggleForking(Command):
    """Let edits concern the whole run, or only what comes from the cursor's frame on."""


@dataclass(frozen=True)
class ToggleSceneEditing(Command):
    """Let what is selected be moved, turned and scaled in the viewport, or only be looked at."""


@dataclass(frozen=True)
class SavePreset(Command):
    """Keep the settings and rules under a name, beside the preferences."""

    name: str


@dataclass(frozen=True)
class SharePreset(Command):
    """Write the settings and rules to a file of one's own, `*.preset.json`."""

    path: Path


@dataclass(frozen=True)
class LoadPreset(Command):
    """Take settings and rules from a preset's file; the controller follows."""

    path: Path


@dataclass(frozen=True)
class DeletePreset(Command):
    """Delete the file of a saved preset."""

    path: Path


@dataclass(frozen=True)
class Undo(Command):
    """Take the latest edit back."""


@dataclass(frozen=True)
class Redo(Command):
    """Do again what was taken back."""


@dataclass(frozen=True)
class CallOff(Command):
    """Stop the simulation that is running; what is shown stays."""


@dataclass(frozen=True)
class ToggleDrive(Command):
    """Drive the capsule on from the cursor's frame, or pause."""


@dataclass(frozen=True)
class PauseDrive(Command):
    """Stop driving, if somebody drives."""


@dataclass(frozen=True)
class Steer(Command):
    """What is held down while driving: -1 to 1 along the view's forward and right."""

    forward: float = 0.0
    right: float = 0.0
    sprint: bool = False
    jump: bool = False
    """Pressed just now: it counts at the next tick."""
    source: str = "keys"
    """Each source says what it holds; together they count."""


@dataclass(frozen=True)
class ToggleCapture(Command):
    """While driving: let the mouse turn the camera without a button, or free the pointer."""


@dataclass(frozen=True)
class AskToSave(Command):
    """Show or hide the field for the path that the scenario is saved under."""


@dataclass(frozen=True)
class SaveScenario(Command):
    """Write the scenario as it is now, with what was edited and driven, to a file."""

    path: Path


@dataclass(frozen=True)
class Recover(Command):
    """Open unsaved driving that a program that ended has left, by its journal."""

    file: Path


@dataclass(frozen=True)
class Discard(Command):
    """Delete the journal of unsaved driving."""

    file: Path


@dataclass(frozen=True)
class GoToDifference(Command):
    """Go to the first frame in which the run and its ghost differ."""


@dataclass(frozen=True)
class BrowseFolder(Command):
    """Show the files of a folder in the Scenarios panel."""

    path: Path


@dataclass(frozen=True)
class SetCursor(Command):
    """Look at another moment."""

    cursor: Cursor


@dataclass(frozen=True)
class StepCursor(Command):
    """Go to the next (+1) or the previous (-1) stop of a depth."""

    depth: Depth
    direction: int


@dataclass(frozen=True)
class GoToEnd(Command):
    """Go to the first frame (-1) or to the last (+1)."""

    direction: int


@dataclass(frozen=True)
class GoToExperiment(Command):
    """Go to the next (+1) or previous (-1) frame in which the walk experiment ran."""

    direction: int


@dataclass(frozen=True)
class GoToEvent(Command):
    """Go to the next (+1) or previous (-1) frame of the lane `events`: a push-out, a reversal, a jump, a cap."""

    direction: int


@dataclass(frozen=True)
class GoToFinding(Command):
    """Go to the first frame of what the detectors found, by its number in the list."""

    number: int


@dataclass(frozen=True)
class TogglePlay(Command):
    """Play or pause."""


@dataclass(frozen=True)
class SetSpeed(Command):
    """Play faster or slower; 1 is real time, negative is backwards."""

    speed: float


@dataclass(frozen=True)
class ToggleLoop(Command):
    """At the end, begin again, or stop."""


@dataclass(frozen=True)
class SetTimelineRange(Command):
    """Show frames `first` to `last`, inclusive, across the timeline."""

    first: float
    last: float


@dataclass(frozen=True)
class SelectPick(Command):
    """Select what a click found; NOTHING lets go."""

    pick: Pick


@dataclass(frozen=True)
class ToggleLayer(Command):
    """Switch a layer on or off."""

    name: str


@dataclass(frozen=True)
class TurnCamera(Command):
    """Orbit about the target, or look around when flying, by a drag in pixels."""

    dx: float
    dy: float


@dataclass(frozen=True)
class PanCamera(Command):
    """Shift the camera sideways by a drag in pixels of a viewport of that height."""

    dx: float
    dy: float
    height: int


@dataclass(frozen=True)
class ZoomCamera(Command):
    """Come nearer by notches of the wheel; negative goes away."""

    notches: float


@dataclass(frozen=True)
class FlyCamera(Command):
    """Move the eye: -1 to 1 along each axis, for `seconds`."""

    forward: float
    right: float
    up: float
    seconds: float


@dataclass(frozen=True)
class SetCameraMode(Command):
    """Orbit, fly or follow."""

    mode: Mode


@dataclass(frozen=True)
class SetAxisView(Command):
    """Look from a named side."""

    name: AxisView


@dataclass(frozen=True)
class ToggleProjection(Command):
    """Swap perspective and orthographic."""


@dataclass(frozen=True)
class FrameCapsule(Command):
    """Bring the capsule, or what is selected, into the middle of the picture."""


@dataclass(frozen=True)
class FrameLevel(Command):
    """Bring the whole level and path into the picture."""


@dataclass(frozen=True)
class SetTheme(Command):
    """Dark or light."""

    name: str


@dataclass(frozen=True)
class SetScale(Command):
    """Make words and lines larger: 1, 1.5, 2."""

    scale: float


@dataclass(frozen=True)
class ResetLayout(Command):
    """Put the panels back where they were at the first start."""


@dataclass(frozen=True)
class TogglePanel(Command):
    """Show or hide a panel by its title."""

    title: str


@dataclass(frozen=True)
class ToggleLogTag(Command):
    """Show or hide the lines of the log with a tag."""

    tag: Tag


@dataclass(frozen=True)
class TogglePlot(Command):
    """Plot something or no more: a quantity of app/series.py, or `gate NAME`."""

    name: str


@dataclass(frozen=True)
class LetGo(Command):
    """Take one thing back: the page of keys, else what is selected, else the place inside the frame, else messages."""


@dataclass(frozen=True)
class AskForPath(Command):
    """Show the Scenarios panel with its path ready to be typed."""


@dataclass(frozen=True)
class ToggleHelp(Command):
    """Show or hide the list of keys."""


@dataclass(frozen=True)
class ToggleHealth(Command):
    """Show or hide the health of the level's meshes."""


@dataclass(frozen=True)
class TakePicture(Command):
    """Save what is on screen as PNG; without a path, under a name of its own in the current folder."""

    path: Path | None = None


@dataclass(frozen=True)
class DismissMessage(Command):
    """Take a message away."""

    number: int


@dataclass(frozen=True)
class Quit(Command):
    """Close the window."""
