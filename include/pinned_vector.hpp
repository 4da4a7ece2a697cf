// HC: std::vector over host memory that kernels reach.
#ifndef PINNED_VECTOR_HPP
#define PINNED_VECTOR_HPP

#include "hcrt/detail/hide_macros.hpp"
#pragma pack(push, 16)

#include <limits>
#include <new>
#include <vector>

#include "hc_am.hpp"

namespace hc {

/// Allocates with am_alloc, by default host memory of the default accelerator. Throws std::bad_alloc.
template <class T>
struct am_allocator {
  using value_type = T;

  HCRT_CPU am_allocator() : am_allocator(Kalmar::accelerator()) {}
  HCRT_CPU am_allocator(const Kalmar::accelerator& acc, unsigned flags = amHostPinned)
      : _acc(acc), _flags(flags) {}
  template <class U>
  HCRT_CPU am_allocator(const am_allocator<U>& other) : _acc(other._acc), _flags(other._flags) {}

  HCRT_CPU T* allocate(std::size_t n) {
    if (n > std::numeric_limits<std::size_t>::max() / sizeof(T)) throw std::bad_alloc();
    T* const p = am_alloc(n * sizeof(T), _acc, _flags);
    if (!p) throw std::bad_alloc();
    return p;
  }
  HCRT_CPU void deallocate(T* p, std::size_t) { am_free(p); }

  template <class U>
  HCRT_CPU bool operator==(const am_allocator<U>& o) const {
    return _acc == o._acc && _flags == o._flags;
  }
  template <class U>
  HCRT_CPU bool operator!=(const am_allocator<U>& o) const {
    return !(*this == o);
  }

  Kalmar::accelerator _acc;
  unsigned _flags;
};

template <class T>
using pinned_vector = std::vector<T, am_allocator<T>>;

}  // namespace hc

#pragma pack(pop)
#include "hcrt/detail/show_macros.hpp"
#endif
