// More kernels of everyday_hc.cpp and everyday_omp.cpp: tables, ciphers, numbers, neighbours, networks.
// Included by cases.hpp.
#pragma once

namespace everyday {

// --- bytes and integers ------------------------------------------------------------------------------
inline int looked_up(int repetitions) {
  constexpr int n = 1 << 20;
  const auto in = numbers<std::uint8_t>(n, 0, 256), table = numbers<std::uint8_t>(256, 0, 256, 2);
  std::vector<std::uint8_t> out(n);
  const std::uint8_t *const from = in.data(), *const by = table.data();
  std::uint8_t* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE { to[i] = by[from[i]]; });
}

inline int checksums(int repetitions) {
  constexpr int n = 1 << 16, length = 64;
  const auto in = numbers<std::uint8_t>(n * length, 0, 256);
  const auto table = numbers<std::uint32_t>(256, 0, 4e9, 2);
  std::vector<std::uint32_t> out(n);
  const std::uint8_t* const from = in.data();
  const std::uint32_t* const by = table.data();
  std::uint32_t* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    std::uint32_t sum = ~0u;
    for (int k = 0; k < length; ++k) sum = by[(sum ^ from[i * length + k]) & 255] ^ (sum >> 8);
    to[i] = ~sum;
  });
}

inline int hashes(int repetitions) {
  constexpr int n = 1 << 18;
  const auto in = numbers<std::uint32_t>(n * 4, 0, 4e9);
  std::vector<std::uint32_t> out(n);
  const std::uint32_t* const from = in.data();
  std::uint32_t* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    std::uint32_t hash = 17;
    for (int k = 0; k < 4; ++k) {
      std::uint32_t x = from[i * 4 + k] * 0xcc9e2d51u;
      x = (x << 15) | (x >> 17);
      hash ^= x * 0x1b873593u;
      hash = (hash << 13) | (hash >> 19);
      hash = hash * 5 + 0xe6546b64u;
    }
    to[i] = hash ^ (hash >> 16);
  });
}

inline int divisors(int repetitions) {
  constexpr int n = 1 << 16;
  const auto in = numbers<std::uint32_t>(n, 1, 1e6), other = numbers<std::uint32_t>(n, 1, 1e6, 2);
  std::vector<std::uint32_t> out(n);
  const std::uint32_t *const a = in.data(), *const b = other.data();
  std::uint32_t* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    std::uint32_t x = a[i], y = b[i];
    while (y != 0) {
      const std::uint32_t rest = x % y;
      x = y;
      y = rest;
    }
    to[i] = x;
  });
}

inline int cipher(int repetitions) {
  constexpr int n = 1 << 16;
  const auto in = numbers<std::uint32_t>(n * 2, 0, 4e9);
  std::vector<std::uint32_t> out(n * 2);
  const std::uint32_t* const from = in.data();
  std::uint32_t* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    const std::uint32_t key[4] = {1, 22, 333, 4444};
    std::uint32_t a = from[2 * i], b = from[2 * i + 1], sum = 0;
    for (int round = 0; round < 32; ++round) {
      a += (((b << 4) ^ (b >> 5)) + b) ^ (sum + key[sum & 3]);
      sum += 0x9e3779b9u;
      b += (((a << 4) ^ (a >> 5)) + a) ^ (sum + key[(sum >> 11) & 3]);
    }
    to[2 * i] = a;
    to[2 * i + 1] = b;
  });
}

// --- neighbours --------------------------------------------------------------------------------------
struct Place {
  float x, y, z;
};

inline int forces(int repetitions) {
  constexpr int n = 1 << 14;
  Random random{5};
  const auto at = numbers<float>(n * 3, 0, 10);
  std::vector<int> begin(n + 1), neighbours;
  for (int i = 0; i < n; ++i) {
    begin[i] = static_cast<int>(neighbours.size());
    for (int left = 20 + random.next() % 30; left > 0; --left)
      neighbours.push_back(static_cast<int>(random.next() % n));
  }
  begin[n] = static_cast<int>(neighbours.size());
  std::vector<float> out(n * 3);
  const Place* const places = reinterpret_cast<const Place*>(at.data());
  const int *const first = begin.data(), *const list = neighbours.data();
  Place* const to = reinterpret_cast<Place*>(out.data());
  return run(repetitions, out, n, [=](int i) HC_CODE {
    const Place own = places[i];
    Place force = {0, 0, 0};
    for (int k = first[i]; k < first[i + 1]; ++k) {
      const Place other = places[list[k]];
      const float x = own.x - other.x, y = own.y - other.y, z = own.z - other.z;
      const float square = x * x + y * y + z * z + 4;
      if (square < 25) {
        const float inverse = 1 / square, cube = inverse * inverse * inverse;
        const float by = cube * (cube - 0.5f) * inverse;
        force.x += by * x;
        force.y += by * y;
        force.z += by * z;
      }
    }
    to[i] = force;
  });
}

inline int fluxes(int repetitions) {
  constexpr int n = 1 << 15;
  Random random{7};
  const auto in = numbers<float>(n * 3, 1, 2);
  std::vector<int> neighbours(n * 4);
  for (int& k : neighbours) k = static_cast<int>(random.next() % n);
  std::vector<float> out(n * 3);
  const float* const from = in.data();
  const int* const list = neighbours.data();
  float* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    const float density = from[i], momentum = from[n + i], energy = from[2 * n + i];
    float a = 0, b = 0, c = 0;
    for (int k = 0; k < 4; ++k) {
      const int j = list[k * n + i];
      const float d = from[j], m = from[n + j], e = from[2 * n + j];
      const float pressure = 0.4f * (e - 0.5f * m * m / d), speed = 0.5f * sqrtf(fabsf(1.4f * pressure / d));
      a += speed * (density - d) + 0.5f * (momentum + m);
      b += speed * (momentum - m) + pressure;
      c += speed * (energy - e) + pressure * m;
    }
    to[i] = a;
    to[n + i] = b;
    to[2 * n + i] = c;
  });
}

inline int wave(int repetitions) {
  constexpr int edge = 64, layer = edge * edge, n = layer * edge;
  const auto in = numbers<float>(n, 0, 1);
  std::vector<float> out(n);
  const float* const from = in.data();
  float* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    const int x = i % edge, y = i / edge % edge, z = i / layer;
    if (x < 4 || y < 4 || z < 4 || x >= edge - 4 || y >= edge - 4 || z >= edge - 4) {
      to[i] = 0;
      return;
    }
    const float weights[5] = {-2.8f, 1.6f, -0.2f, 0.025f, -0.0018f};
    float sum = 3 * weights[0] * from[i];
    for (int k = 1; k <= 4; ++k)
      sum += weights[k] * (from[i + k] + from[i - k] + from[i + k * edge] + from[i - k * edge] +
                           from[i + k * layer] + from[i - k * layer]);
    to[i] = sum;
  });
}

inline int diffusion(int repetitions) {
  constexpr int edge = 512;
  const auto in = numbers<float>(edge * edge, 0, 1);
  std::vector<float> out(edge * edge);
  const float* const from = in.data();
  float* const to = out.data();
  return run(repetitions, out, edge, edge, [=](int y, int x) HC_CODE {
    const int up = y > 0 ? y - 1 : 0, down = y < edge - 1 ? y + 1 : y;
    const int left = x > 0 ? x - 1 : 0, right = x < edge - 1 ? x + 1 : x;
    const float own = from[y * edge + x];
    const float a = from[up * edge + x] - own, b = from[down * edge + x] - own;
    const float c = from[y * edge + left] - own, d = from[y * edge + right] - own;
    to[y * edge + x] =
        own + 0.2f * (a * expf(-a * a) + b * expf(-b * b) + c * expf(-c * c) + d * expf(-d * d));
  });
}

inline int sparse_columns(int repetitions) {
  constexpr int n = 1 << 14, width = 16;
  Random random{3};
  const auto values = numbers<float>(n * width, 0, 1), x = numbers<float>(n, 0, 1, 2);
  std::vector<int> columns(n * width);
  for (int& column : columns) column = static_cast<int>(random.next() % n);
  std::vector<float> out(n);
  const float *const pv = values.data(), *const px = x.data();
  const int* const pc = columns.data();
  float* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    float sum = 0;
    for (int k = 0; k < width; ++k) sum += pv[k * n + i] * px[pc[k * n + i]];
    to[i] = sum;
  });
}

// --- networks and finance ----------------------------------------------------------------------------
inline int depthwise(int repetitions) {
  constexpr int channels = 16, edge = 32, n = channels * edge * edge;
  const auto in = numbers<float>(n, 0, 1), weights = numbers<float>(channels * 9, -1, 1, 2);
  std::vector<float> out(n);
  const float *const from = in.data(), *const by = weights.data();
  float* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    const int channel = i / (edge * edge), y = i / edge % edge, x = i % edge;
    float sum = 0;
    for (int b = -1; b <= 1; ++b)
      for (int a = -1; a <= 1; ++a)
        if (y + b >= 0 && y + b < edge && x + a >= 0 && x + a < edge)
          sum += from[i + b * edge + a] * by[channel * 9 + (b + 1) * 3 + a + 1];
    to[i] = sum > 0 ? sum : 0;
  });
}

inline int attention(int repetitions) {
  constexpr int queries = 256, keys = 256, width = 64;
  const auto q = numbers<float>(queries * width, 0, 1), k = numbers<float>(keys * width, 0, 1, 2);
  std::vector<float> out(queries);
  const float *const pq = q.data(), *const pk = k.data();
  float* const to = out.data();
  return run(repetitions, out, queries, [=](int i) HC_CODE {
    float greatest = -1e30f, total = 0, result = 0;
    for (int j = 0; j < keys; ++j) {
      float score = 0;
      for (int at = 0; at < width; ++at) score += pq[i * width + at] * pk[j * width + at];
      const float most = score > greatest ? score : greatest;
      const float weight = expf(score - most), before = expf(greatest - most);
      total = total * before + weight;
      result = result * before + weight * pk[j * width];
      greatest = most;
    }
    to[i] = result / total;
  });
}

inline int option_trees(int repetitions) {
  constexpr int n = 1 << 11, steps = 64;
  const auto prices = numbers<float>(n, 50, 150);
  std::vector<float> out(n);
  const float* const from = prices.data();
  float* const to = out.data();
  return run(repetitions, out, n, [=](int i) HC_CODE {
    float values[steps + 1];
    for (int k = 0; k <= steps; ++k) {
      const float gain = from[i] * powf(1.02f, static_cast<float>(2 * k - steps)) - 100;
      values[k] = gain > 0 ? gain : 0;
    }
    for (int left = steps; left > 0; --left)
      for (int k = 0; k < left; ++k) values[k] = 0.999f * (0.51f * values[k + 1] + 0.49f * values[k]);
    to[i] = values[0];
  });
}

}  // namespace everyday
