"""Every key in one table: key handling, menus and the help page read it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from imgui_bundle import imgui

from app import commands as ask
from app.draw.options import LAYERS
from app.playback import Depth
from app.ui.context import Ui


@dataclass(frozen=True)
class Binding:
    """A key with its modifiers, as `ctrl+shift+left`, and what it asks for."""

    chord: str
    command: ask.Command
    words: str
    group: str
    repeats: bool = False
    """Holding it down repeats it."""


BINDINGS: tuple[Binding, ...] = (
    Binding("space", ask.TogglePlay(), "Play or pause", "Time"),
    Binding("right", ask.StepCursor(Depth.FRAME, 1), "Next frame", "Time", repeats=True),
    Binding("left", ask.StepCursor(Depth.FRAME, -1), "Previous frame", "Time", repeats=True),
    Binding("shift+right", ask.StepCursor(Depth.ITERATION, 1), "Next iteration", "Time", repeats=True),
    Binding("shift+left", ask.StepCursor(Depth.ITERATION, -1), "Previous iteration", "Time", repeats=True),
    Binding("ctrl+right", ask.StepCursor(Depth.PASS, 1), "Next pass", "Time", repeats=True),
    Binding("ctrl+left", ask.StepCursor(Depth.PASS, -1), "Previous pass", "Time", repeats=True),
    Binding("alt+right", ask.StepCursor(Depth.ATTEMPT, 1), "Next attempt", "Time", repeats=True),
    Binding("alt+left", ask.StepCursor(Depth.ATTEMPT, -1), "Previous attempt", "Time", repeats=True),
    Binding("home", ask.GoToEnd(-1), "First frame", "Time"),
    Binding("end", ask.GoToEnd(1), "Last frame", "Time"),
    Binding("period", ask.GoToExperiment(1), "Next walk experiment", "Time", repeats=True),
    Binding("comma", ask.GoToExperiment(-1), "Previous walk experiment", "Time", repeats=True),
    Binding("ctrl+period", ask.GoToEvent(1), "Next event: push-out, reversal, jump, cap", "Time", repeats=True),
    Binding("ctrl+comma", ask.GoToEvent(-1), "Previous event", "Time", repeats=True),
    Binding("g", ask.ToggleDrive(), "Drive on from this frame (W A S D, Space, Shift), or pause", "Time"),
    Binding("d", ask.GoToDifference(), "First difference from the ghost", "Time"),
    Binding("f", ask.FrameCapsule(), "Frame the capsule, or the picked triangle", "Camera"),
    Binding("a", ask.FrameLevel(), "Frame the whole path", "Camera"),
    Binding("f1", ask.SetCameraMode("orbit"), "Orbit camera", "Camera"),
    Binding("f2", ask.SetCameraMode("fly"), "Fly camera (WASD, Q and E while the right button is held)", "Camera"),
    Binding("f3", ask.SetCameraMode("follow"), "Follow camera", "Camera"),
    Binding("f4", ask.ToggleProjection(), "Perspective or orthographic", "Camera"),
    Binding("f5", ask.SetAxisView("iso"), "View from beside the way", "Camera"),
    Binding("f6", ask.SetAxisView("front"), "View from the front", "Camera"),
    Binding("shift+f6", ask.SetAxisView("back"), "View from the back", "Camera"),
    Binding("f7", ask.SetAxisView("right"), "View from the right", "Camera"),
    Binding("shift+f7", ask.SetAxisView("left"), "View from the left", "Camera"),
    Binding("f8", ask.SetAxisView("top"), "View from above", "Camera"),
    Binding("shift+f8", ask.SetAxisView("bottom"), "View from below", "Camera"),
    *(Binding(layer.key.lower(), ask.ToggleLayer(layer.name), layer.words, "Layers") for layer in LAYERS),
    Binding("ctrl+z", ask.Undo(), "Undo", "Edit", repeats=True),
    Binding("ctrl+shift+z", ask.Redo(), "Redo", "Edit", repeats=True),
    Binding("ctrl+y", ask.Redo(), "Redo", "Edit", repeats=True),
    Binding("ctrl+e", ask.ToggleSceneEditing(), "Edit the scene: move, turn, scale, add, delete", "Edit"),
    Binding("ctrl+o", ask.AskForPath(), "Type the path of a file to open", "Window"),
    Binding("ctrl+s", ask.AskToSave(), "Save as a scenario, with what was edited and driven", "Window"),
    Binding("escape", ask.LetGo(), "Let go: keys, selection, iteration, messages", "Window"),
    Binding("f12", ask.TakePicture(), "Save a picture in the current folder", "Window"),
    Binding("?", ask.ToggleHelp(), "Show or hide these keys", "Window"),
    Binding("ctrl+q", ask.Quit(), "Quit", "Window"),
)

SHOWN = {
    "escape": "Esc",
    "right": "→",
    "left": "←",
    "period": ".",
    "comma": ",",
}
"""Keys whose names people know by another sign."""


def name_chord(chord: str) -> str:
    """Return a chord as people write it: `Ctrl+→`."""
    return "+".join(SHOWN.get(part, part.capitalize()) for part in chord.split("+"))


@lru_cache(maxsize=1)
def _chords_by_command() -> dict[ask.Command, str]:
    return {binding.command: name_chord(binding.chord) for binding in BINDINGS}


def find_chord(command: ask.Command) -> str:
    """Return the keys of a command for a menu; empty if it has none."""
    return _chords_by_command().get(command, "")


@lru_cache(maxsize=1)
def _parsed_bindings() -> list[tuple[imgui.Key, tuple[bool, bool, bool], Binding]]:
    parsed = []
    for binding in BINDINGS:
        *modifiers, name = binding.chord.split("+")
        if name == "?":
            continue  # found by its character: where it lies depends on the keyboard
        key = getattr(imgui.Key, {"right": "right_arrow", "left": "left_arrow"}.get(name, name), None)
        key = key or getattr(imgui.Key, f"_{name}")
        parsed.append((key, ("ctrl" in modifiers, "shift" in modifiers, "alt" in modifiers), binding))
    return parsed


def read_keys(ui: Ui, *, flying: bool) -> None:
    """Send the commands of the keys that were pressed, unless somebody is typing, or flying with the letters."""
    io = imgui.get_io()
    if io.want_text_input:
        return
    if "?" in [chr(code) for code in io.input_queue_characters]:
        ui.send(ask.ToggleHelp())
    is_driving = ui.state.driving is not None
    # Shift sprints while driving, whatever else is pressed.
    held = (io.key_ctrl, io.key_shift and not is_driving, io.key_alt)
    for key, modifiers, binding in _parsed_bindings():
        if (
            modifiers == held
            and imgui.is_key_pressed(key, binding.repeats)
            and not (flying and len(binding.chord) == 1)
            and not (is_driving and is_steering(binding))
        ):
            ui.send(ask.PauseDrive() if is_driving and binding.chord == "escape" else binding.command)


def is_steering(binding: Binding) -> bool:
    """Tell whether a key has another meaning while driving: letters, digits and space do; G pauses."""
    return binding.chord == "space" or (len(binding.chord) == 1 and binding.command != ask.ToggleDrive())
