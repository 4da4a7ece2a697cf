// T21: patterns of events that depend on each other, fail, or are cancelled: each completes exactly once.
//
//   event_failures [--times N] [--timeout SECONDS a pattern] [--pattern N]
//
// A pattern throws std::runtime_error where anything is not as it must be.
#include <hc.hpp>

#include <atomic>
#include <cstring>
#include <future>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "options.hpp"
#include "watchdog.hpp"

namespace {

using Future = hc::completion_future;

void require(bool condition, const char* what) {
  if (!condition) throw std::runtime_error(what);
}

template <class Action>
std::string error_of(const Action& action) {
  try {
    action();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

// Held shut, so that what comes after it is known not to have begun.
struct Gate {
  std::atomic<bool> is_open{false};
  void pass() const {
    while (!is_open) std::this_thread::yield();
  }
  void open() { is_open = true; }
};

struct Views {
  hc::accelerator_view a = hc::accelerator().create_view(), b = hc::accelerator().create_view();
  hc::array_view<int> data{16};
};

Future kernel(Views& v, const hc::accelerator_view& view) {
  const hc::array_view<int> data = v.data;
  return hc::parallel_for_each(view, data.get_extent(), [=](hc::index<1> i) [[hc]] { data[i] += 1; });
}

hc::value_future<int> failing(const Future& start) {
  return start.then([]() -> int { throw std::runtime_error("on purpose"); });
}

// --- once --------------------------------------------------------------------------------------------
void callback(Views& v) {
  std::atomic<int> calls{0};
  kernel(v, v.a).then([&] { ++calls; }).wait();
  require(calls == 1, "one call");
}

void wait_twice(Views& v) {
  const Future work = kernel(v, v.a);
  work.wait();
  work.wait();
  require(work.is_ready(), "ready");
}

void wait_from_two_threads(Views& v) {
  const Future work = kernel(v, v.a);
  std::atomic<int> seen{0};
  std::thread other([&] {
    work.wait();
    ++seen;
  });
  work.wait();
  ++seen;
  other.join();
  require(seen == 2, "both waits return");
}

void fan_out(Views& v) {
  const Future work = kernel(v, v.a);
  std::atomic<int> calls{0};
  std::vector<hc::value_future<int>> all;
  for (int n = 0; n < 6; ++n) all.push_back(work.then([&calls, n] { return ++calls, n; }));
  for (int n = 0; n < 6; ++n) require(all[static_cast<std::size_t>(n)].get() == n, "each has its value");
  require(calls == 6, "each once");
}

void fan_in(Views& v) {
  std::vector<Future> all;
  for (int n = 0; n < 8; ++n) all.push_back(kernel(v, n % 2 ? v.a : v.b));
  std::atomic<int> calls{0};
  hc::when_all(all.begin(), all.end()).then([&] { ++calls; }).wait();
  for (const Future& one : all) require(one.is_ready(), "all before when_all");
  require(calls == 1, "one call");
}

void first_of_some(Views& v) {
  std::vector<Future> all;
  for (int n = 0; n < 4; ++n) all.push_back(n % 2 ? v.a.create_marker() : kernel(v, v.b));
  const std::size_t first = hc::when_any(all.begin(), all.end()).get();
  require(first < all.size() && all[first].is_ready(), "the first is complete");
}

void first_before_late(Views& v) {
  Gate gate;
  std::atomic<int> calls{0};
  const Future start = v.a.create_marker();  // its last copy waits for the function
  const hc::value_future<int> late = start.then([&] {
    gate.pass();
    return ++calls;
  });
  const auto any = hc::when_any(late, v.b.create_marker());
  require(any.get() == 1, "the one that is not held");
  gate.open();
  require(late.get() == 1, "the late one, once");
}

void chain(Views& v) {
  hc::value_future<int> last = v.a.create_marker().then([] { return 0; });
  for (int n = 0; n < 8; ++n) last = last.then([](int x) { return x + 1; });
  require(last.get() == 8, "each link once");
}

void nested(Views& v) {
  std::atomic<int> calls{0};
  v.a.create_marker()
      .then([&] {
        v.b.create_marker().then([&] { ++calls; }).wait();
        ++calls;
      })
      .wait();
  require(calls == 2, "inner and outer");
}

void callback_that_submits(Views& v) {
  std::atomic<int> calls{0};
  const auto inner = kernel(v, v.a).then([&] {
    ++calls;
    kernel(v, v.b).wait();
    return 1;
  });
  require(inner.get() == 1 && calls == 1, "the callback's own work");
}

void last_copy_waits(Views& v) {
  std::atomic<int> calls{0};
  {
    const Future work = kernel(v, v.a);
    work.then([&] { ++calls; });
  }
  require(calls == 1, "done when the future is gone");
}

void standard_future(Views& v) {
  const std::shared_future<void> standard = kernel(v, v.a);
  standard.wait();
  standard.get();
  const std::shared_future<void> failed = Future(failing(v.a.create_marker()));
  require(!error_of([&] { failed.get(); }).empty(), "the failure");
}

void markers_across_views(Views& v) {
  const Future first = kernel(v, v.a);
  const Future second = v.b.create_blocking_marker(first);
  const Future third = v.a.create_blocking_marker({second, kernel(v, v.b)});
  third.wait();
  require(first.is_ready() && second.is_ready(), "in order");
}

void nothing_to_wait_for(Views&) {
  const std::vector<Future> none;
  hc::when_all(none.begin(), none.end()).wait();
  hc::when_all(Future(), Future()).wait();
  require(!error_of([&] { hc::when_any(none.begin(), none.end()).wait(); }).empty(), "none is an error");
}

// --- failures ----------------------------------------------------------------------------------------
void callback_that_throws(Views& v) {
  const auto thrown = failing(kernel(v, v.a));
  for (int n = 0; n < 2; ++n) require(error_of([&] { thrown.get(); }) == "on purpose", "each time");
}

void failing_fan_out(Views& v) {
  const auto thrown = failing(v.a.create_marker());
  std::atomic<int> calls{0};
  std::vector<hc::value_future<int>> all;
  for (int n = 0; n < 5; ++n) all.push_back(thrown.then([&](int) { return ++calls; }));
  for (const auto& one : all) require(error_of([&] { one.get(); }) == "on purpose", "dependents fail");
  require(calls == 0, "and are not called");
}

void failing_fan_in(Views& v) {
  const Future good = kernel(v, v.a);
  const auto thrown = failing(v.b.create_marker());
  const Future all = hc::when_all(good, thrown, v.b.create_marker());
  require(error_of([&] { all.wait(); }) == "on purpose", "when_all fails");
  require(hc::when_any(thrown, thrown).get() < 2, "when_any is complete");
  good.wait();
}

void failing_marker(Views& v) {
  const auto thrown = failing(v.a.create_marker());
  const Future marker = v.a.create_blocking_marker(Future(thrown));
  const Future behind = v.b.create_blocking_marker(marker);
  require(error_of([&] { behind.wait(); }) == "on purpose", "through two markers");
  require(error_of([&] { marker.wait(); }) == "on purpose", "and the first");
  error_of([&] { v.a.wait(); });
  error_of([&] { v.b.wait(); });
  kernel(v, v.a).wait();  // the view is as good as before
}

void cycle(Views& v) {
  auto own = std::make_shared<hc::value_future<int>>();
  Gate gate;
  const Future start = v.a.create_marker();
  *own = start.then([own, &gate] {
    gate.pass();
    const std::string error = error_of([&] { own->wait(); });
    own->~value_future();  // it would hold itself
    new (own.get()) hc::value_future<int>();
    require(!error.empty(), "waiting for oneself is refused");
    return 1;
  });
  const hc::value_future<int> copy = *own;
  gate.open();
  require(copy.get() == 1, "the function itself goes on");
}

// --- cancellation ------------------------------------------------------------------------------------
void cancelled(Views& v) {
  Gate gate;
  std::atomic<int> calls{0};
  const Future start = v.a.create_marker();
  const auto first = start.then([&] {
    gate.pass();
    return 1;
  });
  const auto second = first.then([&](int) { return ++calls; });
  const auto third = second.then([&](int) { return ++calls; });
  require(second.cancel() && !second.cancel(), "cancelled once");
  gate.open();
  require(first.get() == 1 && !first.cancel(), "what was begun is done");
  require(error_of([&] { second.get(); }).find("cancelled") != std::string::npos, "cancelled");
  require(!error_of([&] { third.get(); }).empty() && calls == 0, "and what follows");
}

void cancelled_or_run(Views& v) {
  std::atomic<int> calls{0};
  const Future start = v.a.create_marker();
  const auto work = start.then([&] { return ++calls; });
  const bool stopped = work.cancel();
  const bool failed = !error_of([&] { work.get(); }).empty();
  require(stopped == failed && calls == (stopped ? 0 : 1), "either, never both");
}

struct Pattern {
  const char* name;
  void (*run)(Views&);
};

#define PATTERN(name) {#name, name}
const Pattern patterns[] = {
    PATTERN(callback),
    PATTERN(wait_twice),
    PATTERN(wait_from_two_threads),
    PATTERN(fan_out),
    PATTERN(fan_in),
    PATTERN(first_of_some),
    PATTERN(first_before_late),
    PATTERN(chain),
    PATTERN(nested),
    PATTERN(callback_that_submits),
    PATTERN(last_copy_waits),
    PATTERN(standard_future),
    PATTERN(markers_across_views),
    PATTERN(nothing_to_wait_for),
    PATTERN(callback_that_throws),
    PATTERN(failing_fan_out),
    PATTERN(failing_fan_in),
    PATTERN(failing_marker),
    PATTERN(cycle),
    PATTERN(cancelled),
    PATTERN(cancelled_or_run),
};

}  // namespace

int main(int argc, char** argv) {
  const long times = option(argc, argv, "--times", 200), only = option(argc, argv, "--pattern", -1);
  Watchdog watchdog(static_cast<int>(option(argc, argv, "--timeout", 20)));
  long failures = 0, number = 0;
  Views views;
  for (const Pattern& pattern : patterns) {
    if (only >= 0 && only != number++) continue;
    watchdog.begin(pattern.name);
    for (long n = 0; n < times; ++n) {
      const std::string fault = error_of([&] { pattern.run(views); });
      if (fault.empty()) continue;
      if (++failures <= 10) std::printf("FAILED %s, iteration %ld: %s\n", pattern.name, n, fault.c_str());
      break;
    }
  }
  return finish(std::to_string(std::size(patterns)) + " patterns x " + std::to_string(times), failures);
}
