// min and max: macros on Windows, which libstdc++'s headers do not survive; here functions for the CPU and
// for kernels. std::min and std::max go before them after `using namespace std`.
#ifndef HCPY_MS_COMPAT_WIN_MINMAX_HPP
#define HCPY_MS_COMPAT_WIN_MINMAX_HPP

#include <type_traits>

#include "keywords.hpp"

template <class A, class B>
HCRT_BOTH constexpr typename std::common_type<A, B>::type min(const A& a, const B& b) {
  return a < b ? a : b;
}
template <class A, class B>
HCRT_BOTH constexpr typename std::common_type<A, B>::type max(const A& a, const B& b) {
  return a > b ? a : b;
}

#endif
