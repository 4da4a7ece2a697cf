// The program: runs each kernel and its reference on the same data and compares.
// Arguments: [--kernel NAME] [--break NAME]: add 1 to a result of that kernel's first launch.
#ifndef RANDOM_CHECK_HPP
#define RANDOM_CHECK_HPP

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

#include "launch.hpp"

enum class Cell { i8, i16, i32, i64, u8, u16, u32, u64, f16, f32, f64 };
enum class Fill { any, small, own, approx };

struct BufferShape {
  const char* name;
  Cell cell;
  Fill fill;
  long fixed, per_item;  // cells: fixed + per_item * work-items
};

struct RandomKernel {
  const char* name;
  Run kernel, reference;
  std::vector<BufferShape> buffers;
  std::vector<Launch> launches;
};

inline int cell_bytes(Cell cell) {
  static const int bytes[] = {1, 2, 4, 8, 1, 2, 4, 8, 2, 4, 8};
  return bytes[static_cast<int>(cell)];
}

/// One random cell: values of all sizes, and for floating types the special ones.
inline unsigned long random_cell(Cell cell, Fill fill, unsigned long n) {
  const unsigned long word = draw(n), choice = draw(n ^ 0x5555) % 16;
  if (cell == Cell::f32 || cell == Cell::f64) {
    double value = (static_cast<double>(word >> 11) / (1ul << 53) - 0.5) * std::ldexp(1.0, choice * 2);
    if (fill == Fill::small) value = static_cast<double>(word >> 60);
    if (fill == Fill::any && choice == 15) {
      static const double special[] = {0.0, -0.0, INFINITY, -INFINITY, NAN, 1e-42, -3.4e38, 5e-324};
      value = special[word % 8];
    }
    unsigned long bits = 0;
    const float single = static_cast<float>(value);
    cell == Cell::f32 ? std::memcpy(&bits, &single, 4) : std::memcpy(&bits, &value, 8);
    return bits;
  }
  if (cell == Cell::f16)
    return (word & 0x8000) | (word >> 20 & 0x3ff) | (choice == 15 ? 31 : 8 + choice) << 10;
  if (fill == Fill::small || choice < 5) return word >> 60;
  return choice < 8 ? 0ul - (word >> 56) : word;
}

inline std::vector<unsigned char> fill(const BufferShape& shape, long cells, unsigned long seed) {
  const int bytes = cell_bytes(shape.cell);
  std::vector<unsigned char> data(cells * bytes + 64);
  for (long i = 0; i < cells; ++i) {
    const unsigned long word = random_cell(shape.cell, shape.fill, seed + i);
    std::memcpy(&data[i * bytes], &word, bytes);
  }
  return data;
}

inline double value_of(Cell cell, const unsigned char* at) {
  float single;
  double value;
  if (cell == Cell::f32) return std::memcpy(&single, at, 4), single;
  if (cell == Cell::f64) return std::memcpy(&value, at, 8), value;
  return 0;
}

inline bool is_nan(Cell cell, unsigned long word) {
  if (cell == Cell::f16) return (word & 0x7fff) > 0x7c00;
  if (cell == Cell::f32) return (word & 0x7fffffff) > 0x7f800000;
  return cell == Cell::f64 && (word & ~(1ul << 63)) > 0x7fful << 52;
}

/// Maths functions: within 5 units in the last place, of which the reference may have one.
inline bool is_near(Cell cell, double got, double want) {
  if (got == want || (got != got && want != want)) return true;
  int exponent;
  std::frexp(want, &exponent);
  const int digits = cell == Cell::f32 ? 24 : 53, least = cell == Cell::f32 ? -125 : -1021;
  if (exponent < least) exponent = least;
  return std::fabs(got - want) <= std::ldexp(5.0, exponent - digits);
}

inline bool same(const BufferShape& shape, const unsigned char* got, const unsigned char* want) {
  const int bytes = cell_bytes(shape.cell);
  if (std::memcmp(got, want, bytes) == 0) return true;
  unsigned long a = 0, b = 0;
  std::memcpy(&a, got, bytes), std::memcpy(&b, want, bytes);
  if (is_nan(shape.cell, a) && is_nan(shape.cell, b)) return true;
  return shape.fill == Fill::approx &&
         is_near(shape.cell, value_of(shape.cell, got), value_of(shape.cell, want));
}

inline std::string hexadecimal(const unsigned char* cell, int bytes) {
  unsigned long word = 0;
  std::memcpy(&word, cell, bytes);
  char text[40];
  std::snprintf(text, sizeof text, "0x%0*lx", bytes * 2, word);
  return text;
}

/// Compares a buffer; prints the first difference.
inline bool compare(const RandomKernel& kernel, int launch, const BufferShape& shape, long cells,
                    const std::vector<unsigned char>& got, const std::vector<unsigned char>& want) {
  const int bytes = cell_bytes(shape.cell);
  long wrong = 0, first = -1;
  for (long i = 0; i < cells; ++i)
    if (!same(shape, &got[i * bytes], &want[i * bytes])) {
      if (first < 0) first = i;
      ++wrong;
    }
  for (std::size_t i = cells * bytes; i < got.size(); ++i)
    if (got[i] != 0) wrong += 1, first = cells;
  if (wrong == 0) return true;
  std::printf("WRONG %s launch %d %s[%ld of %ld] is %s, not %s (%ld wrong)\n", kernel.name, launch,
              shape.name, first, cells, hexadecimal(&got[first * bytes], bytes).c_str(),
              hexadecimal(&want[first * bytes], bytes).c_str(), wrong);
  return false;
}

inline bool run_launch(const RandomKernel& kernel, int number, bool is_broken) {
  const Launch& launch = kernel.launches[number];
  // A launch without work-items has memory, which stays as it is.
  const long items = std::max(1l, 1l * launch.extent[0] * launch.extent[1] * launch.extent[2]);
  std::vector<std::vector<unsigned char>> got, want;
  for (const BufferShape& shape : kernel.buffers)
    got.push_back(
        fill(shape, shape.fixed + shape.per_item * items, launch.seed * 1000003 + got.size() * 7919));
  want = got;
  std::vector<void*> got_at, want_at;
  for (auto& data : got) got_at.push_back(data.data());
  for (auto& data : want) want_at.push_back(data.data());
  kernel.reference(launch, want_at.data());
  try {
    kernel.kernel(launch, got_at.data());
  } catch (const std::exception& error) {
    std::printf("WRONG %s launch %d throws: %s\n", kernel.name, number, error.what());
    return false;
  }
  if (is_broken) got.back()[0] += 1;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const BufferShape& shape = kernel.buffers[i];
    if (!compare(kernel, number, shape, shape.fixed + shape.per_item * items, got[i], want[i])) return false;
  }
  return true;
}

inline int check(const std::vector<RandomKernel>& kernels, int argc, char** argv) {
  std::string only, broken;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string word = argv[i];
    (word == "--break" ? broken : only) = argv[i + 1];
  }
  int launches = 0, wrong = 0;
  for (const RandomKernel& kernel : kernels) {
    if (!only.empty() && only != kernel.name) continue;
    bool right = true;
    for (std::size_t i = 0; i < kernel.launches.size() && right; ++i) {
      right = run_launch(kernel, i, i == 0 && broken == kernel.name);
      ++launches;
    }
    wrong += !right;
    std::printf("%s %s\n", right ? "right" : "wrong", kernel.name);
    std::fflush(stdout);
  }
  std::printf("%zu kernels, %d launches, %d wrong\n", kernels.size(), launches, wrong);
  return wrong != 0;
}
#endif
