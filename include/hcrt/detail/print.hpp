// How kernels and host code print: the arguments of a printf as an array, passed to __hcrt_print.
#ifndef HCRT_DETAIL_PRINT_HPP
#define HCRT_DETAIL_PRINT_HPP

#include <cstdint>
#include <type_traits>

#include "../abi.h"
#include "config.hpp"

#if defined(HCPY_AMP) && defined(__KALMAR_ACCELERATOR__)
extern "C" HCRT_AMP int __hcrt_print(void* ring, unsigned kind, const char* format, unsigned count,
                                     const hcrt_print_argument* arguments);
#endif
#ifdef HCRT_GPU_TARGET
extern "C" HCRT_AMP void* hcrt_launch_print_ring;  // the runtime sets it at each launch
#endif

namespace hcrt {
namespace detail {

enum PrintKind : unsigned { print_text, print_error, print_abort, print_braces };

template <class T>
HCRT_BOTH hcrt_print_argument print_argument(T value) {
  if constexpr (std::is_pointer<T>::value) {
    return {2, reinterpret_cast<std::uint64_t>(value)};
  } else if constexpr (std::is_same<T, std::nullptr_t>::value) {
    return {2, 0};
  } else if constexpr (std::is_integral<T>::value || std::is_enum<T>::value) {
    return {0, static_cast<std::uint64_t>(static_cast<std::int64_t>(value))};
  } else {
    return {1, __builtin_bit_cast(std::uint64_t, static_cast<double>(value))};
  }
}

/// printf; gives 0, or why nothing is printed (hc::PrintfError).
template <class... T>
HCRT_BOTH int print(PrintKind kind, const char* format, T... values) {
  const hcrt_print_argument arguments[] = {print_argument(values)..., {0, 0}};
#ifdef HCRT_GPU_TARGET
  return __hcrt_print(hcrt_launch_print_ring, kind, format, sizeof...(T), arguments);
#else
  return __hcrt_print(nullptr, kind, format, sizeof...(T), arguments);
#endif
}

}  // namespace detail
}  // namespace hcrt
#endif
