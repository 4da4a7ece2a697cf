// What the hcpy and the CUDA twin of the algorithms share: sizes, inputs, timing, checks.
//
// Arguments: algorithm [elements, default 2^28] [repetitions]. Algorithms: reduce, transform_reduce,
// inclusive_scan, exclusive_scan, sort, sort_by_key, copy_if, histogram, copy (of the input, as a bound).
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "../timing.hpp"

struct Options {
  std::string algorithm;
  std::size_t count;
  int repetitions;
};
inline Options options(int argc, char** argv) {
  Options given;
  given.algorithm = argc > 1 ? argv[1] : "reduce";
  given.count = argc > 2 ? std::strtoull(argv[2], nullptr, 0) : std::size_t(1) << 28;
  given.repetitions = argc > 3 ? std::atoi(argv[3]) : 20;
  return given;
}

/// Numbers without a pattern.
inline std::uint32_t mixed(std::uint64_t i) {
  i = (i + 1) * 0x9E3779B97F4A7C15ull;
  i = (i ^ (i >> 30)) * 0xBF58476D1CE4E5B9ull;
  return static_cast<std::uint32_t>(i >> 32);
}
inline std::vector<std::uint32_t> numbers(std::size_t count) {
  std::vector<std::uint32_t> made(count);
  for (std::size_t i = 0; i < count; ++i) made[i] = mixed(i);
  return made;
}

constexpr std::uint32_t kept_below = 0x80000000u;  // copy_if keeps half
constexpr int histogram_bins = 256;

/// Are these the input's keys in order? Their number and sums are. With values, the keys' places in the
/// input: all are there once, equal keys in the input's order.
inline bool holds_sorted(const std::vector<std::uint32_t>& in, const std::vector<std::uint32_t>& keys,
                         const std::uint32_t* places) {
  std::uint64_t difference = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    difference += mixed(in[i]);
    difference -= mixed(keys[i]);
    if (i > 0 && keys[i] < keys[i - 1]) return false;
    if (!places) continue;
    if (places[i] >= in.size() || in[places[i]] != keys[i]) return false;
    if (i > 0 && keys[i] == keys[i - 1] && places[i] <= places[i - 1]) return false;
  }
  return difference == 0;
}

/// Compares what the device left with what the algorithm should give.
inline bool right(const Options& o, const std::vector<std::uint32_t>& in,
                  const std::vector<std::uint32_t>& out, const std::vector<std::uint32_t>& values,
                  std::uint64_t total) {
  const std::string& a = o.algorithm;
  std::uint32_t sum = 0;
  if (a == "copy") return in == out;
  if (a == "reduce" || a == "transform_reduce") {
    for (const std::uint32_t v : in) sum += a == "reduce" ? v : v >> 3;
    return out[0] == sum;
  }
  if (a == "inclusive_scan" || a == "exclusive_scan") {
    for (std::size_t i = 0; i < in.size(); ++i) {
      if (a == "exclusive_scan" && out[i] != sum) return false;
      sum += in[i];
      if (a == "inclusive_scan" && out[i] != sum) return false;
    }
    return true;
  }
  if (a == "sort") return holds_sorted(in, out, nullptr);
  if (a == "sort_by_key") return holds_sorted(in, out, values.data());
  if (a == "copy_if") {
    std::size_t place = 0;
    for (const std::uint32_t v : in)
      if (v < kept_below && out[place++] != v) return false;
    return total == place;
  }
  std::vector<std::uint32_t> bins(histogram_bins, 0);
  for (const std::uint32_t v : in) ++bins[v >> 24];
  return std::memcmp(bins.data(), out.data(), bins.size() * 4) == 0;
}

/// Bytes that the algorithm can't do without.
inline double bytes_of(const Options& o) {
  const double n = static_cast<double>(o.count) * 4;
  const std::string& a = o.algorithm;
  if (a == "reduce" || a == "transform_reduce" || a == "histogram") return n;
  return a == "sort" ? 9 * n : a == "sort_by_key" ? 17 * n : a == "copy_if" ? 1.5 * n : 2 * n;
}
inline int report_algorithm(const Options& o, double seconds, bool is_right) {
  std::printf("time_s=%.9g check=%s GB/s=%.1f Melements/s=%.1f\n", seconds, is_right ? "PASSED" : "FAILED",
              1e-9 * bytes_of(o) / seconds, 1e-6 * static_cast<double>(o.count) / seconds);
  return is_right ? 0 : 1;
}
