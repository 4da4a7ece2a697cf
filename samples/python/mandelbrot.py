"""The Mandelbrot set, drawn by a kernel: `python samples/python/mandelbrot.py [FILE.png] [WIDTH]`."""

from __future__ import annotations

import sys

import matplotlib.image
import numpy as np

import hcpy

SOURCE = """
void mandelbrot(hc::index<2> i, float left, float top, float step, int most,
                hc::array_view<float, 2> count) [[hc]] {
  const float cx = left + i[1] * step, cy = top + i[0] * step;
  float x = 0, y = 0;
  int n = 0;
  for (; n < most && x * x + y * y < 4; ++n) {
    const float next = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = next;
  }
  count[i] = n == most ? 0 : float(n) / most;
}
"""


def draw(width: int) -> np.ndarray:
    """The picture's grey values, 0 inside of the set."""
    height = width * 2 // 3
    picture = hcpy.array_view(shape=(height, width), dtype=np.float32)
    mandelbrot = hcpy.compile(SOURCE).mandelbrot
    hcpy.parallel_for_each(picture.extent, mandelbrot, -2.25, -1.0, 3.0 / width, 200, picture).wait()
    return picture.numpy()


if __name__ == "__main__":
    file = sys.argv[1] if len(sys.argv) > 1 else "mandelbrot.png"
    picture = draw(int(sys.argv[2]) if len(sys.argv) > 2 else 1200)
    matplotlib.image.imsave(file, np.sqrt(picture), cmap="magma")
    inside = float((picture == 0).mean())
    print(f"{'PASSED' if 0.2 < inside < 0.3 else 'FAILED'}: {file}, {inside:.1%} of it inside of the set")
