// The HC half of suite.hpp: device memory of the default accelerator.
#pragma once
#include <hc.hpp>
#include <hc_am.hpp>
#include <hc_math.hpp>
#define KERNEL_CODE [[cpu, hc]]
#include "suite.hpp"

namespace suite {

inline hc::accelerator_view& queue() {
  static hc::accelerator_view view = hc::accelerator().get_default_view();
  return view;
}

template <class T>
T* device(const std::vector<T>& values) {
  hc::accelerator accelerator = queue().get_accelerator();
  T* const made = static_cast<T*>(hc::am_alloc(values.size() * sizeof(T), accelerator, 0));
  queue().copy(values.data(), made, values.size() * sizeof(T));
  return made;
}

template <class T>
std::vector<T> host(const T* values, std::size_t n) {
  std::vector<T> copied(n);
  queue().copy(values, copied.data(), n * sizeof(T));
  return copied;
}

template <class Step>
long serve(Step&& step) {
  return serve(step, [] { queue().wait(); });
}

}  // namespace suite
