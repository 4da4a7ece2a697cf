// Algorithms that write each element by itself: for_each, fill, generate, copy, swap_ranges, replace.
#ifndef HCRT_PSTL_MODIFY_HPP
#define HCRT_PSTL_MODIFY_HPP

#include <algorithm>
#include <utility>

#include "sequence.hpp"

namespace hcrt {
namespace pstl {

/// Any type but a policy: where the TS has a form without one.
template <class T>
using IfNoPolicy = hcrt::enable_if_t<!parallel::is_execution_policy<hcrt::decay_t<T>>::value, int>;

/// f(e) on each element. A function object may have its own state: each work-item has a copy.
template <class Policy, class It, class F>
bool try_for_each(const Policy& policy, It first, std::ptrdiff_t size, F f) {
  if constexpr (on_device<Policy, It>() && callable_on_device<F>) {
    if (worth(policy, size)) {
      const int count = static_cast<int>(size);
      const auto elements = in_out(first, count);
      run(count, [=](Kalmar::index<1> i) {
        F mine = f;
        static_cast<void>(mine(elements[i]));
      });
      elements.synchronize();
      return true;
    }
  }
  return false;
}

/// Writes value() to each element; false: not done.
template <class Policy, class It, class Value>
bool try_write(const Policy& policy, It first, std::ptrdiff_t size, Value value) {
  if constexpr (on_device<Policy, It>() && callable_on_device<Value>) {
    if (worth(policy, size)) {
      const int count = static_cast<int>(size);
      const auto elements = output(first, count);
      run(count, [=](Kalmar::index<1> i) {
        Value mine = value;
        elements[i] = mine();
      });
      elements.synchronize();
      return true;
    }
  }
  return false;
}

/// result[i] = f(first[i]); false: not done. What lies across the results is the CPU's, which goes in order.
template <class Policy, class In, class Out, class F>
bool try_map(const Policy& policy, In first, std::ptrdiff_t size, Out result, F f) {
  if constexpr (on_device<Policy, In, Out>() && callable_on_device<F>) {
    if (worth(policy, size) && overlap(first, size, result, size) != Overlap::partial) {
      const int count = static_cast<int>(size);
      const Mapped<In, Out> views(first, result, count);
      const auto in = views.in;
      const auto out = views.out;
      run(count, [=](Kalmar::index<1> i) {
        F mine = f;
        out[i] = mine(in[i]);
      });
      out.synchronize();
      return true;
    }
  }
  return false;
}

template <class T>
struct Constant {
  T value;
  const T& operator()() const { return value; }
};

struct Identity {
  template <class T>
  const T& operator()(const T& value) const {
    return value;
  }
};

template <class T>
struct EqualTo {
  T value;
  template <class V>
  bool operator()(const V& v) const {
    return v == value;
  }
};

/// Replaces what the predicate holds for.
template <class Predicate, class T>
struct Replace {
  Predicate predicate;
  T value;
  template <class V>
  void operator()(V& v) {
    if (predicate(static_cast<const V&>(v))) v = value;
  }
};
template <class Predicate, class T>
struct Replaced {
  Predicate predicate;
  T value;
  template <class V>
  V operator()(const V& v) {
    return predicate(v) ? static_cast<V>(value) : v;
  }
};

template <class Policy, class In>
constexpr bool random_access =
    !is_sequential<Policy> && std::is_base_of<std::random_access_iterator_tag,
                                              typename std::iterator_traits<In>::iterator_category>::value;

/// last - first where that is cheap; else 0, which is never worth a launch.
template <class Policy, class It>
std::ptrdiff_t distance_for(It first, It last) {
  if constexpr (random_access<Policy, It>)
    return last - first;
  else
    return 0;
}

}  // namespace pstl
}  // namespace hcrt

namespace std {
namespace experimental {
namespace parallel {
inline namespace v1 {

template <class Policy, class InputIterator, class Function, hcrt::pstl::IfPolicy<Policy> = 0>
void for_each(Policy&& policy, InputIterator first, InputIterator last, Function f) {
  using namespace hcrt::pstl;
  const auto size = distance_for<hcrt::decay_t<Policy>>(first, last);
  if (try_for_each(policy, first, size, f)) return;
  sequentially(policy, [&] { std::for_each(first, last, f); });
}

template <class InputIterator, class Size, class Function, hcrt::pstl::IfNoPolicy<InputIterator> = 0>
InputIterator for_each_n(InputIterator first, Size n, Function f) {
  for (; n > 0; --n, ++first) f(*first);
  return first;
}
template <class Policy, class InputIterator, class Size, class Function, hcrt::pstl::IfPolicy<Policy> = 0>
InputIterator for_each_n(Policy&& policy, InputIterator first, Size n, Function f) {
  using namespace hcrt::pstl;
  if (try_for_each(policy, first, static_cast<std::ptrdiff_t>(n), f)) return after(first, n);
  return sequentially(policy, [&] { return parallel::for_each_n(first, n, f); });
}

template <class Policy, class ForwardIterator, class T, hcrt::pstl::IfPolicy<Policy> = 0>
void fill(Policy&& policy, ForwardIterator first, ForwardIterator last, const T& value) {
  using namespace hcrt::pstl;
  if constexpr (values_on_device<T>) {
    const auto size = distance_for<hcrt::decay_t<Policy>>(first, last);
    if (try_write(policy, first, size, Constant<T>{value})) return;
  }
  sequentially(policy, [&] { std::fill(first, last, value); });
}
template <class Policy, class OutputIterator, class Size, class T, hcrt::pstl::IfPolicy<Policy> = 0>
OutputIterator fill_n(Policy&& policy, OutputIterator first, Size n, const T& value) {
  using namespace hcrt::pstl;
  if constexpr (values_on_device<T>) {
    if (try_write(policy, first, static_cast<std::ptrdiff_t>(n), Constant<T>{value})) return after(first, n);
  }
  return sequentially(policy, [&] { return std::fill_n(first, n, value); });
}

/// Each work-item calls a copy of the generator.
template <class Policy, class ForwardIterator, class Generator, hcrt::pstl::IfPolicy<Policy> = 0>
void generate(Policy&& policy, ForwardIterator first, ForwardIterator last, Generator generator) {
  using namespace hcrt::pstl;
  const auto size = distance_for<hcrt::decay_t<Policy>>(first, last);
  if (try_write(policy, first, size, generator)) return;
  sequentially(policy, [&] { std::generate(first, last, generator); });
}
template <class Policy, class OutputIterator, class Size, class Generator, hcrt::pstl::IfPolicy<Policy> = 0>
OutputIterator generate_n(Policy&& policy, OutputIterator first, Size n, Generator generator) {
  using namespace hcrt::pstl;
  if (try_write(policy, first, static_cast<std::ptrdiff_t>(n), generator)) return after(first, n);
  return sequentially(policy, [&] { return std::generate_n(first, n, generator); });
}

template <class Policy, class InputIterator, class OutputIterator, hcrt::pstl::IfPolicy<Policy> = 0>
OutputIterator copy(Policy&& policy, InputIterator first, InputIterator last, OutputIterator result) {
  using namespace hcrt::pstl;
  const auto size = distance_for<hcrt::decay_t<Policy>>(first, last);
  if (try_map(policy, first, size, result, Identity())) return after(result, size);
  return sequentially(policy, [&] { return std::copy(first, last, result); });
}
template <class Policy, class InputIterator, class Size, class OutputIterator,
          hcrt::pstl::IfPolicy<Policy> = 0>
OutputIterator copy_n(Policy&& policy, InputIterator first, Size n, OutputIterator result) {
  using namespace hcrt::pstl;
  if (try_map(policy, first, static_cast<std::ptrdiff_t>(n), result, Identity())) return after(result, n);
  return sequentially(policy, [&] { return std::copy_n(first, n, result); });
}

template <class Policy, class ForwardIterator1, class ForwardIterator2, hcrt::pstl::IfPolicy<Policy> = 0>
ForwardIterator2 swap_ranges(Policy&& policy, ForwardIterator1 first1, ForwardIterator1 last1,
                             ForwardIterator2 first2) {
  using namespace hcrt::pstl;
  if constexpr (on_device<hcrt::decay_t<Policy>, ForwardIterator1, ForwardIterator2>()) {
    const auto size = last1 - first1;
    if (worth(policy, size) && overlap(first1, size, first2, size) == Overlap::none) {
      const int count = static_cast<int>(size);
      const auto a = in_out(first1, count);
      const auto b = in_out(first2, count);
      run(count, [=](Kalmar::index<1> i) {
        const auto kept = a[i];
        a[i] = b[i];
        b[i] = kept;
      });
      a.synchronize();
      b.synchronize();
      return first2 + size;
    }
  }
  return sequentially(policy, [&] { return std::swap_ranges(first1, last1, first2); });
}

template <class Policy, class ForwardIterator, class Predicate, class T, hcrt::pstl::IfPolicy<Policy> = 0>
void replace_if(Policy&& policy, ForwardIterator first, ForwardIterator last, Predicate predicate,
                const T& value) {
  using namespace hcrt::pstl;
  if constexpr (values_on_device<T> && callable_on_device<Predicate>) {
    const auto size = distance_for<hcrt::decay_t<Policy>>(first, last);
    if (try_for_each(policy, first, size, Replace<Predicate, T>{predicate, value})) return;
  }
  sequentially(policy, [&] { std::replace_if(first, last, predicate, value); });
}
template <class Policy, class ForwardIterator, class T, hcrt::pstl::IfPolicy<Policy> = 0>
void replace(Policy&& policy, ForwardIterator first, ForwardIterator last, const T& old_value,
             const T& new_value) {
  using namespace hcrt::pstl;
  if constexpr (values_on_device<T>)
    parallel::replace_if(std::forward<Policy>(policy), first, last, EqualTo<T>{old_value}, new_value);
  else
    sequentially(policy, [&] { std::replace(first, last, old_value, new_value); });
}

template <class Policy, class InputIterator, class OutputIterator, class Predicate, class T,
          hcrt::pstl::IfPolicy<Policy> = 0>
OutputIterator replace_copy_if(Policy&& policy, InputIterator first, InputIterator last,
                               OutputIterator result, Predicate predicate, const T& value) {
  using namespace hcrt::pstl;
  if constexpr (values_on_device<T> && callable_on_device<Predicate>) {
    const auto size = distance_for<hcrt::decay_t<Policy>>(first, last);
    if (try_map(policy, first, size, result, Replaced<Predicate, T>{predicate, value}))
      return after(result, size);
  }
  return sequentially(policy, [&] { return std::replace_copy_if(first, last, result, predicate, value); });
}
template <class Policy, class InputIterator, class OutputIterator, class T, hcrt::pstl::IfPolicy<Policy> = 0>
OutputIterator replace_copy(Policy&& policy, InputIterator first, InputIterator last, OutputIterator result,
                            const T& old_value, const T& new_value) {
  using namespace hcrt::pstl;
  if constexpr (values_on_device<T>)
    return parallel::replace_copy_if(std::forward<Policy>(policy), first, last, result, EqualTo<T>{old_value},
                                     new_value);
  else
    return sequentially(policy, [&] { return std::replace_copy(first, last, result, old_value, new_value); });
}

}  // namespace v1
}  // namespace parallel
}  // namespace experimental
}  // namespace std
#endif
