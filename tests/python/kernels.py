"""saxpy, n-body and stencil in HC, for numba, CuPy and numba-cuda: what the benchmarks compare.

Each case makes its data once; `launch` starts it in hcpy, the others give (start, wait) and raise ImportError
where their library is not installed.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

import hcpy

SOURCE = """
void saxpy(hc::index<1> i, float a, const float* x, float* y) [[hc]] { y[i[0]] += a * x[i[0]]; }
void nbody(hc::index<1> i, int n, const float* x, const float* y, const float* z, const float* m,
           float* ax) [[hc]] {
  const float px = x[i[0]], py = y[i[0]], pz = z[i[0]];
  float sum = 0;
  for (int j = 0; j < n; ++j) {
    const float dx = x[j] - px, dy = y[j] - py, dz = z[j] - pz;
    const float r2 = dx * dx + dy * dy + dz * dz + 0.01f;
    const float inverse = 1.0f / __builtin_sqrtf(r2);
    sum += m[j] * dx * inverse * inverse * inverse;
  }
  ax[i[0]] = sum;
}
void stencil(hc::index<2> i, int rows, int columns, const float* from, float* to) [[hc]] {
  const int r = i[0], c = i[1], at = r * columns + c;
  if (r == 0 || c == 0 || r == rows - 1 || c == columns - 1) return;
  to[at] = 0.25f * (from[at - 1] + from[at + 1] + from[at - columns] + from[at + columns]);
}
"""
Runner = tuple[Callable[[], Any], Callable[[], Any]]


def not_compared(name: str, error: Exception) -> str:
    """One line about a competitor that does not run."""
    first = next(iter(str(error).strip().splitlines()), "")
    return f"({name} does not run: {type(error).__name__}: {first})"


class Case:
    """One of the three."""

    def __init__(
        self, name: str, shape: tuple[int, ...], scalars: tuple[Any, ...], arrays: tuple[Any, ...]
    ) -> None:
        self.name, self.shape, self.scalars, self.arrays = name, shape, scalars, arrays

    def hcpy(self, view: hcpy.accelerator_view, module: hcpy.Module) -> Runner:
        launch, extent, kernel = hcpy.parallel_for_each, hcpy.extent(self.shape), module[self.name]
        views = [hcpy.array_view(a) for a in self.arrays]
        return lambda: launch(extent, kernel, *self.scalars, *views, view=view), view.wait

    def numba(self) -> Runner:
        import numba

        @numba.njit(parallel=True, fastmath={"contract"})
        def saxpy(a, x, y):  # type: ignore[no-untyped-def]
            for i in numba.prange(x.size):
                y[i] += a * x[i]

        @numba.njit(parallel=True, fastmath={"contract"})
        def nbody(n, x, y, z, m, ax):  # type: ignore[no-untyped-def]
            for i in numba.prange(n):
                total = np.float32(0)
                for j in range(n):
                    dx, dy, dz = x[j] - x[i], y[j] - y[i], z[j] - z[i]
                    r2 = dx * dx + dy * dy + dz * dz + np.float32(0.01)
                    inverse = np.float32(1) / np.sqrt(r2)
                    total += m[j] * dx * inverse * inverse * inverse
                ax[i] = total

        @numba.njit(parallel=True, fastmath={"contract"})
        def stencil(rows, columns, a, b):  # type: ignore[no-untyped-def]
            for r in numba.prange(1, rows - 1):
                for c in range(1, columns - 1):
                    at = r * columns + c
                    b[at] = np.float32(0.25) * (a[at - 1] + a[at + 1] + a[at - columns] + a[at + columns])

        function = {"saxpy": saxpy, "nbody": nbody, "stencil": stencil}[self.name]
        scalars = tuple(np.float32(s) if isinstance(s, float) else s for s in self.scalars)
        flat = [a.reshape(-1) for a in self.arrays]
        return lambda: function(*scalars, *flat), lambda: None

    def cupy(self) -> Runner:
        import cupy

        body = SOURCE[SOURCE.index(f"void {self.name}(") :]
        body = body[: body.index("\nvoid ", 1)] if "\nvoid " in body[1:] else body
        rank = len(self.shape)
        text = body.replace(f"hc::index<{rank}> i, ", "").replace(" [[hc]]", "")
        row, column = (f"int(blockIdx.{d} * blockDim.{d} + threadIdx.{d})" for d in "yx")
        index = f"int i[1] = {{{column}}};" if rank == 1 else f"int i[2] = {{{row}, {column}}};"
        # As every kernel over an extent: what lies past it does nothing.
        bounds = "".join(f", int e{d}" for d in range(rank))
        index += "".join(f" if (i[{d}] >= e{d}) return;" for d in range(rank))
        text = text.replace(")", f"{bounds})", 1)
        text = 'extern "C" __global__ ' + text.replace("{", "{ " + index, 1).replace(
            "__builtin_sqrtf", "sqrtf"
        )
        kernel = cupy.RawKernel(text, self.name)
        block = (256,) if rank == 1 else (32, 8)
        grid = tuple(-(-n // b) for n, b in zip(reversed(self.shape), block, strict=True))
        scalars = [np.float32(s) if isinstance(s, float) else np.int32(s) for s in self.scalars]
        arguments = (*scalars, *(cupy.asarray(a) for a in self.arrays), *map(np.int32, self.shape))
        return lambda: kernel(grid, block, arguments), cupy.cuda.Device().synchronize

    def numba_cuda(self) -> Runner:
        from numba import cuda

        @cuda.jit
        def saxpy(a, x, y):  # type: ignore[no-untyped-def]
            i = cuda.grid(1)
            if i < x.size:
                y[i] += a * x[i]

        @cuda.jit
        def nbody(n, x, y, z, m, ax):  # type: ignore[no-untyped-def]
            i = cuda.grid(1)
            if i < n:
                px, py, pz, total = x[i], y[i], z[i], np.float32(0)
                for j in range(n):
                    dx, dy, dz = x[j] - px, y[j] - py, z[j] - pz
                    r2 = dx * dx + dy * dy + dz * dz + np.float32(0.01)
                    inverse = np.float32(1) / math.sqrt(r2)
                    total += m[j] * dx * inverse * inverse * inverse
                ax[i] = total

        @cuda.jit
        def stencil(rows, columns, a, b):  # type: ignore[no-untyped-def]
            c, r = cuda.grid(2)
            at = r * columns + c
            if 0 < r < rows - 1 and 0 < c < columns - 1:
                b[at] = np.float32(0.25) * (a[at - 1] + a[at + 1] + a[at - columns] + a[at + columns])

        block = (256,) if len(self.shape) == 1 else (32, 8)
        grid = tuple(-(-n // b) for n, b in zip(reversed(self.shape), block, strict=True))
        scalars = [np.float32(s) if isinstance(s, float) else np.int32(s) for s in self.scalars]
        arguments = (*scalars, *(cuda.to_device(a) for a in self.arrays))
        launch = {"saxpy": saxpy, "nbody": nbody, "stencil": stencil}[self.name][grid, block]
        return lambda: launch(*arguments), cuda.synchronize


def _cases() -> list[Case]:
    rng = np.random.default_rng(1)

    def floats(count: int) -> Any:
        return rng.random(count, np.float32)

    saxpy, bodies, side = 1 << 24, 1 << 14, 4096
    return [
        Case("saxpy", (saxpy,), (2.0,), (floats(saxpy), floats(saxpy))),
        Case("nbody", (bodies,), (bodies,), tuple(floats(bodies) for _ in range(5))),
        Case("stencil", (side, side), (side, side), (floats(side * side), floats(side * side))),
    ]


CASES = _cases()
