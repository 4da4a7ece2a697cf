// reduce, transform_reduce, inner_product.
#ifndef HCRT_PSTL_REDUCE_HPP
#define HCRT_PSTL_REDUCE_HPP

#include <functional>
#include <numeric>
#include <utility>

#include "reduce_kernel.hpp"

namespace hcrt {
namespace pstl {

/// init and unary(e) of all elements, in order.
template <class T, class It, class Unary, class Binary>
T fold(It first, It last, T init, Unary unary, Binary binary) {
  for (; first != last; ++first) init = binary(init, unary(*first));
  return init;
}

struct Same {
  template <class T>
  T&& operator()(T&& value) const {
    return static_cast<T&&>(value);
  }
};

}  // namespace pstl
}  // namespace hcrt

namespace std {
namespace experimental {
namespace parallel {
inline namespace v1 {

/// binary over init and unary(e) of each element, in any order and grouping.
template <class InputIterator, class Unary, class T, class Binary>
T transform_reduce(InputIterator first, InputIterator last, Unary unary, T init, Binary binary) {
  return hcrt::pstl::fold<T>(first, last, init, unary, binary);
}
template <class Policy, class InputIterator, class Unary, class T, class Binary,
          hcrt::pstl::IfPolicy<Policy> = 0>
T transform_reduce(Policy&& policy, InputIterator first, InputIterator last, Unary unary, T init,
                   Binary binary) {
  using namespace hcrt::pstl;
  if constexpr (on_device<hcrt::decay_t<Policy>, InputIterator>() && values_on_device<T> &&
                callable_on_device<Unary, Binary>) {
    if (worth(policy, last - first)) {
      const int count = static_cast<int>(last - first);
      const auto in = input(first, count);
      const T sum = reduce_indices<T>(
          count,
          [=](int i) {
            Unary mine = unary;
            return static_cast<T>(mine(in[i]));
          },
          binary);
      return binary(init, sum);
    }
  }
  return sequentially(policy, [&] { return fold<T>(first, last, init, unary, binary); });
}

#if __cplusplus >= 201703L
using std::reduce;
#else
template <class InputIterator, class T, class Binary>
T reduce(InputIterator first, InputIterator last, T init, Binary binary) {
  return hcrt::pstl::fold<T>(first, last, init, hcrt::pstl::Same(), binary);
}
template <class InputIterator, class T>
T reduce(InputIterator first, InputIterator last, T init) {
  return hcrt::pstl::fold<T>(first, last, init, hcrt::pstl::Same(), hcrt::pstl::Plus());
}
template <class InputIterator>
hcrt::pstl::ValueOf<InputIterator> reduce(InputIterator first, InputIterator last) {
  using T = hcrt::pstl::ValueOf<InputIterator>;
  return hcrt::pstl::fold<T>(first, last, T{}, hcrt::pstl::Same(), hcrt::pstl::Plus());
}
#endif

/// binary over init (default: T{}) and the elements, in any order and grouping; default: their sum.
template <class Policy, class InputIterator, class T, class Binary, hcrt::pstl::IfPolicy<Policy> = 0>
T reduce(Policy&& policy, InputIterator first, InputIterator last, T init, Binary binary) {
  return transform_reduce(std::forward<Policy>(policy), first, last, hcrt::pstl::Same(), init, binary);
}
template <class Policy, class InputIterator, class T, hcrt::pstl::IfPolicy<Policy> = 0>
T reduce(Policy&& policy, InputIterator first, InputIterator last, T init) {
  return reduce(std::forward<Policy>(policy), first, last, init, hcrt::pstl::Plus());
}
template <class Policy, class InputIterator, hcrt::pstl::IfPolicy<Policy> = 0>
hcrt::pstl::ValueOf<InputIterator> reduce(Policy&& policy, InputIterator first, InputIterator last) {
  return reduce(std::forward<Policy>(policy), first, last, hcrt::pstl::ValueOf<InputIterator>{});
}

/// sum over init and product(a, b) of the two sequences' elements, in any order and grouping.
template <class Policy, class InputIterator1, class InputIterator2, class T, class Sum, class Product,
          hcrt::pstl::IfPolicy<Policy> = 0>
T inner_product(Policy&& policy, InputIterator1 first1, InputIterator1 last1, InputIterator2 first2, T init,
                Sum sum, Product product) {
  using namespace hcrt::pstl;
  if constexpr (on_device<hcrt::decay_t<Policy>, InputIterator1, InputIterator2>() && values_on_device<T> &&
                callable_on_device<Sum, Product>) {
    if (worth(policy, last1 - first1)) {
      const int count = static_cast<int>(last1 - first1);
      const auto a = input(first1, count);
      const auto b = input(first2, count);
      const T all = reduce_indices<T>(
          count,
          [=](int i) {
            Product mine = product;
            return static_cast<T>(mine(a[i], b[i]));
          },
          sum);
      return sum(init, all);
    }
  }
  return sequentially(policy, [&] { return std::inner_product(first1, last1, first2, init, sum, product); });
}
template <class Policy, class InputIterator1, class InputIterator2, class T, hcrt::pstl::IfPolicy<Policy> = 0>
T inner_product(Policy&& policy, InputIterator1 first1, InputIterator1 last1, InputIterator2 first2, T init) {
  return inner_product(std::forward<Policy>(policy), first1, last1, first2, init, hcrt::pstl::Plus(),
                       hcrt::pstl::Multiplies());
}

}  // namespace v1
}  // namespace parallel
}  // namespace experimental
}  // namespace std
#endif
