// Idiomatic kernels whose work-items do the same: what HC and OpenMP share. Define HC_CODE
// as for divergent.hpp.
#pragma once
#include <cstring>

#include "divergent.hpp"

namespace idioms {
using divergent::numbers;
using divergent::report_sum;
using divergent::sum_of;

constexpr int side = 1024;  // of the blurred picture
constexpr int radius = 7;   // of the blur
constexpr int edge = 160;   // of the stencil's box
constexpr int nodes = 384;  // of the graph
constexpr int sorted = 1 << 18;
constexpr int scanned = 1 << 20, tile = 256;
constexpr int order = 384;                           // of matrices
constexpr int heated = 1024, across = 16;            // side of the plate, and of its tiles
constexpr int rows = 1024;                           // of one tile each, whose softmax is made
constexpr int channels = 32, outputs = 8, taps = 9;  // of the layer
constexpr int wide = 128, tall = 96, padded = wide + 2, plane = padded * (tall + 2);
}  // namespace idioms
