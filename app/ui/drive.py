"""Driving on screen: the keys that are held, the plate that tells them, and what was left unsaved."""

from __future__ import annotations

from pathlib import Path

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from app import commands as ask
from app.drive_state import Driving, Recovery
from app.saving import complete_path, suggest_path
from app.state import Document
from app.ui.context import Area, Ui, pack_color, plate_ui, vec2, with_alpha
from app.ui.tables import paragraph_ui

STEER_KEYS = (
    (imgui.Key.w, (1.0, 0.0)),
    (imgui.Key.s, (-1.0, 0.0)),
    (imgui.Key.d, (0.0, 1.0)),
    (imgui.Key.a, (0.0, -1.0)),
)
"""Forward and right of each key, as the camera sees it."""
CAPTURE_KEY = imgui.Key.m
DRIVEN = "driven"
"""The name of a run that was driven."""
MARGIN_PX, PADDING_PX = 10.0, 8.0
WIDTH_PX = 460.0
KEYS_CAPTURED = "W A S D walk    Shift sprints    Space jumps    mouse looks, M frees it    G or Esc pauses"
KEYS_FREE = "W A S D walk    Shift sprints    Space jumps    drag looks, M takes the mouse    G or Esc pauses"


def read_drive_keys(ui: Ui) -> None:
    """Say what is held down, whenever that changes; nothing while somebody types."""
    if ui.state.driving is None:
        ui.memory.pop("steer", None)
        return
    io = imgui.get_io()
    is_typing = io.want_text_input or io.key_ctrl or io.key_alt
    held = [direction for key, direction in STEER_KEYS if imgui.is_key_down(key) and not is_typing]
    forward, right = (sum(parts) for parts in zip((0.0, 0.0), *held, strict=True))
    jumps = imgui.is_key_pressed(imgui.Key.space, False) and not is_typing
    steer = ask.Steer(forward, right, sprint=io.key_shift and not is_typing)
    if jumps or ui.memory.get("steer") != (steer, None):
        ui.send(ask.Steer(forward, right, steer.sprint, jump=jumps))
        ui.memory["steer"] = (steer, None)
    if imgui.is_key_pressed(CAPTURE_KEY, False) and not is_typing:
        ui.send(ask.ToggleCapture())


def drive_ui(ui: Ui, area: Area) -> None:
    """Draw the plate at the lower edge: how driving goes and its keys; or, after a pause, how to go on."""
    driving, document = ui.state.driving, ui.document
    if document is None:
        return
    if driving is not None:
        lines = _list_lines(driving, document)
    elif ui.state.is_following:
        lines = (f"{icons.ICON_FA_TOWER_BROADCAST}  following {document.path.name}: {len(document.trace)} frames",)
    elif document.run_name == DRIVEN and ui.state.editing.is_changed:
        lines = _list_pause_lines(ui, document)
    else:
        return
    _plate_ui(ui, area, lines)


def _list_lines(driving: Driving, document: Document) -> tuple[str, ...]:
    if not driving.is_ready:
        stage = f": {driving.stage}" if driving.stage else ""
        return (f"{icons.ICON_FA_HOURGLASS_HALF}  getting ready to drive{stage} ...",)
    ground = "on ground" if driving.is_grounded else "in the air"
    how = "sprinting" if driving.is_sprinting else "walking"
    frames = f"frame {len(document.trace) - 1}, {driving.recorded} recorded"
    words = f"{icons.ICON_FA_GAMEPAD}  driving    {frames}    {driving.speed_m_s:.2f} m/s, {how}, {ground}"
    if driving.skipped_s > 0:
        words += f"    {driving.skipped_s:.2f} s skipped: the screen stood still"
    return (words, KEYS_CAPTURED if driving.is_captured else KEYS_FREE)


def _list_pause_lines(ui: Ui, document: Document) -> tuple[str, ...]:
    frame, last = ui.state.playback.cursor.frame, len(document.trace) - 1
    words = f"{icons.ICON_FA_PAUSE}  paused    {len(document.trace)} frames, not saved (Ctrl+S)"
    if frame == last:
        return (words, "G drives on    ← → and the timeline go back")
    return (words, f"G drives on from frame {frame}; what comes after it now stays as another run")


def _plate_ui(ui: Ui, area: Area, lines: tuple[str, ...]) -> None:
    draw, padding, line = imgui.get_window_draw_list(), ui.px(PADDING_PX), imgui.get_text_line_height() + ui.px(2)
    width = max(imgui.calc_text_size(words).x for words in lines) + 2 * padding
    height = line * len(lines) + 2 * padding
    left = area[0] + (area[2] - width) / 2
    top = area[1] + area[3] - height - ui.px(MARGIN_PX)
    legend = ui.items.get("legend")
    if legend is not None and left < legend[2] + ui.px(MARGIN_PX):
        left = legend[2] + ui.px(MARGIN_PX)
    if left + width > area[0] + area[2]:  # no room beside the legend: above it
        left = area[0] + ui.px(MARGIN_PX)
        top = (area[1] + area[3] if legend is None else legend[1]) - height - ui.px(MARGIN_PX)
    plate_ui(ui, (left, top), (width, height))
    if ui.state.driving is not None:
        edge = vec2(left + ui.px(3), top + height)
        draw.add_rect_filled(vec2(left, top), edge, pack_color(ui.selected_color))
    for number, words in enumerate(lines):
        color = ui.theme.text if number == 0 else with_alpha(ui.theme.text, 0.65)
        draw.add_text(vec2(left + padding, top + padding + number * line), pack_color(color), words)
    ui.items["drive"] = (left, top, left + width, top + height)


def recoveries_ui(ui: Ui) -> None:
    """Ask about what programs that ended have left unsaved: recover or discard."""
    if not ui.state.recoveries:
        return
    visible = _begin_dialog(ui, "Unsaved driving")
    if visible:
        imgui.text("A program that ended has left this unsaved:")
        for number, recovery in enumerate(ui.state.recoveries):
            _recovery_ui(ui, number, recovery)
    imgui.end()


def _recovery_ui(ui: Ui, number: int, recovery: Recovery) -> None:
    imgui.separator()
    imgui.text(f"{recovery.name}: {recovery.frames} frames, {recovery.when}")
    if imgui.button(f"{icons.ICON_FA_ROTATE_LEFT}  Recover##{number}"):
        ui.send(ask.Recover(recovery.file))
    ui.note_item(f"recover {number}")
    imgui.same_line()
    if imgui.button(f"{icons.ICON_FA_TRASH_CAN}  Discard##{number}"):
        ui.send(ask.Discard(recovery.file))
    ui.note_item(f"discard {number}")


def save_ui(ui: Ui) -> None:
    """Ask for the path that the scenario is saved under, with a name that is free."""
    if not ui.state.save_open:
        ui.texts.pop("save", None)
        return
    is_new = "save" not in ui.texts
    text = ui.texts.setdefault("save", str(suggest_path(ui.state)))
    if _begin_dialog(ui, "Save as scenario"):
        paragraph_ui("The scenario as it is now, with what was edited and driven. Meshes become part of the file.")
        imgui.set_next_item_width(-1)
        if is_new:
            imgui.set_keyboard_focus_here()
        entered, ui.texts["save"] = imgui.input_text("##path", text, imgui.InputTextFlags_.enter_returns_true)
        ui.note_item("save path")
        typed = ui.texts["save"].strip()
        path = Path(typed) if typed and "\0" not in typed else None
        if path is not None and complete_path(path).exists():
            imgui.text_disabled("This file is there already: saving replaces it.")
        clicked = imgui.button(f"{icons.ICON_FA_FLOPPY_DISK}  Save")
        ui.note_item("save")
        imgui.same_line()
        is_closed = imgui.button("Cancel") or imgui.is_key_pressed(imgui.Key.escape)
        if path is not None and (entered or clicked):
            ui.send(ask.SaveScenario(path))
        elif is_closed:
            ui.send(ask.AskToSave())
    imgui.end()


def _begin_dialog(ui: Ui, title: str) -> bool:
    """Begin a window in the middle of the screen."""
    viewport = imgui.get_main_viewport()
    imgui.set_next_window_pos(viewport.get_center(), imgui.Cond_.appearing, vec2(0.5, 0.5))
    imgui.set_next_window_size(vec2(min(ui.px(WIDTH_PX), viewport.work_size.x * 0.96), 0.0))
    flags = imgui.WindowFlags_.no_docking | imgui.WindowFlags_.no_collapse | imgui.WindowFlags_.no_saved_settings
    visible, _ = imgui.begin(title, None, flags)
    return bool(visible)
