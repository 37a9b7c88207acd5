"""A tree of boxes over primitives: built once for each group of bodies that move together, then only read.

Binned SAH (Wald 2007), without recursion. A node holds the boxes of both its children, so that one look at it decides
about two, and the nearer one can be entered first. Boxes are float32, rounded outwards by whoever made the bounds:
minimum and maximum of float32 are exact, so a box never cuts off what is in it.

A child is a number: an inner node if it is >= 0, otherwise a leaf, packed by `pack_leaf`.
"""

from typing import Any

import numpy as np

from engine.kernels.cache import kernel

BINS = 16
LEAF_SIZE = 2
"""Most primitives in a leaf. Fewer make more nodes and more memory, more make more tests."""
LEAF_BITS = 3
"""Bits of a leaf's number that count its primitives, less one."""
MEDIAN_DEPTH = 48
"""From this depth on a range is cut in half whatever it costs: that bounds the stack at 48 + 31 entries."""
STACK_SIZE = 96
"""Entries that a walk through any tree fits into."""


@kernel
def pack_leaf(first, count):
    """Return the child number of a leaf."""
    return -1 - ((first << LEAF_BITS) + count - 1)


@kernel
def leaf_first(child):
    """Return the first primitive of a leaf."""
    return (-1 - child) >> LEAF_BITS


@kernel
def leaf_count(child):
    """Return how many primitives a leaf has."""
    return ((-1 - child) & ((1 << LEAF_BITS) - 1)) + 1


@kernel
def find_centroid_range(bounds, begin, end, box):
    """Fill `box` with the bounds of a range; return its longest axis by centroids, and their range, both doubled."""
    for side in range(6):
        box[side] = bounds[begin, side]
    low_x = high_x = bounds[begin, 0] + bounds[begin, 3]
    low_y = high_y = bounds[begin, 1] + bounds[begin, 4]
    low_z = high_z = bounds[begin, 2] + bounds[begin, 5]
    for i in range(begin + 1, end):
        for side in range(3):
            box[side] = min(box[side], bounds[i, side])
            box[side + 3] = max(box[side + 3], bounds[i, side + 3])
        x = bounds[i, 0] + bounds[i, 3]
        y = bounds[i, 1] + bounds[i, 4]
        z = bounds[i, 2] + bounds[i, 5]
        low_x, high_x = min(low_x, x), max(high_x, x)
        low_y, high_y = min(low_y, y), max(high_y, y)
        low_z, high_z = min(low_z, z), max(high_z, z)
    if high_x - low_x >= high_y - low_y and high_x - low_x >= high_z - low_z:
        return 0, np.float64(low_x), np.float64(high_x)
    if high_y - low_y >= high_z - low_z:
        return 1, np.float64(low_y), np.float64(high_y)
    return 2, np.float64(low_z), np.float64(high_z)


@kernel
def fill_bins(bounds, begin, end, axis, low, per_bin, bin_boxes, bin_counts):
    """Count the primitives of a range by centroid, and box each bin."""
    for b in range(BINS):
        bin_counts[b] = 0
        for side in range(3):
            bin_boxes[b, side] = np.inf
            bin_boxes[b, side + 3] = -np.inf
    for i in range(begin, end):
        b = min(int((np.float64(bounds[i, axis] + bounds[i, axis + 3]) - low) * per_bin), BINS - 1)
        bin_counts[b] += 1
        for side in range(3):
            bin_boxes[b, side] = min(bin_boxes[b, side], bounds[i, side])
            bin_boxes[b, side + 3] = max(bin_boxes[b, side + 3], bounds[i, side + 3])


@kernel
def half_area(box):
    """Return half the surface of a box."""
    x, y, z = np.float64(box[3] - box[0]), np.float64(box[4] - box[1]), np.float64(box[5] - box[2])
    return x * y + y * z + z * x


@kernel
def choose_split(bin_boxes, bin_counts, right_costs, box):
    """Return the last bin of the left side that costs least by surface area, or -1 if all are in one bin."""
    for side in range(6):
        box[side] = bin_boxes[BINS - 1, side]
    count = 0
    for b in range(BINS - 1, 0, -1):
        if bin_counts[b] > 0:
            count += bin_counts[b]
            for side in range(3):
                box[side] = min(box[side], bin_boxes[b, side])
                box[side + 3] = max(box[side + 3], bin_boxes[b, side + 3])
        right_costs[b] = half_area(box) * count if count > 0 else np.inf
    best, best_cost = -1, np.inf
    for side in range(6):
        box[side] = bin_boxes[0, side]
    count = 0
    for b in range(BINS - 1):
        if bin_counts[b] > 0:
            count += bin_counts[b]
            for side in range(3):
                box[side] = min(box[side], bin_boxes[b, side])
                box[side + 3] = max(box[side + 3], bin_boxes[b, side + 3])
        if count > 0 and right_costs[b + 1] < np.inf:
            cost = half_area(box) * count + right_costs[b + 1]
            if cost < best_cost:
                best, best_cost = b, cost
    return best


@kernel
def partition(bounds, order, begin, end, axis, low, per_bin, split):
    """Bring the primitives of bins up to `split` to the front; return where the others begin."""
    left, right = begin, end - 1
    while left <= right:
        if min(int((np.float64(bounds[left, axis] + bounds[left, axis + 3]) - low) * per_bin), BINS - 1) <= split:
            left += 1
        else:
            for side in range(6):
                bounds[left, side], bounds[right, side] = bounds[right, side], bounds[left, side]
            order[left], order[right] = order[right], order[left]
            right -= 1
    return left


@kernel
def build_bvh(
    bounds: Any, order: Any, begin: int, end: int, boxes: Any, children: Any, node_count: int
) -> tuple[int, int]:
    """Build a tree over primitives begin..end; return its root, a child number, and the number of nodes used so far.

    bounds (p, 6) float32: lower and upper corner; rows begin..end are sorted into leaf order, and `order` with them.
    boxes (n, 12) float32 and children (n, 2) int32 receive the nodes from `node_count` on: n >= p is enough.
    """
    todo = np.empty((STACK_SIZE, 5), np.int64)
    box = np.empty(6, np.float32)
    bin_boxes, bin_counts = np.empty((BINS, 6), np.float32), np.empty(BINS, np.int64)
    right_costs = np.empty(BINS, np.float64)
    root = -1
    todo[0, 0], todo[0, 1], todo[0, 2], todo[0, 3], todo[0, 4] = begin, end, -1, 0, 0
    height = 1
    while height > 0:
        height -= 1
        first, last, parent, side, depth = todo[height]
        axis, low, high = find_centroid_range(bounds, first, last, box)
        is_leaf = last - first <= LEAF_SIZE
        child = pack_leaf(first, last - first) if is_leaf else node_count
        if parent < 0:
            root = child
        else:
            children[parent, side] = child
            for i in range(6):
                boxes[parent, 6 * side + i] = box[i]
        if is_leaf:
            continue
        middle = (first + last) // 2
        if high > low and depth < MEDIAN_DEPTH:
            per_bin = BINS / (high - low)
            fill_bins(bounds, first, last, axis, low, per_bin, bin_boxes, bin_counts)
            split = choose_split(bin_boxes, bin_counts, right_costs, box)
            if split >= 0:
                middle = partition(bounds, order, first, last, axis, low, per_bin, split)
        for half in range(2):
            todo[height, 0] = first if half == 0 else middle
            todo[height, 1] = middle if half == 0 else last
            todo[height, 2], todo[height, 3], todo[height, 4] = node_count, half, depth + 1
            height += 1
        node_count += 1
    return root, node_count
