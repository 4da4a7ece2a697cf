// when_all, when_any and their operators, of <ppltasks.h>, which includes this.
#ifndef HCPY_MS_COMPAT_PPL_TASK_JOINS_HPP
#define HCPY_MS_COMPAT_PPL_TASK_JOINS_HPP

#include <atomic>
#include <iterator>

namespace Concurrency {
namespace details {

/// The results of tasks together: none, a vector of them, or one vector of theirs.
template <class T>
struct Joined {
  using type = std::vector<T>;
  static void add(type& all, const T& one) { all.push_back(one); }
};
template <class T>
struct Joined<std::vector<T>> {
  using type = std::vector<T>;
  static void add(type& all, const std::vector<T>& one) { all.insert(all.end(), one.begin(), one.end()); }
};
template <>
struct Joined<void> {
  using type = void;
};

/// The result of the first of several tasks, and which it was.
template <class T>
struct First {
  using type = std::pair<T, std::size_t>;
  static type of(const TaskState<T>& state, std::size_t i) { return type(state.value(), i); }
};
template <>
struct First<void> {
  using type = std::size_t;
  static type of(const TaskState<void>&, std::size_t i) { return i; }
};

template <class Iterator>
using ResultOf = typename std::iterator_traits<Iterator>::value_type::result_type;

template <class T>
Stored<typename Joined<T>::type> joined(const std::vector<State<T>>& states) {
  Stored<typename Joined<T>::type> all;
  if constexpr (!std::is_void<T>::value)
    for (const State<T>& state : states) Joined<T>::add(all, state->value());
  return all;
}

template <class T>
std::vector<T> as_vector(const T& one) {
  return std::vector<T>(1, one);
}
template <class T>
std::vector<T> as_vector(const std::vector<T>& several) {
  return several;
}

}  // namespace details

/// Done when all are; fails, or is cancelled, at the first that does.
template <class Iterator, class T = details::ResultOf<Iterator>>
auto when_all(Iterator first, Iterator last, const task_options& options = task_options()) {
  using All = typename details::Joined<T>::type;
  const auto after = std::make_shared<details::TaskState<All>>(options.get_cancellation_token());
  const auto states = std::make_shared<std::vector<details::State<T>>>();
  for (; first != last; ++first) states->push_back(first->state());
  const auto left = std::make_shared<std::atomic<std::size_t>>(states->size());
  if (states->empty()) after->set_value(details::joined<T>(*states));
  for (const details::State<T>& state : *states) {
    details::TaskState<T>* const one = state.get();  // `states` keeps it
    state->on_done([after, states, left, one] {
      if (!one->has_value())
        after->set_failed_as(*one);
      else if (--*left == 0)
        after->set_value(details::joined<T>(*states));
    });
  }
  return task<All>(after);
}

/// Done when one is; fails only where all do.
template <class Iterator, class T = details::ResultOf<Iterator>>
auto when_any(Iterator first, Iterator last, const task_options& options = task_options()) {
  using One = typename details::First<T>::type;
  if (first == last) throw invalid_operation("when_any of no tasks");
  const auto after = std::make_shared<details::TaskState<One>>(options.get_cancellation_token());
  std::vector<details::State<T>> states;
  for (; first != last; ++first) states.push_back(first->state());
  const auto left = std::make_shared<std::atomic<std::size_t>>(states.size());
  for (std::size_t i = 0; i < states.size(); ++i) {
    const details::State<T> state = states[i];
    state->on_done([after, state, left, i] {
      if (state->has_value())
        after->set_value(details::First<T>::of(*state, i));
      else if (--*left == 0)
        after->set_failed_as(*state);
    });
  }
  return task<One>(after);
}

/// Both results, in their order, as one vector.
template <class T, class U>
auto operator&&(const task<T>& a, const task<U>& b) {
  if constexpr (std::is_void<T>::value || std::is_void<U>::value) {
    static_assert(std::is_void<T>::value && std::is_void<U>::value, "the tasks' results must be of one type");
    const task<T> both[] = {a, b};
    return when_all(both, both + 2);
  } else {
    return a.then([b](T first) {
      auto all = details::as_vector(first);
      return b.then([all](U second) {
        auto whole = all;
        for (const auto& one : details::as_vector(second)) whole.push_back(one);
        return whole;
      });
    });
  }
}

/// The first result.
template <class T>
task<T> operator||(const task<T>& a, const task<T>& b) {
  const task<T> either[] = {a, b};
  const auto first = when_any(either, either + 2);
  if constexpr (std::is_void<T>::value)
    return first.then([](std::size_t) {});
  else
    return first.then([](std::pair<T, std::size_t> one) { return one.first; });
}

}  // namespace Concurrency
#endif
