// More kernels of everyday_hc.cpp and everyday_omp.cpp: of graphs, ranks, and short rows of a work-item's
// own.
#pragma once

namespace everyday {

inline int relaxed(int repetitions) {  // a step of longest paths: edges of a node in a row, in CSR
  constexpr int n = 1 << 12;
  const auto counts = numbers<int>(n, 1, 12), starts = numbers<int>(n, 0, 100, 3);
  std::vector<int> begins(1);
  for (int count : counts) begins.push_back(begins.back() + count);
  const auto ends = numbers<int>(begins[n], 0, n, 5), weights = numbers<int>(begins[n], 1, 20, 7);
  std::vector<int> out(n);
  const int *const b = begins.data(), *const e = ends.data(), *const w = weights.data(),
                   *const s = starts.data();
  int* const to = out.data();
  return run(repetitions, out, n, [=](int v) HC_CODE {
    for (int k = b[v]; k < b[v + 1]; ++k) at_least(&to[e[k]], s[v] + w[k]);
  });
}

inline int ranks(int repetitions) {
  constexpr int n = 1024;
  const auto in = numbers<float>(n, 0, 1);
  std::vector<int> out(n);
  const float* const a = in.data();
  int* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    int rank = 0;
    for (int j = 0; j < n; ++j) rank += a[j] < a[i] || (a[j] == a[i] && j < i);
    to[i] = rank;
  });
}

inline int digests(int repetitions) {  // of eight words, as xxHash's rounds
  constexpr int n = 1 << 13;
  const auto in = numbers<std::uint32_t>(n * 8, 0, 4e9);
  std::vector<std::uint32_t> out(n);
  const std::uint32_t* const a = in.data();
  std::uint32_t* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    std::uint32_t lanes[4] = {606290984u, 2246822519u, 0, 1640531535u};
    for (int k = 0; k < 8; ++k) {
      std::uint32_t& x = lanes[k & 3];
      x += a[i * 8 + k] * 2246822519u;
      x = (x << 13 | x >> 19) * 2654435761u;
    }
    std::uint32_t h = lanes[0] ^ (lanes[1] << 7) ^ (lanes[2] >> 5) ^ lanes[3];
    h ^= h >> 15;
    h *= 2246822519u;
    to[i] = h ^ h >> 13;
  });
}

inline int fields(int repetitions) {  // of a table's text, eight digits each
  constexpr int n = 1 << 13;
  const auto in = numbers<std::uint8_t>(n * 8, 48, 58);
  std::vector<int> out(n);
  const std::uint8_t* const a = in.data();
  int* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    int value = 0;
    for (int k = 0; k < 8; ++k) value = value * 10 + (a[i * 8 + k] - '0');
    to[i] = value;
  });
}

inline int sparse_blocks(int repetitions) {  // six blocks of 4 x 4 in each row of blocks, times a vector
  constexpr int n = 1024, blocks = 6;
  const auto columns = numbers<int>(n * blocks, 0, n);
  const auto values = numbers<float>(n * blocks * 16, -1, 1), x = numbers<float>(n * 4, -1, 1, 2);
  std::vector<float> out(n * 4);
  const int* const c = columns.data();
  const float *const v = values.data(), *const in = x.data();
  float* const to = out.data();
  return run(repetitions, out, n * 4, [=](int row) HC_CODE {
    const int b = row / 4, l = row % 4;
    float sum = 0;
    for (int j = 0; j < blocks; ++j) {
      const float* const block = v + (b * blocks + j) * 16 + l * 4;
      const float* const part = in + c[b * blocks + j] * 4;
      for (int k = 0; k < 4; ++k) sum += block[k] * part[k];
    }
    to[row] = sum;
  });
}

}  // namespace everyday
