// T3: many threads submit, wait and chain callbacks at once, on one shared view and on their own views.
//
//   thread_storm [--threads N] [--rounds N] [--runs N] [--timeout SECONDS a run]
//
// A lost wake-up is a hang, which the watchdog reports. Each callback must run once; each element must count
// every launch.
#include <hc.hpp>

#include <atomic>
#include <thread>
#include <vector>

#include "options.hpp"
#include "watchdog.hpp"

namespace {

std::atomic<long> callbacks{0};

// One thread's work: every launch adds 1 to its own array_view; every few rounds it waits in one of the
// ways that there are.
long work(const hc::accelerator_view& shared, int thread, int rounds) {
  hc::accelerator_view own = shared.get_accelerator().create_view();
  std::vector<int> memory(64, 0);
  const hc::array_view<int> data(64, memory);
  hc::completion_future last;
  long expected_callbacks = 0;
  for (int r = 0; r < rounds; ++r) {
    hc::accelerator_view view = (r + thread) % 2 ? shared : own;
    last = hc::parallel_for_each(view, data.get_extent(), [=](hc::index<1> i) [[hc]] { data[i] += 1; });
    switch ((r * 7 + thread) % 16) {
      case 0:
        last.wait();
        break;
      case 1:
        view.wait();
        break;
      case 2:
        view.create_marker().wait();
        break;
      case 3:
        own.create_blocking_marker({last, view.create_marker()}).wait();
        break;
      case 4:
        if (!last.is_ready()) last.wait(hc::hcWaitModeActive);
        break;
      case 5:
        ++expected_callbacks;
        last.then([] { ++callbacks; });  // joined where `last` is replaced
        break;
      default:
        break;
    }
  }
  last.wait();
  long wrong = 0;
  for (int i = 0; i < 64; ++i) wrong += data[i] != rounds;
  if (wrong)
    std::printf("FAILED thread %d: %ld elements are wrong, the first is %d\n", thread, wrong, data[0]);
  callbacks -= expected_callbacks;
  return wrong;
}

}  // namespace

int main(int argc, char** argv) {
  const int threads = static_cast<int>(option(argc, argv, "--threads", 32));
  const int rounds = static_cast<int>(option(argc, argv, "--rounds", 500));
  const int runs = static_cast<int>(option(argc, argv, "--runs", 1));
  Watchdog watchdog(static_cast<int>(option(argc, argv, "--timeout", 60)));
  std::atomic<long> failures{0};
  const hc::accelerator_view shared = hc::accelerator().create_view();
  for (int run = 0; run < runs; ++run) {
    watchdog.begin("run " + std::to_string(run));
    std::vector<std::thread> all;
    for (int t = 0; t < threads; ++t)
      all.emplace_back([&, t] {
        try {
          if (work(shared, t, rounds)) ++failures;
        } catch (const std::exception& error) {
          std::printf("FAILED thread %d: %s\n", t, error.what());
          ++failures;
        }
      });
    for (std::thread& thread : all) thread.join();
    if (callbacks != 0) {
      std::printf("FAILED: %ld callbacks too many or too few\n", callbacks.load());
      ++failures;
      callbacks = 0;
    }
  }
  return finish(std::to_string(static_cast<long>(threads) * rounds * runs) + " submits", failures);
}
