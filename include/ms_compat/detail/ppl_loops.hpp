// parallel_for, parallel_for_each, parallel_invoke and the algorithms of <ppl.h>.
#ifndef HCPY_MS_COMPAT_PPL_LOOPS_HPP
#define HCPY_MS_COMPAT_PPL_LOOPS_HPP

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <stdexcept>
#include <type_traits>

#include "ppl_threads.hpp"

namespace hcrt_ms_loops {

// In a separate namespace, which distinguishes it from the parallel_for_each that launches kernels.
template <class Iterator, class F,
          class Category = typename std::iterator_traits<Iterator>::iterator_category>
void parallel_for_each(Iterator first, Iterator last, const F& body) {
  if constexpr (std::is_base_of<std::random_access_iterator_tag, Category>::value) {
    hcrt_ms::in_parts(static_cast<std::size_t>(last - first), [&](std::size_t begin, std::size_t end) {
      using Difference = typename std::iterator_traits<Iterator>::difference_type;
      std::for_each(first + static_cast<Difference>(begin), first + static_cast<Difference>(end), body);
    });
  } else {
    std::vector<Iterator> places;
    for (; first != last; ++first) places.push_back(first);
    hcrt_ms::in_parts(places.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) body(*places[i]);
    });
  }
}

}  // namespace hcrt_ms_loops

namespace Concurrency {

// Taken, and without effect.
struct auto_partitioner {};
struct static_partitioner {};
struct affinity_partitioner {};
struct simple_partitioner {
  explicit simple_partitioner(std::size_t) {}
};

template <class Index, class F>
void parallel_for(Index first, Index last, Index step, const F& body) {
  if (!(step > 0)) throw std::invalid_argument("_Step");
  if (!(first < last)) return;
  const auto count = (static_cast<std::size_t>(last - first) + static_cast<std::size_t>(step) - 1) /
                     static_cast<std::size_t>(step);
  hcrt_ms::in_parts(count, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) body(static_cast<Index>(first + static_cast<Index>(i) * step));
  });
}
template <class Index, class F, class = decltype(std::declval<const F&>()(std::declval<Index>()))>
void parallel_for(Index first, Index last, const F& body) {
  parallel_for(first, last, static_cast<Index>(1), body);
}
template <class Index, class F, class Partitioner,
          class = typename std::enable_if<std::is_empty<Partitioner>::value ||
                                          std::is_same<Partitioner, simple_partitioner>::value>::type,
          class = decltype(std::declval<const F&>()(std::declval<Index>()))>
void parallel_for(Index first, Index last, const F& body, Partitioner&&) {
  parallel_for(first, last, static_cast<Index>(1), body);
}

using hcrt_ms_loops::parallel_for_each;

template <class... F>
void parallel_invoke(const F&... bodies) {
  const std::function<void()> all[] = {std::function<void()>(std::cref(bodies))...};
  hcrt_ms::in_parts(sizeof...(F), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) all[i]();
  });
}

template <class Input, class Output, class F>
Output parallel_transform(Input first, Input last, Output target, const F& f) {
  hcrt_ms::in_parts(static_cast<std::size_t>(last - first), [&](std::size_t begin, std::size_t end) {
    std::transform(first + begin, first + end, target + begin, f);
  });
  return target + (last - first);
}
template <class A, class B, class Output, class F>
Output parallel_transform(A first, A last, B second, Output target, const F& f) {
  hcrt_ms::in_parts(static_cast<std::size_t>(last - first), [&](std::size_t begin, std::size_t end) {
    std::transform(first + begin, first + end, second + begin, target + begin, f);
  });
  return target + (last - first);
}

// The order of the parts is kept, as the operation need not be commutative.
template <class Iterator, class Operation>
typename std::iterator_traits<Iterator>::value_type parallel_reduce(
    Iterator first, Iterator last, const typename std::iterator_traits<Iterator>::value_type& identity,
    const Operation& operation) {
  using T = typename std::iterator_traits<Iterator>::value_type;
  std::mutex mutex;
  std::vector<std::pair<std::size_t, T>> sums;
  hcrt_ms::in_parts(static_cast<std::size_t>(last - first), [&](std::size_t begin, std::size_t end) {
    const T sum = std::accumulate(first + begin, first + end, identity, operation);
    const std::lock_guard<std::mutex> lock(mutex);
    sums.emplace_back(begin, sum);
  });
  std::sort(sums.begin(), sums.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  T total = identity;
  for (const auto& sum : sums) total = operation(total, sum.second);
  return total;
}
template <class Iterator>
typename std::iterator_traits<Iterator>::value_type parallel_reduce(
    Iterator first, Iterator last, const typename std::iterator_traits<Iterator>::value_type& identity) {
  return parallel_reduce(first, last, identity, std::plus<>());
}

// Two halves side by side, then a merge.
template <class Iterator, class Less>
void parallel_sort(Iterator first, Iterator last, const Less& less) {
  constexpr std::ptrdiff_t small = 4096;
  if (last - first < small || hcrt_ms::in_parallel()) {
    std::sort(first, last, less);
    return;
  }
  const Iterator middle = first + (last - first) / 2;
  parallel_invoke([&] { std::sort(first, middle, less); }, [&] { std::sort(middle, last, less); });
  std::vector<typename std::iterator_traits<Iterator>::value_type> merged;
  merged.reserve(static_cast<std::size_t>(last - first));
  std::merge(std::make_move_iterator(first), std::make_move_iterator(middle), std::make_move_iterator(middle),
             std::make_move_iterator(last), std::back_inserter(merged), less);
  std::move(merged.begin(), merged.end(), first);
}
template <class Iterator>
void parallel_sort(Iterator first, Iterator last) {
  parallel_sort(first, last, std::less<>());
}
template <class Iterator, class... Less>
void parallel_buffered_sort(Iterator first, Iterator last, const Less&... less) {
  parallel_sort(first, last, less...);
}
template <class Iterator, class... Key>
void parallel_radixsort(Iterator first, Iterator last, const Key&... key) {
  if constexpr (sizeof...(Key) == 0)
    parallel_sort(first, last);
  else
    parallel_sort(first, last, [&](const auto& a, const auto& b) { return (key(a), ...) < (key(b), ...); });
}

}  // namespace Concurrency
#endif
