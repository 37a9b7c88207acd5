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
# Mesa writes 2:14(7): error, NVIDIA 2(14) : error, AMD and Intel ERROR: 2:14: ...
LOG_PLACE = re.compile(r"(?m)^(?P<lead>(?:ERROR|WARNING): )?(?P<file>\d+)(?::(?P<line>\d+)|\((?P<line2>\d+)\))")


class ShaderError(RuntimeError):
    """A shader that is missing or does not compile; the message names file and line."""


@dataclass(frozen=True)
class ShaderSource:
    """One shader with its includes pasted in. `files[i]` is what the compiler calls source i."""

    text: str
    files: tuple[str, ...]


def load_source(name: str, defines: tuple[str, ...] = (), folder: Path | None = None) -> ShaderSource:
    """Read a shader file and paste its includes, each once. `defines` are switched on after the #version line."""
    folder = folder or shader_folder()
    files: list[str] = []
    text = _expand(name, folder, files, "the program")
    version, _, rest = text.partition("\n")
    switches = "".join(f"#define {define}\n" for define in defines)
    return ShaderSource(f"{version}\n{switches}#line 2 0\n{rest}", tuple(files))


def _expand(name: str, folder: Path, files: list[str], wanted_by: str) -> str:
    path = folder / name
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise ShaderError(f"{path}: cannot be read, wanted by {wanted_by}: {error.strerror}") from None
    number = len(files)
    files.append(name)
    result = []
    for line_number, line in enumerate(lines, start=1):
        match = INCLUDE.match(line)
        if match is None:
            result.append(line)
        elif match[1] not in files:
            included = _expand(match[1], folder, files, f"{name}:{line_number}")
            result.append(f"#line 1 {files.index(match[1])}\n{included}\n#line {line_number + 1} {number}")
    return "\n".join(result)


def name_places(log: str, source: ShaderSource) -> str:
    """Replace the compiler's source numbers at the start of lines: `0:12(5)` becomes `mesh.frag:12(5)`."""

    def replace(match: re.Match[str]) -> str:
        number = int(match["file"])
        name = source.files[number] if number < len(source.files) else match["file"]
        return f"{match['lead'] or ''}{name}:{match['line'] or match['line2']}"

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
