"""A convolutional network that reads digits, in float, half and bfloat16: `python digits.py [--help]`.

NumPy draws the digits, trains the network and is the reference; kernels run it, with weights and values in
memory as the type says and sums in float. It prints PASSED where they agree.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import NoReturn

import numpy as np

import hcpy

SOURCE = """
#include <hc_storage.hpp>

// 3 x 3 taps at every second pixel, and no negative values: what a layer of the network does. Images are
// [number][channel][row][column], weights [to][from][3][3].
struct Layer {
  int from, to, side;  // channels before and after, and rows before
};

template <class T>
void convolve(hc::index<2> at, Layer layer, const T* in, const T* weights, const T* bias, T* out) [[hc]] {
  const int after = (layer.side - 1) / 2, pixels = after * after;
  const int image = at[0], channel = at[1] / pixels, row = at[1] % pixels / after, column = at[1] % after;
  float sum = float(bias[channel]);
  for (int c = 0; c < layer.from; ++c)
    for (int k = 0; k < 9; ++k) {
      const int place = (row * 2 + k / 3) * layer.side + column * 2 + k % 3;
      sum += float(in[(image * layer.from + c) * layer.side * layer.side + place]) *
             float(weights[(channel * layer.from + c) * 9 + k]);
    }
  out[image * layer.to * pixels + at[1]] = T(sum > 0 ? sum : 0.0f);
}

template <class T>
void connect(hc::index<2> at, int count, const T* in, const T* weights, const T* bias, float* out) [[hc]] {
  float sum = float(bias[at[1]]);
  for (int i = 0; i < count; ++i) sum += float(in[at[0] * count + i]) * float(weights[at[1] * count + i]);
  out[at[0] * 10 + at[1]] = sum;
}
"""
FONT = (
    *("01110 10001 10001 10001 10001 10001 01110", "00100 01100 00100 00100 00100 00100 01110"),
    *("01110 10001 00001 00110 01000 10000 11111", "11110 00001 00001 01110 00001 00001 11110"),
    *("00010 00110 01010 10010 11111 00010 00010", "11111 10000 11110 00001 00001 10001 01110"),
    *("00110 01000 10000 11110 10001 10001 01110", "11111 00001 00010 00100 01000 01000 01000"),
    *("01110 10001 10001 01110 10001 10001 01110", "01110 10001 10001 01111 00001 00010 01100"),
)
SIDE, CHANNELS = 16, (1, 8, 16)  # rows and columns of an image; channels of each layer
SIDES = (SIDE, 7, 3)  # before, between and after the layers: each leaves (side - 1) // 2
BFLOAT16 = np.dtype([("bits_", np.uint16)])  # hc::bfloat16's layout
TYPES = ("float", "hc::half", "hc::bfloat16")
Weights = list[np.ndarray]


def draw(count: int, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Digits of the font, twice as high, moved about, of different strength and under noise."""
    labels = random.integers(0, 10, count)
    images = random.normal(0, 0.25, (count, 1, SIDE, SIDE))
    glyphs = [np.array([[int(c) for c in row] for row in text.split()]) for text in FONT]
    for image, label in zip(images[:, 0], labels, strict=True):
        glyph = np.kron(glyphs[label], np.ones((2, 2)))
        top, left = random.integers(0, SIDE - 14 + 1), random.integers(0, SIDE - 10 + 1)
        image[top : top + 14, left : left + 10] += glyph * random.uniform(0.6, 1.2)
    return images, labels


def patches(images: np.ndarray) -> np.ndarray:
    """[image, row, column, channel * 9]: what each output of a layer sees."""
    windows = np.lib.stride_tricks.sliding_window_view(images, (3, 3), (2, 3))[:, :, ::2, ::2]
    return windows.transpose(0, 2, 3, 1, 4, 5).reshape(*np.array(windows.shape)[[0, 2, 3]], -1)


def forward(weights: Weights, images: np.ndarray) -> tuple[np.ndarray, list[np.ndarray]]:
    """The ten values of each image, and what came between."""
    kept = [images]
    for w, b in (weights[0:2], weights[2:4]):
        images = np.maximum(patches(images) @ w.T + b, 0).transpose(0, 3, 1, 2)
        kept.append(images)
    return images.reshape(len(images), -1) @ weights[4].T + weights[5], kept


def gradients(weights: Weights, images: np.ndarray, labels: np.ndarray) -> Weights:
    """Of the mean cross entropy."""
    values, kept = forward(weights, images)
    chances = np.exp(values - values.max(1, keepdims=True))
    chances /= chances.sum(1, keepdims=True)
    chances[np.arange(len(labels)), labels] -= 1
    chances /= len(labels)
    found = [chances.T @ kept[2].reshape(len(images), -1), chances.sum(0)]
    back = (chances @ weights[4]).reshape(kept[2].shape)
    for layer in (1, 0):
        back = (back * (kept[layer + 1] > 0)).transpose(0, 2, 3, 1)
        seen = patches(kept[layer])
        found[:0] = [np.tensordot(back, seen, ((0, 1, 2), (0, 1, 2))), back.sum((0, 1, 2))]
        if layer == 0:
            break
        parts = (back @ weights[2]).reshape(*back.shape[:3], CHANNELS[1], 3, 3)
        back = np.zeros_like(kept[1])
        rows, columns = parts.shape[1:3]
        for r in range(3):
            for c in range(3):
                part = parts[..., r, c].transpose(0, 3, 1, 2)
                back[:, :, r : r + 2 * rows : 2, c : c + 2 * columns : 2] += part
    return found


def train(steps: int, random: np.random.Generator) -> Weights:
    """By Adam, in steps of 64 new digits."""
    shapes = ((8, 9), (8,), (16, 72), (16,), (10, CHANNELS[2] * SIDES[2] ** 2), (10,))
    weights = [random.normal(0, 1, s) * (2 / s[-1]) ** 0.5 if len(s) > 1 else np.zeros(s) for s in shapes]
    mean, square = ([np.zeros(s) for s in shapes] for _ in range(2))
    for step in range(1, steps + 1):
        for w, m, v, g in zip(weights, mean, square, gradients(weights, *draw(64, random)), strict=True):
            m[...] += 0.1 * (g - m)
            v[...] += 0.001 * (g * g - v)
            w[...] -= 0.003 * m / (1 - 0.9**step) / (np.sqrt(v / (1 - 0.999**step)) + 1e-8)
        if sys.stderr.isatty() and (step % 20 == 0 or step == steps):
            print(f"\rtraining {step} of {steps}", end="\n" if step == steps else "", file=sys.stderr)
    return weights


def stored(values: np.ndarray, type_: str) -> np.ndarray:
    """An array of a C++ type, rounded to nearest even."""
    if type_ == "hc::half":
        return np.ascontiguousarray(values, np.float16)
    bits = np.ascontiguousarray(values, np.float32)
    if type_ == "float":
        return bits
    words = bits.view(np.uint32)
    return ((words + 0x7FFF + (words >> 16 & 1)) >> 16).astype(np.uint16).view(BFLOAT16)


class Network:
    """The network on an accelerator, its weights and values of a type."""

    def __init__(
        self, weights: Weights, images: np.ndarray, type_: str, on: hcpy.accelerator_view | None = None
    ) -> None:
        module, self._on, self._count = hcpy.compile(SOURCE), on, len(images)
        self._convolve, self._connect = module.convolve[type_], module.connect[type_]
        self._weights = [hcpy.array_view(stored(w, type_)) for w in weights]
        shapes = [(len(images), c, s, s) for c, s in zip(CHANNELS[1:], SIDES[1:], strict=True)]
        between = [stored(np.zeros(shape), type_) for shape in shapes]
        self._values = [hcpy.array_view(v) for v in (stored(images, type_), *between)]
        self._result = hcpy.array_view(np.zeros((len(images), 10), np.float32))

    def run(self) -> np.ndarray:
        """The ten values of each image."""
        for n in range(2):
            layer = {"from": CHANNELS[n], "to": CHANNELS[n + 1], "side": SIDES[n]}
            extent = hcpy.extent(self._count, CHANNELS[n + 1] * SIDES[n + 1] ** 2)
            arrays = (self._values[n], *self._weights[2 * n : 2 * n + 2], self._values[n + 1])
            hcpy.parallel_for_each(extent, self._convolve, layer, *arrays, view=self._on)
        count = CHANNELS[2] * SIDES[2] ** 2
        arrays = (self._values[2], *self._weights[4:6], self._result)
        hcpy.parallel_for_each(hcpy.extent(self._count, 10), self._connect, count, *arrays, view=self._on)
        return self._result.numpy()


def check(weights: Weights, images: np.ndarray, labels: np.ndarray) -> bool:
    wanted = forward(weights, images)[0]
    good = True
    for type_, bound in zip(TYPES, (1e-4, 2e-2, 2e-1), strict=True):
        got = Network(weights, images, type_).run()
        error, right = float(np.abs(got - wanted).max()), float((got.argmax(1) == labels).mean())
        good = good and error < bound and right > 0.94
        print(f"{type_:12} largest error {error:.2g}, {right:.1%} of the digits right")
    right = float((wanted.argmax(1) == labels).mean())
    print(f"{'PASSED' if good else 'FAILED'}: {len(images)} digits, of which NumPy reads {right:.1%}")
    return good


def measure(weights: Weights, images: np.ndarray) -> None:
    for accelerator in hcpy.accelerator.get_all():
        for type_ in TYPES:
            network = Network(weights, images, type_, accelerator.default_view)
            network.run()
            begin = time.perf_counter()
            for _ in range(5):
                network.run()
            a_second = 5 * len(images) / (time.perf_counter() - begin)
            print(
                f"{accelerator.path} ({accelerator.description}), {type_:12}: {a_second:,.0f} digits a second"
            )


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        sys.exit(f"error: {message}")


def number(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 1_000_000:
        raise argparse.ArgumentTypeError(f"a number from 1 to 1000000, not '{text}'")
    return int(text)


if __name__ == "__main__":
    parser = Parser(description=__doc__)
    parser.add_argument("--steps", type=number, default=250, help="of the training")
    parser.add_argument("--digits", type=number, default=500, help="that are read")
    parser.add_argument("--benchmark", action="store_true", help="digits a second on each accelerator")
    asked = parser.parse_args()
    random = np.random.default_rng(1)
    trained = train(asked.steps, random)
    drawn, known = draw(asked.digits, random)
    if asked.benchmark:
        measure(trained, drawn)
    else:
        sys.exit(not check(trained, drawn, known))
