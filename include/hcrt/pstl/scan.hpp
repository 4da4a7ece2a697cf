// inclusive_scan, exclusive_scan and their transform_ forms.
#ifndef HCRT_PSTL_SCAN_HPP
#define HCRT_PSTL_SCAN_HPP

#include <functional>
#include <numeric>
#include <utility>

#include "reduce.hpp"
#include "scan_kernel.hpp"

namespace hcrt {
namespace pstl {

template <bool inclusive, class T, class In, class Out, class Unary, class Binary>
Out scan_in_order(In first, In last, Out result, Unary unary, Binary binary, const T* init) {
  if (first == last) return result;
  if constexpr (inclusive) {
    T sum = init ? static_cast<T>(binary(*init, unary(*first))) : static_cast<T>(unary(*first));
    *result = sum;
    for (++result, ++first; first != last; ++result, ++first) {
      sum = binary(sum, unary(*first));
      *result = sum;
    }
  } else {
    T sum = *init;
    for (; first != last; ++result, ++first) {
      const T next = unary(*first);  // may be where the output goes
      *result = sum;
      sum = binary(sum, next);
    }
  }
  return result;
}

template <bool inclusive, class T, class Policy, class In, class Out, class Unary, class Binary>
Out scan(const Policy& policy, In first, In last, Out result, Unary unary, Binary binary, const T* init) {
  if constexpr (on_device<Policy, In, Out>() && values_on_device<T> && callable_on_device<Unary, Binary>) {
    if (worth(policy, last - first)) {
      const int count = static_cast<int>(last - first);
      if (overlap(first, count, result, count) != Overlap::partial) {
        const Mapped<In, Out> views(first, result, count);
        const auto in = views.in;
        scan_indices<inclusive, T>(
            count,
            [=](int i) {
              Unary mine = unary;
              return static_cast<T>(mine(in[i]));
            },
            binary, views.out, init);
        return result + count;
      }
    }
  }
  return sequentially(policy,
                      [&] { return scan_in_order<inclusive, T>(first, last, result, unary, binary, init); });
}

/// What unary makes of the elements.
template <class It, class Unary>
using Transformed = hcrt::decay_t<decltype(std::declval<Unary&>()(*std::declval<It&>()))>;

/// Is A the binary operation? The drafts differ in which of it and the initial value comes first.
template <class A, class V, class = void>
struct IsOperation : std::false_type {};
template <class A, class V>
struct IsOperation<A, V, hcrt::void_t<decltype(std::declval<A&>()(std::declval<V>(), std::declval<V>()))>>
    : std::true_type {};
template <class A, class V>
constexpr bool is_operation = IsOperation<A, V>::value;

}  // namespace pstl
}  // namespace hcrt

namespace std {
namespace experimental {
namespace parallel {
inline namespace v1 {

#if __cplusplus >= 201703L
using std::exclusive_scan;
using std::inclusive_scan;
#else
template <class InputIterator, class OutputIterator, class T, class Binary>
OutputIterator exclusive_scan(InputIterator first, InputIterator last, OutputIterator result, T init,
                              Binary binary) {
  return hcrt::pstl::scan_in_order<false, T>(first, last, result, hcrt::pstl::Same(), binary, &init);
}
template <class InputIterator, class OutputIterator, class T>
OutputIterator exclusive_scan(InputIterator first, InputIterator last, OutputIterator result, T init) {
  return exclusive_scan(first, last, result, init, hcrt::pstl::Plus());
}
template <class InputIterator, class OutputIterator, class Binary, class T>
OutputIterator inclusive_scan(InputIterator first, InputIterator last, OutputIterator result, Binary binary,
                              T init) {
  return hcrt::pstl::scan_in_order<true, T>(first, last, result, hcrt::pstl::Same(), binary, &init);
}
template <class InputIterator, class OutputIterator, class Binary>
OutputIterator inclusive_scan(InputIterator first, InputIterator last, OutputIterator result, Binary binary) {
  using T = hcrt::pstl::ValueOf<InputIterator>;
  const T* none = nullptr;
  return hcrt::pstl::scan_in_order<true, T>(first, last, result, hcrt::pstl::Same(), binary, none);
}
template <class InputIterator, class OutputIterator>
OutputIterator inclusive_scan(InputIterator first, InputIterator last, OutputIterator result) {
  return inclusive_scan(first, last, result, hcrt::pstl::Plus());
}
#endif

/// result[i] = binary over init and unary(e) of the elements before i. Returns the end of the results.
template <class InputIterator, class OutputIterator, class Unary, class T, class Binary>
OutputIterator transform_exclusive_scan(InputIterator first, InputIterator last, OutputIterator result,
                                        Unary unary, T init, Binary binary) {
  return hcrt::pstl::scan_in_order<false, T>(first, last, result, unary, binary, &init);
}
template <class Policy, class InputIterator, class OutputIterator, class Unary, class T, class Binary,
          hcrt::pstl::IfPolicy<Policy> = 0>
OutputIterator transform_exclusive_scan(Policy&& policy, InputIterator first, InputIterator last,
                                        OutputIterator result, Unary unary, T init, Binary binary) {
  return hcrt::pstl::scan<false, T>(policy, first, last, result, unary, binary, &init);
}

/// result[i] = binary over unary(e) of the elements up to i, and init where one is given: before or after
/// the operation. Returns the end of the results.
template <class InputIterator, class OutputIterator, class Unary, class Binary>
OutputIterator transform_inclusive_scan(InputIterator first, InputIterator last, OutputIterator result,
                                        Unary unary, Binary binary) {
  using T = hcrt::pstl::Transformed<InputIterator, Unary>;
  return hcrt::pstl::scan_in_order<true, T>(first, last, result, unary, binary,
                                            static_cast<const T*>(nullptr));
}
template <class InputIterator, class OutputIterator, class Unary, class Binary, class T>
OutputIterator transform_inclusive_scan(InputIterator first, InputIterator last, OutputIterator result,
                                        Unary unary, Binary binary, T init) {
  return hcrt::pstl::scan_in_order<true, T>(first, last, result, unary, binary, &init);
}
template <class Policy, class InputIterator, class OutputIterator, class Unary, class Binary,
          hcrt::pstl::IfPolicy<Policy> = 0>
OutputIterator transform_inclusive_scan(Policy&& policy, InputIterator first, InputIterator last,
                                        OutputIterator result, Unary unary, Binary binary) {
  using T = hcrt::pstl::Transformed<InputIterator, Unary>;
  return hcrt::pstl::scan<true, T>(policy, first, last, result, unary, binary,
                                   static_cast<const T*>(nullptr));
}
template <class Policy, class InputIterator, class OutputIterator, class Unary, class A, class B,
          hcrt::pstl::IfPolicy<Policy> = 0>
OutputIterator transform_inclusive_scan(Policy&& policy, InputIterator first, InputIterator last,
                                        OutputIterator result, Unary unary, A a, B b) {
  using T = hcrt::pstl::Transformed<InputIterator, Unary>;
  if constexpr (hcrt::pstl::is_operation<A, T>)
    return hcrt::pstl::scan<true, B>(policy, first, last, result, unary, a, &b);
  else
    return hcrt::pstl::scan<true, A>(policy, first, last, result, unary, b, &a);
}

/// The same of the elements themselves; default: their sums.
template <class Policy, class InputIterator, class OutputIterator, class T, class Binary,
          hcrt::pstl::IfPolicy<Policy> = 0>
OutputIterator exclusive_scan(Policy&& policy, InputIterator first, InputIterator last, OutputIterator result,
                              T init, Binary binary) {
  return hcrt::pstl::scan<false, T>(policy, first, last, result, hcrt::pstl::Same(), binary, &init);
}
template <class Policy, class InputIterator, class OutputIterator, class T, hcrt::pstl::IfPolicy<Policy> = 0>
OutputIterator exclusive_scan(Policy&& policy, InputIterator first, InputIterator last, OutputIterator result,
                              T init) {
  return exclusive_scan(std::forward<Policy>(policy), first, last, result, init, hcrt::pstl::Plus());
}
template <class Policy, class InputIterator, class OutputIterator, class A, class B,
          hcrt::pstl::IfPolicy<Policy> = 0>
OutputIterator inclusive_scan(Policy&& policy, InputIterator first, InputIterator last, OutputIterator result,
                              A a, B b) {
  return transform_inclusive_scan(std::forward<Policy>(policy), first, last, result, hcrt::pstl::Same(), a,
                                  b);
}
template <class Policy, class InputIterator, class OutputIterator, class Binary,
          hcrt::pstl::IfPolicy<Policy> = 0>
OutputIterator inclusive_scan(Policy&& policy, InputIterator first, InputIterator last, OutputIterator result,
                              Binary binary) {
  return transform_inclusive_scan(std::forward<Policy>(policy), first, last, result, hcrt::pstl::Same(),
                                  binary);
}
template <class Policy, class InputIterator, class OutputIterator, hcrt::pstl::IfPolicy<Policy> = 0>
OutputIterator inclusive_scan(Policy&& policy, InputIterator first, InputIterator last,
                              OutputIterator result) {
  return inclusive_scan(std::forward<Policy>(policy), first, last, result, hcrt::pstl::Plus());
}

}  // namespace v1
}  // namespace parallel
}  // namespace experimental
}  // namespace std
#endif
