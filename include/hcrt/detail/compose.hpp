// Futures of values, and futures of several futures: value_future, when_all, when_any.
#ifndef HCRT_DETAIL_COMPOSE_HPP
#define HCRT_DETAIL_COMPOSE_HPP

#include <initializer_list>
#include <utility>
#ifndef __KALMAR_ACCELERATOR__
#include <vector>
#endif

#include "future.hpp"

namespace HCRT_EXTENSIONS {

/// The future of a function's result; what completion_future::then gives. Copies share the value.
template <class T>
class value_future {
 public:
  HCRT_CPU value_future() {}
  HCRT_CPU value_future(const completion_future& done, const hcrt::detail::ValueBox<T>& value)
      : done_(done), value_(value) {}

  /// Does it represent a function's result?
  HCRT_CPU bool valid() const { return done_.valid(); }
  /// Is the result there, or has the function failed? Does not wait.
  HCRT_CPU bool is_ready() const { return done_.is_ready(); }
  /// Throws what the function threw, or the error of the work that it should have followed.
  HCRT_CPU void wait(hcWaitMode mode = hcWaitModeBlocked) const { done_.wait(mode); }
  /// Waits; the reference lives as long as any copy of the future.
  HCRT_CPU const T& get() const {
    if (!valid()) hcrt::detail::fail("value_future: it has no value");
    done_.wait();
    return *value_->value;
  }
  /// Calls the function with the value, once it is there; else as completion_future::then.
  template <class Function, class Result = decltype(std::declval<Function&>()(std::declval<const T&>()))>
  HCRT_CPU typename hcrt::detail::ThenResult<typename std::decay<Result>::type>::type then(
      const Function& function) const {
    auto call = [function = Function(function), value = value_]() mutable -> Result {
      return function(*value->value);
    };
    return done_.then(call);
  }
  /// Keeps the function from being called; the future then fails.
  /// \return false: it has begun
  HCRT_CPU bool cancel() const { return done_.cancel(); }
  HCRT_CPU operator completion_future() const { return done_; }

 private:
  completion_future done_;
  hcrt::detail::ValueBox<T> value_;
};

}  // namespace HCRT_EXTENSIONS

namespace hcrt {
namespace detail {

HCRT_CPU Kalmar::completion_future all_of(std::initializer_list<Kalmar::completion_future> futures);
HCRT_CPU HCRT_EXTENSIONS::value_future<std::size_t> any_of(
    std::initializer_list<Kalmar::completion_future> futures);
template <class Iterator>
HCRT_CPU Kalmar::completion_future all_of(Iterator first, Iterator last);
template <class Iterator>
HCRT_CPU HCRT_EXTENSIONS::value_future<std::size_t> any_of(Iterator first, Iterator last);

#ifndef __KALMAR_ACCELERATOR__
template <class Iterator>
HCRT_CPU std::vector<Ref<Event>> events_of(Iterator first, Iterator last) {
  std::vector<Ref<Event>> events;
  for (; first != last; ++first)
    events.push_back(FutureAccess::event(static_cast<Kalmar::completion_future>(*first)));
  return events;
}

template <class Iterator>
HCRT_CPU Kalmar::completion_future all_of(Iterator first, Iterator last) {
  return Kalmar::completion_future(checked([&] { return when_all(events_of(first, last)); }));
}

template <class Iterator>
HCRT_CPU HCRT_EXTENSIONS::value_future<std::size_t> any_of(Iterator first, Iterator last) {
  const Ref<Event> event = checked([&] { return when_any(events_of(first, last)); });
  const ValueBox<std::size_t> place(new Value<std::size_t>());
  auto store = [place, event] { place->value = new std::size_t(first_of(event.get())); };
  return {Kalmar::completion_future(checked([&] { return run_behind(event, new_action(store)); })), place};
}

HCRT_CPU inline Kalmar::completion_future all_of(std::initializer_list<Kalmar::completion_future> futures) {
  return all_of(futures.begin(), futures.end());
}
HCRT_CPU inline HCRT_EXTENSIONS::value_future<std::size_t> any_of(
    std::initializer_list<Kalmar::completion_future> futures) {
  return any_of(futures.begin(), futures.end());
}
#else
template <class Iterator>
HCRT_CPU Kalmar::completion_future all_of(Iterator, Iterator) {
  return {};
}
template <class Iterator>
HCRT_CPU HCRT_EXTENSIONS::value_future<std::size_t> any_of(Iterator, Iterator) {
  return {};
}
#endif

template <class T>
using IfFuture = typename std::enable_if<std::is_convertible<T, Kalmar::completion_future>::value, int>::type;
/// Of iterators over futures: Visual C++'s tasks have functions of the same names.
template <class T>
using IfOverFutures = IfFuture<decltype(*std::declval<T&>())>;

}  // namespace detail
}  // namespace hcrt

namespace HCRT_EXTENSIONS {

/// Complete when all the futures are; empty ones count as complete. Fails with the first of them, in the
/// order given, that failed.
template <class First, class... Rest, hcrt::detail::IfFuture<First> = 0>
HCRT_CPU completion_future when_all(const First& first, const Rest&... rest) {
  return hcrt::detail::all_of({completion_future(first), completion_future(rest)...});
}
template <class Iterator, hcrt::detail::IfOverFutures<Iterator> = 0>
HCRT_CPU completion_future when_all(Iterator first, Iterator last) {
  return hcrt::detail::all_of(first, last);
}

/// The place, in the order given, of the first future that is complete, whether it failed or not. Without any
/// futures it fails.
template <class First, class... Rest, hcrt::detail::IfFuture<First> = 0>
HCRT_CPU value_future<std::size_t> when_any(const First& first, const Rest&... rest) {
  return hcrt::detail::any_of({completion_future(first), completion_future(rest)...});
}
template <class Iterator, hcrt::detail::IfOverFutures<Iterator> = 0>
HCRT_CPU value_future<std::size_t> when_any(Iterator first, Iterator last) {
  return hcrt::detail::any_of(first, last);
}

}  // namespace HCRT_EXTENSIONS
#endif
