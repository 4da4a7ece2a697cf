// Parallel primitives over hc::array and hc::array_view.
#pragma once

#include <hc.hpp>

namespace sortscan {

// scan.cpp
template <typename T>
void exclusive_scan(hc::accelerator_view av, const hc::array_view<T, 1>& input, const hc::array_view<T, 1>& output);

template <typename T>
void inclusive_scan(hc::accelerator_view av, const hc::array_view<T, 1>& input, const hc::array_view<T, 1>& output);

// reduce.cpp
enum class reduction { sum, minimum, maximum };

template <typename T>
T reduce(hc::accelerator_view av, const hc::array_view<T, 1>& input, reduction how);

// radix.cpp: keys, and keys with values
void radix_sort(hc::accelerator_view av, hc::array<unsigned int, 1>& keys);
void radix_sort(hc::accelerator_view av, hc::array<unsigned int, 1>& keys, hc::array<int, 1>& values);

// bitonic.cpp: any order of any type
template <typename T>
void bitonic_sort(hc::accelerator_view av, const hc::array_view<T, 1>& data, bool descending = false);

// merge.cpp: two sorted sequences
template <typename T>
void merge(hc::accelerator_view av, const hc::array_view<const T, 1>& a, const hc::array_view<const T, 1>& b,
           const hc::array_view<T, 1>& output);

}  // namespace sortscan

#include "sortscan/compact.inl"
