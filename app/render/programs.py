"""Shader programs from the files in `shaders/`, with includes, and errors that name the file and the line."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import moderngl

from app.paths import shader_folder

if TYPE_CHECKING:
    from pathlib import Path

FRAME_BINDING = 0
MESH_BINDING = 1
BLOCK_BINDINGS = {"Frame": FRAME_BINDING, "MeshBlock": MESH_BINDING}

INCLUDE = re.compile(r'^\s*#include\s+"([^"]+)"\s*$')
# Mesa writes 0:14(7): error, NVIDIA 0(14) : error, AMD and Intel ERROR: 0:14: ...
LOG_PLACE = re.compile(r"(?m)^(?P<lead>(?:ERROR|WARNING): )?\d+(?::(?P<line>\d+)|\((?P<line2>\d+)\))")


class ShaderError(RuntimeError):
    """A shader that is missing or does not compile; the message names file and line."""


@dataclass(frozen=True)
class ShaderSource:
    """One shader with its includes pasted in. `places[i]` tells where line i + 1 came from, as `file:line`.

    (GLSL's own #line cannot do this: Mesa ignores the number of the source.)
    """

    text: str
    places: tuple[str, ...]


def load_source(name: str, defines: tuple[str, ...] = (), folder: Path | None = None) -> ShaderSource:
    """Read a shader file and paste its includes, each once. `defines` are switched on after the #version line."""
    lines = _expand(name, folder or shader_folder(), set(), "the program")
    lines[1:1] = [(f"#define {define}", f"{name}:1") for define in defines]
    return ShaderSource("\n".join(text for text, _ in lines) + "\n", tuple(place for _, place in lines))


def _expand(name: str, folder: Path, seen: set[str], wanted_by: str) -> list[tuple[str, str]]:
    """Return the lines of a file and its includes, each with its place."""
    path = folder / name
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise ShaderError(f"{path}: cannot be read, wanted by {wanted_by}: {error.strerror}") from None
    seen.add(name)
    result: list[tuple[str, str]] = []
    for number, line in enumerate(lines, start=1):
        match = INCLUDE.match(line)
        if match is None:
            result.append((line, f"{name}:{number}"))
        elif match[1] not in seen:
            result.extend(_expand(match[1], folder, seen, f"{name}:{number}"))
    return result


def name_places(log: str, source: ShaderSource) -> str:
    """Replace the compiler's line numbers at the start of lines: `0:12(5)` becomes `mesh.frag:3(5)`."""

    def replace(match: re.Match[str]) -> str:
        number = int(match["line"] or match["line2"])
        known = 1 <= number <= len(source.places)
        return (match["lead"] or "") + (source.places[number - 1] if known else f"line {number}")

    return LOG_PLACE.sub(replace, log)


def fit_layout(program: moderngl.Program, layout: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return a buffer layout and its attributes, with padding in place of those that the program does not use.

    Compilers drop what has no effect: picking, for one, needs no colours.
    """
    parts, used = [], []
    for part, name in zip(layout.split(), names, strict=True):
        if program.get(name, None) is not None:
            parts.append(part)
            used.append(name)
        else:
            count, width = int(part[0]), int(part[2:] or 4)
            parts.append(f"{count * width}x")
    return " ".join(parts), *used


def load_program(
    ctx: moderngl.Context,
    vertex: str,
    fragment: str,
    defines: tuple[str, ...] = (),
    folder: Path | None = None,
) -> moderngl.Program:
    """Compile and link a program and tie its uniform blocks to their bindings."""
    vertex_source = load_source(vertex, (), folder)
    fragment_source = load_source(fragment, defines, folder)
    try:
        program = ctx.program(vertex_shader=vertex_source.text, fragment_shader=fragment_source.text)
    except moderngl.Error as error:
        log = str(error)
        # moderngl prints the stage as a heading; a link error has neither and concerns both.
        failed = fragment_source if "fragment_shader" in log else vertex_source
        raise ShaderError(f"{vertex} + {fragment}: {name_places(log, failed).strip()}") from None
    for name, binding in BLOCK_BINDINGS.items():
        block = program.get(name, None)
        if isinstance(block, moderngl.UniformBlock):
            block.binding = binding
    return program
