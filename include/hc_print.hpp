// HC: print in kernels, with std::format's replacement fields. What kernels print appears as printf's does.
#ifndef HC_PRINT_HPP
#define HC_PRINT_HPP

#include "hcrt/detail/hide_macros.hpp"
#pragma pack(push, 16)

#include "hc_printf.hpp"
#include "hcrt/detail/short_vector.hpp"

namespace hcrt {
namespace detail {

// As runtime/device/print_buffer.hpp has them.
enum FieldKind : unsigned {
  field_integer = 0,
  field_real = 1,
  field_pointer = 2,
  field_natural = 4,
  field_truth = 5,
  field_letter = 6,
  field_single = 7,
  field_string = 8,
  field_group = 9
};

/// What a value of type T is among a record's arguments.
template <class T>
struct Fields {
  static constexpr unsigned count = 1;
  HCRT_BOTH static void put(hcrt_print_argument* to, T value) {
    *to = print_argument(value);
    if (std::is_same<T, bool>::value)
      to->kind = field_truth;
    else if (std::is_same<T, char>::value)
      to->kind = field_letter;
    else if (std::is_same<T, char*>::value || std::is_same<T, const char*>::value)
      to->kind = field_string;
    else if (std::is_unsigned<T>::value)
      to->kind = field_natural;
    else if (to->kind == field_real && sizeof(T) < 8)
      to->kind = field_single;
    if (std::is_unsigned<T>::value && sizeof(T) < 8) to->bits &= (1ull << (8 * (sizeof(T) % 8))) - 1;
  }
};
template <class T, int N, bool W>
struct Fields<vectors::short_vector_of<T, N, W>> {
  static constexpr unsigned count = N + 1;
  HCRT_BOTH static void put(hcrt_print_argument* to, const vectors::short_vector_of<T, N, W>& value) {
    to[0] = {field_group, N};
    for (int i = 0; i < N; ++i) Fields<T>::put(to + 1 + i, value.lane_[i]);
  }
};

}  // namespace detail
}  // namespace hcrt

namespace hc {

/// Prints the format with each {} replaced by a value: numbers, bool, char, const char*, addresses and short
/// vectors. {:>8.3f} and the like are std::format's without {} inside and without numbers of arguments; a
/// field that does not fit its value is printed as it is.
template <class... T>
HCRT_BOTH inline PrintfError print(const char* format, T... values) {
  constexpr unsigned count = (hcrt::detail::Fields<T>::count + ... + 0u);
  hcrt_print_argument arguments[count + 1];
  unsigned at = 0;
  ((hcrt::detail::Fields<T>::put(arguments + at, values), at += hcrt::detail::Fields<T>::count), ...);
#ifdef HCRT_GPU_TARGET
  void* const ring = hcrt_launch_print_ring;
#else
  void* const ring = nullptr;
#endif
  return static_cast<PrintfError>(__hcrt_print(ring, hcrt::detail::print_braces, format, count, arguments));
}

}  // namespace hc

#pragma pack(pop)
#include "hcrt/detail/show_macros.hpp"
#endif
