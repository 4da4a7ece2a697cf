// What the tests of parallel algorithms share: lengths, values of each type, records.
#ifndef TESTS_PROGRAMS_HEADERS_PSTL_CHECK_HPP
#define TESTS_PROGRAMS_HEADERS_PSTL_CHECK_HPP

#include <experimental/algorithm>
#include <experimental/numeric>
#include <vector>

#include "check.hpp"

using namespace std::experimental::parallel;

// Empty, tiny, at most and more than what stays on the CPU, around a tile's edges, and many tiles.
const int lengths[] = {0, 1, 2, 7, 10, 11, 63, 64, 65, 255, 256, 257, 1000, 2049, 100003};

/// A value with padding and members of different types.
struct Record {
  char tag;
  double weight;
  int number;

  Record(int v = 0) : tag(static_cast<char>(v)), weight(v), number(v) {}
  friend Record operator+(const Record& a, const Record& b) {
    Record sum;
    sum.tag = static_cast<char>(a.tag + b.tag);
    sum.weight = a.weight + b.weight;
    sum.number = a.number + b.number;
    return sum;
  }
  friend Record operator-(const Record& a, const Record& b) {
    Record difference;
    difference.tag = static_cast<char>(a.tag - b.tag);
    difference.weight = a.weight - b.weight;
    difference.number = a.number - b.number;
    return difference;
  }
  friend Record operator*(const Record& a, const Record& b) {
    Record product;
    product.tag = static_cast<char>(a.tag * b.tag);
    product.weight = a.weight * b.weight;
    product.number = a.number * b.number;
    return product;
  }
  friend bool operator==(const Record& a, const Record& b) {
    return a.tag == b.tag && a.weight == b.weight && a.number == b.number;
  }
  friend bool operator!=(const Record& a, const Record& b) { return !(a == b); }
  friend bool operator<(const Record& a, const Record& b) { return a.number < b.number; }
};

/// Larger than a few registers.
struct Wide {
  int key;
  long long rest[8];

  Wide(int v = 0) : key(v) {
    for (long long& one : rest) one = v;
  }
  friend Wide operator+(const Wide& a, const Wide& b) {
    Wide sum(a.key + b.key);
    for (int k = 0; k < 8; ++k) sum.rest[k] = a.rest[k] + b.rest[k];
    return sum;
  }
  friend bool operator==(const Wide& a, const Wide& b) {
    for (int k = 0; k < 8; ++k)
      if (a.rest[k] != b.rest[k]) return false;
    return a.key == b.key;
  }
  friend bool operator!=(const Wide& a, const Wide& b) { return !(a == b); }
  friend bool operator<(const Wide& a, const Wide& b) { return a.key < b.key; }
};

/// `length` numbers from 0 to 7, irregular; sums and products of them are exact in every type.
template <class T>
std::vector<T> numbers(int length, unsigned seed = 1) {
  std::vector<T> made;
  made.reserve(static_cast<std::size_t>(length));
  for (int i = 0; i < length; ++i) {
    seed = seed * 1664525u + 1013904223u;
    made.push_back(T(static_cast<int>(seed >> 29)));
  }
  return made;
}

/// `length` numbers over the range of a char at least.
template <class T>
std::vector<T> keys(int length, unsigned seed = 1) {
  std::vector<T> made;
  made.reserve(static_cast<std::size_t>(length));
  for (int i = 0; i < length; ++i) {
    seed = seed * 1664525u + 1013904223u;
    const int number = static_cast<int>(seed >> 8);
    made.push_back(T(sizeof(T) == 1 ? number % 128 : number % 30011));
  }
  return made;
}

#endif
