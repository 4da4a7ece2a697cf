"""A fluid that flows around a cylinder, by the lattice Boltzmann method (D2Q9): `python fluid.py [--help]`.

Without --picture or --benchmark it compares kernels with the same method in NumPy and prints PASSED.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import NoReturn

import numpy as np

import hcpy

SOURCE = """
constexpr int way_x[] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, way_y[] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
constexpr int back[] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
constexpr float weight[] = {4 / 9.f,  1 / 9.f,  1 / 9.f,  1 / 9.f, 1 / 9.f,
                            1 / 36.f, 1 / 36.f, 1 / 36.f, 1 / 36.f};

struct Flow {
  float speed, relaxation;
};

float equilibrium(int k, float density, float ux, float uy) [[hc]] {
  const float along = way_x[k] * ux + way_y[k] * uy;
  return weight[k] * density * (1 + 3 * along + 4.5f * along * along - 1.5f * (ux * ux + uy * uy));
}

// Each cell takes what its neighbours send: solid ones send back what came from here. The left edge has a
// steady flow, the right one is open, and the other two meet.
void step(hc::index<2> at, Flow flow, hc::array_view<const unsigned char, 2> solid,
          hc::array_view<const float, 3> from, hc::array_view<float, 3> to) [[hc]] {
  const int height = solid.get_extent()[0], width = solid.get_extent()[1], y = at[0], x = at[1];
  float f[9], density = 0, ux = 0, uy = 0;
  for (int k = 0; k < 9; ++k) {
    const int row = (y - way_y[k] + height) % height;
    const int column = x - way_x[k];
    const int inside = column < 0 ? 0 : column >= width ? width - 1 : column;
    f[k] = solid(row, inside) ? from(back[k], y, x) : from(k, row, inside);
    density += f[k];
    ux += f[k] * way_x[k];
    uy += f[k] * way_y[k];
  }
  ux /= density;
  uy /= density;
  if (x == 0) density = 1, ux = flow.speed, uy = 0;
  for (int k = 0; k < 9; ++k) {
    const float even = equilibrium(k, density, ux, uy);
    to(k, y, x) = x == 0 ? even : f[k] + flow.relaxation * (even - f[k]);
  }
}
"""
WAYS = np.array([(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)])
BACK = [0, 3, 4, 1, 2, 7, 8, 5, 6]
WEIGHTS = np.array([4 / 9, *[1 / 9] * 4, *[1 / 36] * 4])
SPEED, VISCOSITY = 0.1, 0.02
RELAXATION = 1 / (3 * VISCOSITY + 0.5)


def equilibrium(density: np.ndarray, ux: np.ndarray, uy: np.ndarray) -> np.ndarray:
    along = WAYS[:, 0, None, None] * ux + WAYS[:, 1, None, None] * uy
    even = 1 + 3 * along + 4.5 * along**2 - 1.5 * (ux**2 + uy**2)
    return WEIGHTS[:, None, None] * density * even


def start(height: int, width: int) -> tuple[np.ndarray, np.ndarray]:
    """Which cells are solid, and an even flow with a little disturbance."""
    y, x = np.mgrid[:height, :width]
    solid = (x - width // 5) ** 2 + (y - height // 2) ** 2 < (height / 9) ** 2
    ux = SPEED * (1 + 0.01 * np.sin(2 * np.pi * y / height))
    return solid, equilibrium(np.ones(solid.shape), ux, np.zeros(solid.shape))


def step_in_numpy(f: np.ndarray, solid: np.ndarray) -> np.ndarray:
    """The reference, in double."""
    got = np.empty_like(f)
    for k, (wx, wy) in enumerate(WAYS):
        columns = np.clip(np.arange(f.shape[2]) - wx, 0, f.shape[2] - 1)
        sent = np.roll(f[k], wy, axis=0)[:, columns]
        blocked = np.roll(solid, wy, axis=0)[:, columns]
        got[k] = np.where(blocked, f[BACK[k]], sent)
    density = got.sum(0)
    ux = np.tensordot(WAYS[:, 0], got, 1) / density
    uy = np.tensordot(WAYS[:, 1], got, 1) / density
    density[:, 0], ux[:, 0], uy[:, 0] = 1, SPEED, 0
    even = equilibrium(density, ux, uy)
    got += RELAXATION * (even - got)
    got[:, :, 0] = even[:, :, 0]
    return got


class Fluid:
    """The fluid's state on an accelerator. A task graph holds two steps, one each way between two arrays."""

    def __init__(self, solid: np.ndarray, f: np.ndarray, on: hcpy.accelerator_view | None = None) -> None:
        self.solid = hcpy.array_view(solid.astype(np.uint8))
        self.one = hcpy.array_view(f.astype(np.float32))
        self.two = hcpy.array_view(np.zeros(f.shape, np.float32))
        step, flow = hcpy.compile(SOURCE).step, {"speed": SPEED, "relaxation": RELAXATION}
        with hcpy.task_graph(on) as self._steps:
            for source, result in ((self.one, self.two), (self.two, self.one)):
                hcpy.parallel_for_each(self.solid.extent, step, flow, self.solid, source, result, view=on)

    def run(self, steps: int) -> np.ndarray:
        """So many steps on, in pairs."""
        for _ in range(steps // 2):
            last = self._steps.launch()
        last.wait()
        return self.one.numpy()


def check(height: int, width: int, steps: int) -> bool:
    solid, f = start(height, width)
    got = Fluid(solid, f).run(steps)
    for _ in range(steps // 2 * 2):
        f = step_in_numpy(f, solid)
    error = np.abs(got - f)[:, ~solid].max()
    word = "PASSED" if error < 1e-5 else "FAILED"
    print(f"{word}: {width} x {height} cells, {steps} steps, error {error:.2g}")
    return bool(error < 1e-5)


def draw(height: int, width: int, steps: int, path: Path) -> None:
    import matplotlib.image

    solid, f = start(height, width)
    f = Fluid(solid, f).run(steps)
    density = f.sum(0)
    ux, uy = (np.tensordot(WAYS[:, d], f, 1) / density for d in (0, 1))
    curl = np.gradient(uy, axis=1) - np.gradient(ux, axis=0)
    curl[solid] = np.nan
    matplotlib.image.imsave(path, curl, cmap="RdBu", vmin=-0.03, vmax=0.03)


def measure(height: int, width: int) -> None:
    solid, f = start(height, width)
    for accelerator in hcpy.accelerator.get_all():
        fluid = Fluid(solid, f, accelerator.default_view)
        fluid.run(2)
        begin = time.perf_counter()
        fluid.run(100)
        millions = 100e-6 * height * width / (time.perf_counter() - begin)
        print(f"{accelerator.path} ({accelerator.description}): {millions:.1f} million cells a second")


def size(text: str) -> int:
    if not text.isdecimal() or not 8 <= int(text) <= 16384:
        raise argparse.ArgumentTypeError(f"a number from 8 to 16384, not '{text}'")
    return int(text)


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        sys.exit(f"error: {message}")


if __name__ == "__main__":
    parser = Parser(description=__doc__)
    parser.add_argument("--width", type=size, default=96)
    parser.add_argument("--height", type=size, default=48)
    parser.add_argument("--steps", type=size, default=200)
    parser.add_argument("--picture", type=Path, help="draw how the fluid turns, as PNG")
    parser.add_argument("--benchmark", action="store_true", help="cells a second on each accelerator")
    asked = parser.parse_args()
    if asked.benchmark:
        measure(asked.height, asked.width)
    elif asked.picture:
        draw(asked.height, asked.width, asked.steps, asked.picture)
        print(f"PASSED: {asked.picture} is written")
    else:
        sys.exit(not check(asked.height, asked.width, asked.steps))
