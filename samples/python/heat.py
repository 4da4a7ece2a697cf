"""The heat equation on a plate with two hot edges, as PNG frames: `python heat.py [FOLDER] [SIDE]`.

A task graph holds two steps, one each way between the two arrays, and is launched again and again.
"""

from __future__ import annotations

import sys
from pathlib import Path

import matplotlib.image
import numpy as np

import hcpy

SOURCE = """
void step(hc::index<2> i, float rate, hc::array_view<const float, 2> from,
          hc::array_view<float, 2> to) [[hc]] {
  const int r = i[0], c = i[1];
  const hc::extent<2> e = from.get_extent();
  float value = from[i];
  if (r > 0 && c > 0 && r < e[0] - 1 && c < e[1] - 1)
    value += rate * (from(r - 1, c) + from(r + 1, c) + from(r, c - 1) + from(r, c + 1) - 4 * value);
  to[i] = value;
}
"""


def plate(side: int) -> np.ndarray:
    """Cold, with a hot upper and left edge."""
    start = np.zeros((side, side), np.float32)
    start[0, :] = start[:, 0] = 100
    return start


def run(side: int, frames: int, steps: int, folder: Path | None) -> np.ndarray:
    """The plate after frames * steps double steps; a PNG for each frame."""
    one, two = hcpy.array_view(plate(side)), hcpy.array_view(plate(side))
    step = hcpy.compile(SOURCE).step
    with hcpy.task_graph() as graph:
        hcpy.parallel_for_each(one.extent, step, 0.2, one, two)
        hcpy.parallel_for_each(one.extent, step, 0.2, two, one)
    for frame in range(frames):
        for _ in range(steps):
            graph.launch()
        values = one.numpy()
        if folder is not None:
            matplotlib.image.imsave(folder / f"heat-{frame:03}.png", values, cmap="inferno", vmin=0, vmax=100)
    return values


if __name__ == "__main__":
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "heat")
    folder.mkdir(parents=True, exist_ok=True)
    side = int(sys.argv[2]) if len(sys.argv) > 2 else 256
    values = run(side, 10, 100, folder)
    symmetric = np.allclose(values, values.T, atol=1e-3)
    warmer = 0 < values[side // 2, side // 2] < values[side // 4, side // 4] < 100
    print(f"{'PASSED' if symmetric and warmer else 'FAILED'}: 10 frames in {folder}")
