// transform of one and of two sequences, adjacent_difference.
#ifndef HCRT_PSTL_TRANSFORM_HPP
#define HCRT_PSTL_TRANSFORM_HPP

#include <algorithm>
#include <functional>
#include <numeric>

#include "modify.hpp"

namespace hcrt {
namespace pstl {

/// The second input of a binary transform: the output's view where it works in place there.
template <class In1, class In2, class Out, class F>
void run_binary(In1 first1, In2 first2, Out result, int count, F f) {
  const bool in_place = overlap(first2, count, result, count) == Overlap::same;
  const Mapped<In1, Out> views(first1, result, count, in_place);
  const auto a = views.in;
  const auto out = views.out;
  auto b = input(first2, count);
  if constexpr (std::is_same<ValueOf<In2>, ValueOf<Out>>::value) {
    if (in_place) b = View<const ValueOf<Out>>(out);
  }
  run(count, [=](Kalmar::index<1> i) {
    F mine = f;
    out[i] = mine(a[i], b[i]);
  });
  out.synchronize();
}

}  // namespace pstl
}  // namespace hcrt

namespace std {
namespace experimental {
namespace parallel {
inline namespace v1 {

/// result[i] = f(e) or f(e1, e2) of the elements with its index. Returns the end of the results.
template <class Policy, class InputIterator, class OutputIterator, class F, hcrt::pstl::IfPolicy<Policy> = 0>
OutputIterator transform(Policy&& policy, InputIterator first, InputIterator last, OutputIterator result,
                         F f) {
  using namespace hcrt::pstl;
  const auto size = distance_for<hcrt::decay_t<Policy>>(first, last);
  if (try_map(policy, first, size, result, f)) return after(result, size);
  return sequentially(policy, [&] { return std::transform(first, last, result, f); });
}
template <class Policy, class InputIterator1, class InputIterator2, class OutputIterator, class F,
          hcrt::pstl::IfPolicy<Policy> = 0>
OutputIterator transform(Policy&& policy, InputIterator1 first1, InputIterator1 last1, InputIterator2 first2,
                         OutputIterator result, F f) {
  using namespace hcrt::pstl;
  if constexpr (on_device<hcrt::decay_t<Policy>, InputIterator1, InputIterator2, OutputIterator>() &&
                callable_on_device<F>) {
    const auto size = last1 - first1;
    if (worth(policy, size) && overlap(first1, size, result, size) != Overlap::partial &&
        overlap(first2, size, result, size) != Overlap::partial) {
      run_binary(first1, first2, result, static_cast<int>(size), f);
      return result + size;
    }
  }
  return sequentially(policy, [&] { return std::transform(first1, last1, first2, result, f); });
}

/// The first element, then f(e[i], e[i - 1]); default: differences. Returns the end of the results.
template <class Policy, class InputIterator, class OutputIterator, class F, hcrt::pstl::IfPolicy<Policy> = 0>
OutputIterator adjacent_difference(Policy&& policy, InputIterator first, InputIterator last,
                                   OutputIterator result, F f) {
  using namespace hcrt::pstl;
  if constexpr (on_device<hcrt::decay_t<Policy>, InputIterator, OutputIterator>() && callable_on_device<F>) {
    const auto size = last - first;
    if (worth(policy, size) && overlap(first, size, result, size) == Overlap::none) {
      const int count = static_cast<int>(size);
      const auto in = input(first, count);
      const auto out = output(result, count);
      run(count, [=](Kalmar::index<1> i) {
        F mine = f;
        if (i[0] == 0)
          out[i] = in[i];
        else
          out[i] = mine(in[i], in[i - 1]);
      });
      out.synchronize();
      return result + size;
    }
  }
  return sequentially(policy, [&] { return std::adjacent_difference(first, last, result, f); });
}
template <class Policy, class InputIterator, class OutputIterator, hcrt::pstl::IfPolicy<Policy> = 0>
OutputIterator adjacent_difference(Policy&& policy, InputIterator first, InputIterator last,
                                   OutputIterator result) {
  return parallel::adjacent_difference(std::forward<Policy>(policy), first, last, result,
                                       hcrt::pstl::Minus());
}

}  // namespace v1
}  // namespace parallel
}  // namespace experimental
}  // namespace std
#endif
