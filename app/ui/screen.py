"""One frame of the program: input → panels → commands → scene → GL. The window and headless pictures share it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from imgui_bundle import ImVec2, imgui, implot

from app.camera import view_axes
from app.commands import Command
from app.draw.drawlist import DrawList, Pick
from app.draw.ghost_layer import RunLook
from app.draw.palette import THEMES
from app.draw.scene import build_draw_list
from app.measure import as_vec3
from app.ui.changes import changes_ui
from app.ui.context import Fonts, Ui
from app.ui.drive import read_drive_keys, recoveries_ui, save_ui
from app.ui.findings import findings_window_ui
from app.ui.health import health_window_ui
from app.ui.help import help_ui
from app.ui.inspector import inspector_ui
from app.ui.keys import read_keys
from app.ui.layout import (
    CHANGES,
    INSPECTOR,
    PARAMETERS,
    RUNS,
    SCENARIOS,
    SELECTION,
    TIMELINE,
    VIEWPORT,
    arrange_panels,
    bring_forward,
    has_layout,
    has_room,
    make_dockspace,
)
from app.ui.log import log_window_ui
from app.ui.menus import menu_bar_ui
from app.ui.messages import messages_ui
from app.ui.parameters import parameters_ui
from app.ui.plots import plots_window_ui
from app.ui.runs import runs_ui
from app.ui.scenarios import scenarios_ui
from app.ui.selection import selection_ui
from app.ui.style import apply_style, load_fonts
from app.ui.timeline import timeline_ui
from app.ui.viewport import is_flying, viewport_ui

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from app.session import Session
    from app.state import State


class ScenePainter(Protocol):
    """Draws the scene; `app.render` has the real one."""

    def paint(self, drawn: DrawList, state: State, size_px: tuple[int, int], density: float) -> int:
        """Draw a scene and return the texture that holds it."""

    def pick(self, x: float, y: float) -> Pick:
        """Return what the last scene shows at a pixel."""


class PanelPainter(Protocol):
    """Draws the panels; `app.ui.gl_renderer` has the real one."""

    def draw(self, data: imgui.ImDrawData) -> None:
        """Draw what ImGui built."""


class Screen:
    """Owns the ImGui context and what is kept between two frames."""

    def __init__(self, session: Session, layout: str = "", *, with_panels: bool = True) -> None:
        self.session = session
        self.items: dict[str, tuple[float, float, float, float]] = {}
        """Where named things were drawn in the last frame, in pixels."""
        self._with_panels = with_panels
        self._memory: dict[str, tuple[Hashable, object]] = {}
        self._texts: dict[str, str] = {}
        self._style: tuple[str, float] | None = None
        self._resets = 0
        self._drawn: tuple[Hashable, DrawList, int] | None = None
        self._context = imgui.create_context()
        imgui.set_current_context(self._context)
        self._plots = implot.create_context()
        io = imgui.get_io()
        io.set_ini_filename("")  # the layout is part of our own preferences
        io.set_log_filename("")
        io.config_flags |= imgui.ConfigFlags_.docking_enable
        io.config_windows_move_from_title_bar_only = True
        if layout:
            imgui.load_ini_settings_from_memory(layout)
        self._fonts: Fonts = load_fonts()

    def run_frame(
        self, size: tuple[int, int], seconds: float, scene: ScenePainter, panels: PanelPainter, density: float = 1.0
    ) -> None:
        """Draw a frame of `size` units into the bound framebuffer, then obey what was asked for in it."""
        imgui.set_current_context(self._context)
        implot.set_current_context(self._plots)
        io = imgui.get_io()
        io.display_size = ImVec2(float(size[0]), float(size[1]))
        io.display_framebuffer_scale = ImVec2(density, density)
        io.delta_time = max(seconds, 1e-4)
        self._update_style()
        imgui.new_frame()
        ui = Ui(self.session.state, self._fonts, memory=self._memory, texts=self._texts)
        self._panels_ui(ui, scene, density)
        imgui.render()
        panels.draw(imgui.get_draw_data())
        self.items = ui.items
        self._obey(ui.commands)
        self.session.rest()

    def _update_style(self) -> None:
        wanted = (self.session.state.theme, self.session.state.scale)
        if wanted != self._style:
            apply_style(*wanted)
            self._style = wanted

    def _obey(self, commands: list[Command]) -> None:
        for command in commands:
            self.session.apply(command)

    def _panels_ui(self, ui: Ui, scene: ScenePainter, density: float) -> None:
        if self._with_panels:
            self._docked_ui(ui, scene, density)
        else:
            self._bare_viewport_ui(ui, scene, density)
        read_drive_keys(ui)
        read_keys(ui, flying=is_flying())

    def _docked_ui(self, ui: Ui, scene: ScenePainter, density: float) -> None:
        menu_bar_ui(ui)
        dockspace = make_dockspace()
        if (ui.state.layout_resets != self._resets or not has_layout(dockspace)) and has_room():
            self._resets = ui.state.layout_resets
            arrange_panels(dockspace)
        _panel(ui, SCENARIOS, lambda: scenarios_ui(ui))
        _panel(ui, INSPECTOR, lambda: inspector_ui(ui))
        _panel(ui, PARAMETERS, lambda: parameters_ui(ui), beside=SCENARIOS)
        _panel(ui, SELECTION, lambda: selection_ui(ui))
        has_changes = ui.has_changed("has changes", ui.document is not None and ui.document.changes is not None)
        if has_changes and not ui.state.is_scene_editing:  # whose numbers are in the panel that it would hide
            bring_forward(CHANGES)
        _panel(ui, CHANGES, lambda: changes_ui(ui), beside=SELECTION)
        _panel(ui, RUNS, lambda: runs_ui(ui), beside=SELECTION)
        health_window_ui(ui)
        _panel(ui, TIMELINE, lambda: timeline_ui(ui))
        plots_window_ui(ui)
        findings_window_ui(ui)
        log_window_ui(ui)
        _panel(ui, VIEWPORT, lambda: self._viewport_ui(ui, scene, density), bare=True)
        help_ui(ui)
        recoveries_ui(ui)
        save_ui(ui)
        messages_ui(ui)

    def _bare_viewport_ui(self, ui: Ui, scene: ScenePainter, density: float) -> None:
        viewport = imgui.get_main_viewport()
        imgui.set_next_window_pos(viewport.pos)
        imgui.set_next_window_size(viewport.size)
        flags = imgui.WindowFlags_.no_decoration | imgui.WindowFlags_.no_saved_settings
        imgui.push_style_var(imgui.StyleVar_.window_rounding, 0.0)
        imgui.push_style_var(imgui.StyleVar_.window_border_size, 0.0)
        _panel(ui, "picture", lambda: self._viewport_ui(ui, scene, density), bare=True, flags=flags)
        imgui.pop_style_var(2)

    def _viewport_ui(self, ui: Ui, scene: ScenePainter, density: float) -> None:
        def draw(state: State, size: tuple[int, int]) -> tuple[int, DrawList]:
            return self._draw_scene(scene, state, size, density)

        width, height = viewport_ui(ui, draw, scene.pick)
        self.session.aspect = width / height

    def _draw_scene(
        self, scene: ScenePainter, state: State, size: tuple[int, int], density: float
    ) -> tuple[int, DrawList]:
        """Draw the scene, or show again what is there if nothing in it has changed."""
        shown = (state.document, state.playback.cursor, state.options, state.selection, state.theme)
        key = (*shown, state.editing.plan, state.camera, state.scale, size, density)
        if self._drawn is None or self._drawn[0] != key:
            drawn = self._build(state)
            self._drawn = (key, drawn, scene.paint(drawn, state, size, density))
        return self._drawn[2], self._drawn[1]

    def _build(self, state: State) -> DrawList:
        if state.document is None:
            return DrawList()
        cursor, theme = state.playback.cursor, THEMES[state.theme]
        # Words stand to the left and right of the capsule as it is seen.
        right = as_vec3(view_axes(state.camera)[0])
        others = [RunLook(run.scene, run.slot, run.name) for run in state.document.others if run.is_shown]
        scene, selection = state.document.scene, state.selection
        wanted = None if state.editing.plan is None else state.editing.plan.scenario
        return build_draw_list(
            scene, cursor, state.options, selection, theme, right=right, others=others, wanted=wanted
        )

    def save_layout(self) -> str:
        """Return where the panels lie, in ImGui's own words."""
        imgui.set_current_context(self._context)
        return imgui.save_ini_settings_to_memory()

    def close(self) -> None:
        """Destroy the ImGui context."""
        implot.destroy_context(self._plots)
        imgui.destroy_context(self._context)


def _panel(
    ui: Ui, title: str, content: Callable[[], None], *, bare: bool = False, flags: int = 0, beside: str = ""
) -> None:
    """Draw a panel, unless it is hidden or lies behind another tab; `beside`: where a remembered layout has none."""
    if title in ui.state.hidden_panels:
        return
    if beside:
        flags |= imgui.WindowFlags_.no_focus_on_appearing
        neighbour = imgui.internal.find_window_by_name(beside)
        if neighbour is not None and neighbour.dock_id:
            imgui.set_next_window_dock_id(neighbour.dock_id, imgui.Cond_.first_use_ever)
    if bare:
        imgui.push_style_var(imgui.StyleVar_.window_padding, ImVec2(0, 0))
        flags |= imgui.WindowFlags_.no_scrollbar | imgui.WindowFlags_.no_scroll_with_mouse
    visible, _ = imgui.begin(title, None, flags)
    if bare:
        imgui.pop_style_var()
    if visible:
        content()
    imgui.end()
