// What idiomatic kernels use of the standard library.
#ifndef LIBRARY_HPP
#define LIBRARY_HPP

#include <algorithm>
#include <array>
#include <atomic>
#include <bitset>
#include <charconv>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <new>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#if __cplusplus > 202000L
#include <bit>
#include <compare>
#include <concepts>
#include <ranges>
#include <span>
#endif

#endif
