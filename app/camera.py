"""The camera as a value: orbit, fly, follow, framing, projection and picking rays. No graphics library in here.

Pixels count from the top left corner of the picture, y downwards, and a pixel's centre lies at + 0.5. The view looks
along its own -z with +x to the right and +y up, as OpenGL has it. World up is any unit vector.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    Array = NDArray[np.float64]

Vec3 = tuple[float, float, float]
Projection = Literal["perspective", "orthographic"]
Mode = Literal["orbit", "fly", "follow"]
AxisView = Literal["front", "back", "left", "right", "top", "bottom", "iso"]

ORBIT_RATE = 0.006
"""Radians for one pixel of drag: half a turn takes about 500 pixels."""
ZOOM_RATE = 0.88
"""What one notch of the wheel leaves of the distance."""
MIN_DISTANCE = 0.02
"""Metres: nearer than this the near plane would cut a capsule's contact offset away."""
MAX_DISTANCE = 20_000.0
"""Metres: beyond this a float32 position on the GPU no longer resolves a capsule."""
FURTHEST_M = 1e7
"""Metres from the origin along each axis: beyond this a float32 position on the GPU is wrong by a metre."""
MAX_PITCH = math.pi / 2
FRAME_MARGIN = 1.12
"""What is framed leaves a little air around it, for labels."""
DEFAULT_SCENE_RADIUS = 1000.0
"""Metres from the target to the furthest thing that must not be clipped, when the caller does not know."""

AXIS_ANGLES: dict[str, tuple[float, float]] = {
    "front": (0.0, 0.0),
    "back": (math.pi, 0.0),
    "left": (math.pi / 2, 0.0),
    "right": (-math.pi / 2, 0.0),
    "top": (0.0, math.pi / 2),
    "bottom": (0.0, -math.pi / 2),
    "iso": (math.radians(-35.0), math.radians(28.0)),
}
"""Yaw and pitch of the named views. `front` stands at +z for Y up and at -y for Z up, with +x to the right."""


@dataclass(frozen=True)
class Camera:
    """Where the eye is and what it sees. The eye stands `distance` behind the target, `pitch` above it."""

    target: Vec3 = (0.0, 1.0, 0.0)
    distance: float = 8.0
    yaw: float = AXIS_ANGLES["iso"][0]
    """Radians about `up`; turning right is positive."""
    pitch: float = AXIS_ANGLES["iso"][1]
    """Radians of the eye above the target's horizon, -π/2 to π/2."""
    up: Vec3 = (0.0, 1.0, 0.0)
    fov: float = math.radians(45.0)
    """Radians from the lower to the upper edge of the picture."""
    projection: Projection = "perspective"
    mode: Mode = "orbit"


def horizon_axes(up: Vec3) -> tuple[Array, Array]:
    """Return the right and the forward of yaw 0 for a world up: +x and -z for Y up, +x and +y for Z up."""
    axis = np.asarray(up, dtype=np.float64)
    # An up along x leaves x no projection; y is as good a right as any.
    reference = np.array([1.0, 0.0, 0.0]) if abs(axis[0]) < 0.9 else np.array([0.0, 1.0, 0.0])
    right = reference - axis * float(reference @ axis)
    right /= np.linalg.norm(right)
    return right, _cross(axis, right)


def view_axes(camera: Camera) -> tuple[Array, Array, Array]:
    """Return the unit vectors right, up and forward of the view, in the world."""
    right0, forward0 = horizon_axes(camera.up)
    world_up = np.asarray(camera.up, dtype=np.float64)
    level = math.cos(camera.yaw) * forward0 + math.sin(camera.yaw) * right0
    right = math.cos(camera.yaw) * right0 - math.sin(camera.yaw) * forward0
    forward = math.cos(camera.pitch) * level - math.sin(camera.pitch) * world_up
    return right, _cross(right, forward), forward


def eye_of(camera: Camera) -> Vec3:
    """Return the position of the eye."""
    return _vec(np.asarray(camera.target) - view_axes(camera)[2] * camera.distance)


def orbit(camera: Camera, dx: float, dy: float) -> Camera:
    """Turn about the target by a drag in pixels: what is near follows the pointer."""
    return replace(camera, yaw=_wrap(camera.yaw + dx * ORBIT_RATE), pitch=_tilt(camera.pitch + dy * ORBIT_RATE))


def look(camera: Camera, dx: float, dy: float) -> Camera:
    """Turn the head by a drag in pixels: the eye stays, the target swings around it."""
    turned = orbit(camera, dx, dy)
    return replace(turned, target=_vec(np.asarray(eye_of(camera)) + view_axes(turned)[2] * camera.distance))


def pan(camera: Camera, dx: float, dy: float, height: int) -> Camera:
    """Shift eye and target by a drag in pixels, so that the target's plane follows the pointer."""
    right, up, _ = view_axes(camera)
    step = metres_per_pixel(camera, height)
    return replace(camera, target=_vec(np.asarray(camera.target) + (up * dy - right * dx) * step))


def zoom(camera: Camera, notches: float, towards: Vec3 | None = None) -> Camera:
    """Come nearer by some notches of the wheel (negative: go away); `towards` keeps its place in the picture."""
    distance = min(max(camera.distance * ZOOM_RATE**notches, MIN_DISTANCE), MAX_DISTANCE)
    if towards is None:
        return replace(camera, distance=distance)
    # Scaling the whole arm, eye and target, about the point leaves the point's direction as it was.
    kept = distance / camera.distance
    point = np.asarray(towards, dtype=np.float64)
    return replace(camera, distance=distance, target=_vec(point + (np.asarray(camera.target) - point) * kept))


def fly(camera: Camera, forward: float, right: float, up: float, dt: float) -> Camera:
    """Move the eye for `dt` seconds at speeds in m/s along the view's forward and right and the world's up."""
    view_right, _, view_forward = view_axes(camera)
    velocity = view_forward * forward + view_right * right + np.asarray(camera.up) * up
    return replace(camera, target=_vec(np.asarray(camera.target) + velocity * dt))


def follow(camera: Camera, new_target: Vec3) -> Camera:
    """Carry the camera along with its target; angles and distance stay."""
    return replace(camera, target=_vec(new_target))


def set_axis_view(camera: Camera, name: AxisView) -> Camera:
    """Look at the same target from a named side."""
    yaw, pitch = AXIS_ANGLES[name]
    return replace(camera, yaw=yaw, pitch=pitch)


def toggle_projection(camera: Camera) -> Camera:
    """Swap perspective and orthographic. What lies at the target keeps its size."""
    # Both projections span distance * tan(fov / 2) at the target, so nothing else has to change.
    return replace(camera, projection="orthographic" if camera.projection == "perspective" else "perspective")


def frame_sphere(camera: Camera, center: Vec3, radius: float, aspect: float) -> Camera:
    """Move so that a sphere fills the picture, from the angle that the camera has."""
    half = math.atan(math.tan(camera.fov / 2) * min(1.0, aspect))
    reach = math.sin(half) if camera.projection == "perspective" else math.tan(half)
    distance = max(radius, MIN_DISTANCE / 2) * FRAME_MARGIN / reach
    return replace(camera, target=_vec(center), distance=min(max(distance, MIN_DISTANCE), MAX_DISTANCE))


def frame_box(camera: Camera, low: Vec3, high: Vec3, aspect: float) -> Camera:
    """Move so that a box along the world's axes fills the picture, from the angle that the camera has."""
    bounds = np.array([low, high], dtype=np.float64)
    center = bounds.mean(axis=0)
    corners = np.array([[bounds[i, 0], bounds[j, 1], bounds[k, 2]] for i in (0, 1) for j in (0, 1) for k in (0, 1)])
    right, up, forward = view_axes(camera)
    tan_y = math.tan(camera.fov / 2)
    spans = np.maximum(np.abs((corners - center) @ right) / (tan_y * aspect), np.abs((corners - center) @ up) / tan_y)
    spans = spans * FRAME_MARGIN
    if camera.projection == "perspective":
        spans = spans - (corners - center) @ forward
    distance = min(max(float(spans.max()), MIN_DISTANCE), MAX_DISTANCE)
    return replace(camera, target=_vec(center), distance=distance)


def metres_per_pixel(camera: Camera, height: int) -> float:
    """Return the size of a pixel at the target."""
    return 2.0 * camera.distance * math.tan(camera.fov / 2) / max(height, 1)


def view_from_world(camera: Camera) -> Array:
    """Return the 4 x 4 matrix (columns of vectors: view = M @ world) from the world to the view."""
    right, up, forward = view_axes(camera)
    matrix = np.eye(4)
    matrix[:3, :3] = np.stack([right, up, -forward])
    matrix[:3, 3] = -matrix[:3, :3] @ np.asarray(eye_of(camera))
    return matrix


def clip_range(camera: Camera, scene_radius: float = DEFAULT_SCENE_RADIUS) -> tuple[float, float]:
    """Return near and far in metres along the view. An orthographic near lies behind the eye: nothing is cut off."""
    reach = max(scene_radius, camera.distance)
    if camera.projection == "orthographic":
        return camera.distance - reach, camera.distance + reach
    # Depth precision hangs on near alone: one percent of the distance keeps 24 bits finer than the biases.
    return min(max(camera.distance * 0.01, 0.002), 0.5), camera.distance + reach


def clip_from_view(camera: Camera, aspect: float, scene_radius: float = DEFAULT_SCENE_RADIUS) -> Array:
    """Return the 4 x 4 projection to OpenGL's clip space, z from -w to w."""
    near, far = clip_range(camera, scene_radius)
    tan_y = math.tan(camera.fov / 2)
    matrix = np.zeros((4, 4))
    if camera.projection == "orthographic":
        half = camera.distance * tan_y
        matrix[0, 0], matrix[1, 1] = 1.0 / (half * aspect), 1.0 / half
        matrix[2, 2], matrix[2, 3], matrix[3, 3] = -2.0 / (far - near), -(far + near) / (far - near), 1.0
    else:
        matrix[0, 0], matrix[1, 1] = 1.0 / (tan_y * aspect), 1.0 / tan_y
        matrix[2, 2], matrix[2, 3] = -(far + near) / (far - near), -2.0 * far * near / (far - near)
        matrix[3, 2] = -1.0
    return matrix


def ray_from_pixel(camera: Camera, x: float, y: float, width: int, height: int) -> tuple[Vec3, Vec3]:
    """Return the origin and the unit direction of the ray through a pixel."""
    right, up, forward = view_axes(camera)
    across = (2.0 * x / max(width, 1) - 1.0) * math.tan(camera.fov / 2) * (width / max(height, 1))
    upwards = (1.0 - 2.0 * y / max(height, 1)) * math.tan(camera.fov / 2)
    eye = np.asarray(eye_of(camera))
    if camera.projection == "orthographic":
        return _vec(eye + (right * across + up * upwards) * camera.distance), _vec(forward)
    direction = forward + right * across + up * upwards
    return _vec(eye), _vec(direction / np.linalg.norm(direction))


def project(camera: Camera, point: Vec3, width: int, height: int) -> tuple[float, float] | None:
    """Return the pixel of a point in the world; None if it lies behind the eye (perspective)."""
    right, up, forward = view_axes(camera)
    offset = np.asarray(point, dtype=np.float64) - np.asarray(eye_of(camera))
    depth = float(offset @ forward) if camera.projection == "perspective" else camera.distance
    if depth <= 1e-6:
        return None
    half = depth * math.tan(camera.fov / 2)
    x = float(offset @ right) / (half * width / max(height, 1))
    y = float(offset @ up) / half
    return (x + 1.0) * 0.5 * width, (1.0 - y) * 0.5 * height


def aim(camera: Camera, eye: Vec3, target: Vec3) -> Camera:
    """Stand at `eye` and look at `target`."""
    arm = np.asarray(target, dtype=np.float64) - np.asarray(eye, dtype=np.float64)
    distance = math.hypot(*arm.tolist())
    if not MIN_DISTANCE <= distance <= MAX_DISTANCE:
        allowed = f"{MIN_DISTANCE:g} to {MAX_DISTANCE:g} m"
        raise ValueError(f"camera: eye and target are {distance:g} m apart; they may be {allowed} apart")
    right0, forward0 = horizon_axes(camera.up)
    across, along, rise = float(arm @ right0), float(arm @ forward0), float(arm @ np.asarray(camera.up))
    flat = math.hypot(across, along)
    # Straight down or up has no heading of its own: the one that the camera had is kept.
    yaw = math.atan2(across, along) if flat > 1e-9 * distance else camera.yaw
    return replace(camera, target=_vec(target), distance=distance, yaw=yaw, pitch=math.atan2(-rise, flat))


def _vec(values: Iterable[float]) -> Vec3:
    x, y, z = values
    return float(x), float(y), float(z)


def _cross(a: Array, b: Array) -> Array:
    # numpy's own is made for long arrays: for one pair it takes twenty times as long, and a picture needs a dozen.
    (ax, ay, az), (bx, by, bz) = a.tolist(), b.tolist()
    return np.array([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx])


def _wrap(angle: float) -> float:
    return math.remainder(angle, math.tau)


def _tilt(pitch: float) -> float:
    return min(max(pitch, -MAX_PITCH), MAX_PITCH)
