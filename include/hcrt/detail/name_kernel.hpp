// Names a kernel lambda by its place in the source instead of clang's count of lambdas.
//
// The compiler wraps kernel lambdas in name_kernel<struct hcpy_kernel_LINE_COLUMN>(...) where the two
// iterations may see different lambdas (#if on the pass): the count could differ, the tag can't.
#ifndef HCRT_DETAIL_NAME_KERNEL_HPP
#define HCRT_DETAIL_NAME_KERNEL_HPP

#include "config.hpp"

namespace hcrt {
namespace detail {

/// A lambda with its size, layout and call operators, whose type's name holds Tag.
template <class Tag, class F>
struct named : F {
  HCRT_CPU explicit named(F f) : F(static_cast<F&&>(f)) {}
  using F::operator();
};

template <class Tag, class F>
HCRT_CPU named<Tag, F> name_kernel(F f) {
  return named<Tag, F>(static_cast<F&&>(f));
}

}  // namespace detail
}  // namespace hcrt
#endif
