"""Where the panels lie at the first start, and how a person's own arrangement is kept."""

from __future__ import annotations

from imgui_bundle import imgui

SCENARIOS, VIEWPORT, INSPECTOR, TIMELINE = "Scenarios", "Viewport", "Inspector", "Timeline"
SELECTION, FINDINGS, LOG, PLOTS = "Selection", "Findings", "Log", "Plots"
PARAMETERS, RUNS, CHANGES = "Parameters", "Runs", "What changed"
PANELS = (SCENARIOS, PARAMETERS, VIEWPORT, INSPECTOR, SELECTION, CHANGES, RUNS, TIMELINE, PLOTS, FINDINGS, LOG)
FINDINGS_ID = f"###{FINDINGS}"
"""Its tab tells the count too: only this part of the title says which window it is."""
HEALTH = "Mesh health"
"""A tab beside the Inspector that is closed at first: it opens by itself when there is something to tell."""

LEFT_SHARE, RIGHT_SHARE, BOTTOM_SHARE, SELECTION_SHARE, SCENARIOS_SHARE = 0.20, 0.29, 0.26, 0.25, 0.42
"""Parts of the window's width and height at the first start: the viewport gets what is left."""

LEAST_COLUMN_PX = 640.0
"""Height of the left column, at 100 %, from which on two panels stand in it, one above the other."""

LEAST_DIVIDED_PX = 100.0
"""Below this the parts would be rounded to nothing, and stay so when the window grows."""


def make_dockspace() -> int:
    """Fill the window with a space that panels dock in; return its id."""
    flags = imgui.DockNodeFlags_.passthru_central_node
    return imgui.dock_space_over_viewport(0, imgui.get_main_viewport(), flags)


def has_layout(dockspace: int) -> bool:
    """Tell whether the dockspace has been divided already, by us or by what was remembered."""
    node = imgui.internal.dock_builder_get_node(dockspace)
    return node is not None and node.is_split_node()


def has_room() -> bool:
    """Tell whether the window is large enough to be divided; folded up by a window manager it is not."""
    size = imgui.get_main_viewport().work_size
    return min(size.x, size.y) >= LEAST_DIVIDED_PX


def bring_forward(title: str) -> None:
    """Put a panel's tab in front of the others of its place, without taking the keyboard from what has it."""
    window = imgui.internal.find_window_by_name(title)
    if window is not None and window.dock_node is not None and window.dock_node.tab_bar is not None:
        window.dock_node.tab_bar.next_selected_tab_id = window.tab_id


def focus_panel(title: str) -> None:
    """Give a panel the keyboard, as a click on its tab does: of the tabs of a place it then stays in front."""
    imgui.set_window_focus(title)


def arrange_panels(dockspace: int) -> None:
    """Put the panels where they lie at the first start."""
    build = imgui.internal
    build.dock_builder_remove_node(dockspace)
    build.dock_builder_add_node(dockspace, imgui.internal.DockNodeFlagsPrivate_.dock_space)
    build.dock_builder_set_node_size(dockspace, imgui.get_main_viewport().work_size)
    right = build.dock_builder_split_node(dockspace, imgui.Dir.right, RIGHT_SHARE)
    bottom = build.dock_builder_split_node(right.id_at_opposite_dir, imgui.Dir.down, BOTTOM_SHARE)
    left = build.dock_builder_split_node(bottom.id_at_opposite_dir, imgui.Dir.left, LEFT_SHARE / (1 - RIGHT_SHARE))
    below = build.dock_builder_split_node(right.id_at_dir, imgui.Dir.down, SELECTION_SHARE)
    build.dock_builder_dock_window(INSPECTOR, below.id_at_opposite_dir)
    build.dock_builder_dock_window(HEALTH, below.id_at_opposite_dir)
    build.dock_builder_dock_window(SELECTION, below.id_at_dir)
    build.dock_builder_dock_window(CHANGES, below.id_at_dir)
    build.dock_builder_dock_window(RUNS, below.id_at_dir)
    build.dock_builder_dock_window(TIMELINE, bottom.id_at_dir)
    build.dock_builder_dock_window(PLOTS, bottom.id_at_dir)
    build.dock_builder_dock_window(FINDINGS_ID, bottom.id_at_dir)
    build.dock_builder_dock_window(LOG, bottom.id_at_dir)
    scenarios, parameters = _divide_left(left.id_at_dir)
    build.dock_builder_dock_window(SCENARIOS, scenarios)
    build.dock_builder_dock_window(PARAMETERS, parameters)
    build.dock_builder_dock_window(VIEWPORT, left.id_at_opposite_dir)
    build.dock_builder_finish(dockspace)


def _divide_left(column: int) -> tuple[int, int]:
    """Return the places of Scenarios and Parameters: one above the other where there is room, else two tabs."""
    height = imgui.get_main_viewport().work_size.y * (1 - BOTTOM_SHARE) / imgui.get_style().font_scale_main
    if height < LEAST_COLUMN_PX:
        return column, column
    halves = imgui.internal.dock_builder_split_node(column, imgui.Dir.up, SCENARIOS_SHARE)
    return halves.id_at_dir, halves.id_at_opposite_dir
