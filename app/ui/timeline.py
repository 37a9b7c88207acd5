"""The Timeline: the transport above, the lanes below."""

from __future__ import annotations

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from app import commands as ask
from app.playback import Cursor, Depth
from app.state import Document
from app.ui.context import Ui, vec2
from app.ui.lanes import lanes_ui
from app.ui.tables import paragraph_ui

SPEEDS = (-1.0, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0)


def timeline_ui(ui: Ui) -> None:
    """Draw the panel."""
    document = ui.document
    if document is None:
        paragraph_ui("Nothing is open: here you will play and step through a trace.")
        return
    _transport_ui(ui, document)
    imgui.begin_child("lanes", vec2(0, 0), 0, imgui.WindowFlags_.no_scroll_with_mouse)
    lanes_ui(ui, document)
    imgui.end_child()


def _transport_ui(ui: Ui, document: Document) -> None:
    playback = ui.state.playback
    play = icons.ICON_FA_PAUSE if playback.playing else icons.ICON_FA_PLAY
    _button_ui(ui, icons.ICON_FA_BACKWARD_FAST, "First frame", ask.GoToEnd(-1))
    _button_ui(ui, icons.ICON_FA_BACKWARD_STEP, "Previous frame", ask.StepCursor(Depth.FRAME, -1))
    words = "Pause" if playback.playing else "Play"
    _button_ui(ui, f"{play}  {words}", words, ask.TogglePlay(), width=82)
    _button_ui(ui, icons.ICON_FA_FORWARD_STEP, "Next frame", ask.StepCursor(Depth.FRAME, 1))
    _button_ui(ui, icons.ICON_FA_FORWARD_FAST, "Last frame", ask.GoToEnd(1))
    _begin_group(ui, 165)
    _button_ui(ui, f"{icons.ICON_FA_CARET_LEFT} iteration", "Previous iteration", ask.StepCursor(Depth.ITERATION, -1))
    _button_ui(ui, f"iteration {icons.ICON_FA_CARET_RIGHT}", "Next iteration", ask.StepCursor(Depth.ITERATION, 1))
    _begin_group(ui, 170)
    _frame_field_ui(ui, document)
    _begin_group(ui, 170)
    _speed_ui(ui)
    imgui.same_line()
    if imgui.checkbox("Loop", playback.loop)[0]:
        ui.send(ask.ToggleLoop())
    ui.note_item("loop")


def _begin_group(ui: Ui, width: float) -> None:
    """Go on in the same line if a group of this width at 100 % fits, else in the next."""
    imgui.same_line(0, ui.px(16))
    if imgui.get_content_region_avail().x < ui.px(width):
        imgui.new_line()


def _button_ui(ui: Ui, label: str, words: str, command: ask.Command, width: float = 0.0) -> None:
    if imgui.button(f"{label}##{words}", vec2(ui.px(width), 0)):
        ui.send(command)
    ui.note_item(f"button {words}")
    imgui.set_item_tooltip(words)
    imgui.same_line(0, ui.px(4))


def _frame_field_ui(ui: Ui, document: Document) -> None:
    imgui.align_text_to_frame_padding()
    imgui.text_disabled("Frame")
    imgui.same_line()
    imgui.set_next_item_width(ui.px(64))
    changed, frame = imgui.input_int("##frame", ui.state.playback.cursor.frame, 0)
    ui.note_item("frame field")
    if changed:
        ui.send(ask.SetCursor(Cursor(frame)))
    imgui.same_line()
    imgui.text_disabled(f"of {len(document.trace) - 1}")


def _speed_ui(ui: Ui) -> None:
    speed = ui.state.playback.speed
    imgui.set_next_item_width(ui.px(92))
    if imgui.begin_combo("##speed", _name_speed(speed)):
        for choice in SPEEDS:
            if imgui.selectable(_name_speed(choice), choice == speed)[0]:
                ui.send(ask.SetSpeed(choice))
        imgui.end_combo()
    ui.note_item("speed")
    imgui.set_item_tooltip("Speed of playing; 1 is real time")


def _name_speed(speed: float) -> str:
    return "backwards" if speed < 0 else f"{speed:g} ×"
