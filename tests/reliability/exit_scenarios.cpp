// T20: the end of a process, of a plug-in and of a fork, one scenario a run.
//
//   exit_scenarios SCENARIO [PLUG-IN [PLUG-IN [DEBUG-PLUG-IN]]]
//
// Exit code 0: all right; 1: something was wrong. The caller looks for crashes and hangs.
#include <sys/wait.h>
#include <unistd.h>
#include <hc.hpp>
#include <hc_am.hpp>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "exit_plugins.hpp"
#include "exit_work.hpp"
#include "slow_allocations.hpp"

namespace {

// Objects that end after main, with work pending on them.
struct Statics {
  std::vector<int> memory = std::vector<int>(size, 0);
  hc::accelerator_view view = hc::accelerator().create_view();
  hc::array_view<int> data{size, memory};
  hc::array<int, 1> array{size, view};
  std::vector<hc::completion_future> futures;
  ~Statics() {
    // Work may still be asked for here.
    futures.push_back(add_one(view, data));
  }
};

void submit_some(int count) {
  static hc::accelerator_view& view = *new hc::accelerator_view(hc::accelerator().create_view());
  static hc::array_view<int>& data = *new hc::array_view<int>(size);
  for (int n = 0; n < count; ++n) add_one(view, data);
}

int exit_pending() {
  submit_some(50);
  add_one(hc::accelerator().get_default_view(), hc::array_view<int>(size)).then([] {});
  return 0;
}

int static_destructors() {
  static Statics statics;
  for (int n = 0; n < 20; ++n) statics.futures.push_back(add_one(statics.view, statics.data));
  statics.futures.back().then([] {});
  return 0;
}

int quick_exit() {
  submit_some(50);
  std::quick_exit(0);
}

int exit_from_thread() {
  submit_some(20);
  std::thread([] { std::exit(0); }).detach();
  for (int n = 0;; ++n) {
    submit_some(1);
    if (n % 20 == 19) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

// A function after a kernel, which itself uses the runtime after exit() has begun.
std::atomic<int> functions_ended{0};

void launch_late() {
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  add_one(hc::accelerator().get_default_view(), hc::array_view<int>(size)).wait();
  ++functions_ended;
}

// When it is destroyed, what main left must have been done.
struct Expected {
  int count;
  ~Expected() { require(functions_ended == count, "functions that were pending at exit"); }
};

int exit_then() {
  static hc::completion_future last;  // waits for its function when it is destroyed
  static const Expected after{1};
  last = add_one(hc::accelerator().get_default_view(), hc::array_view<int>(size)).then(launch_late);
  return 0;
}

int exit_gated() {
  static const Expected after{1};
  hc::accelerator_view view = hc::accelerator().create_view();
  static auto& last = *new hc::completion_future;
  last = add_one(view, hc::array_view<int>(size)).then(launch_late);
  view.create_blocking_marker(last);  // the queue is drained once the function is done
  std::exit(0);
}

int exit_in_function() {
  hc::accelerator_view view = hc::accelerator().create_view();
  static auto& last = *new hc::completion_future;
  static std::atomic<bool> go{false};
  last = add_one(view, hc::array_view<int>(size)).then([] {
    while (!go) std::this_thread::yield();
    std::exit(0);
  });
  view.create_blocking_marker(last);
  go = true;
  for (;;) pause();
}

// A function that can't end: it needs what the exiting thread holds.
int exit_locked() {
  static std::mutex mutex;
  static hc::completion_future last;
  static const struct Unlock {
    ~Unlock() { mutex.unlock(); }
  } unlock;  // after the functions' time is over
  mutex.lock();
  last = add_one(hc::accelerator().get_default_view(), hc::array_view<int>(size)).then([] {
    while (!mutex.try_lock()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    hc::accelerator().get_default_view().wait();
  });
  return 0;
}

// --- fork --------------------------------------------------------------------------------------------
// Uses the host accelerator; a clear exception is as good as the result.
void use_host_accelerator() {
  try {
    std::vector<int> memory(size, 1);
    {
      const hc::array_view<int> data(size, memory);
      hc::accelerator_view view = hc::accelerator(L"host").create_view();
      for (int n = 0; n < 5; ++n) add_one(view, data);
      add_one(hc::accelerator(L"host").get_default_view(), data).wait();
    }
    require(all_are(memory.data(), 7), "the host accelerator's result");
  } catch (const std::exception& error) {
    require(std::strlen(error.what()) > 10, "a message");
    std::printf("exception: %s\n", error.what());
  }
}

int fork_child() {
  use_host_accelerator();
  submit_some(10);  // on the default accelerator, pending while the process forks
  const pid_t child = fork();
  require(child >= 0, "fork");
  if (child == 0) {
    use_host_accelerator();
    std::exit(0);  // with what the parent had pending
  }
  use_host_accelerator();
  submit_some(10);
  int status = 0;
  require(waitpid(child, &status, 0) == child, "waitpid");
  require(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the child's end");
  return 0;
}

// A child that does something and ends.
template <class InChild>
pid_t fork_into(InChild in_child) {
  const pid_t child = fork();
  require(child >= 0, "fork");
  if (child > 0) return child;
  alarm(8);  // a child that hangs is ended, and that is reported
  in_child();
  _exit(0);
}

void end_of(pid_t child) {
  int status = 0;
  require(waitpid(child, &status, 0) == child, "waitpid");
  require(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the child's end");
}

// 64 pieces, each of which takes some milliseconds.
hc::completion_future start_long(const hc::accelerator_view& view) {
  return hc::parallel_for_each(view, hc::extent<1>(64).tile(1), [=](hc::tiled_index<1> i) [[hc]] {
    volatile int spent = 0;
    for (int k = 0; k < 1000000; ++k) spent = spent + i.global[0];
  });
}

// A child ends as any process does, with a kernel of the parent that still runs: static objects end, what was
// printed comes out, and the exit code is its own.
int fork_exit() {
  const hc::accelerator_view view = hc::accelerator().create_view();
  const hc::array_view<int> data(size);
  add_one(view, data).wait();
  start_long(view);
  std::this_thread::sleep_for(std::chrono::milliseconds(5));  // it has begun
  int ends[2];
  require(pipe(ends) == 0, "pipe");
  const pid_t child = fork();
  require(child >= 0, "fork");
  if (child == 0) {
    alarm(8);
    dup2(ends[1], STDOUT_FILENO);
    static const struct Last {
      ~Last() { std::printf("object "); }
    } last;
    std::ios::sync_with_stdio(false);
    std::cout << "stream ";
    std::exit(7);
  }
  close(ends[1]);
  std::string said;
  char letter = 0;
  while (read(ends[0], &letter, 1) == 1) said += letter;
  int status = 0;
  require(waitpid(child, &status, 0) == child, "waitpid");
  require(WIFEXITED(status) && WEXITSTATUS(status) == 7, "the child's exit code");
  require(said.find("object ") != said.npos && said.find("stream ") != said.npos, "what the child printed");
  return 0;
}

// Threads of the parent sleep until work ends; the child has the same work, but not those threads.
int fork_waiters() {
  setenv("HCPY_HOST_THREADS", "2", 1);  // the others can't help
  const hc::accelerator_view view = hc::accelerator(L"host").create_view();
  const hc::array_view<int> data(size);
  start_long(view);
  std::vector<std::thread> waiting;
  for (int n = 0; n < 48; ++n) {
    const hc::completion_future behind = add_one(view, data);
    waiting.emplace_back([behind] { behind.wait(); });
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  end_of(fork_into([&] {
    hc::accelerator_view mine = view;
    mine.wait();
    use_host_accelerator();
  }));
  for (std::thread& thread : waiting) thread.join();
  return 0;
}

// Threads of the parent are anywhere in the runtime.
int fork_busy() {
  use_host_accelerator();
  static std::atomic<bool> over{false};
  std::vector<std::thread> busy;
  for (int n = 0; n < 3; ++n)
    busy.emplace_back([] {
      const auto view = hc::accelerator(L"host").create_view();
      while (!over) {
        hc::array<int> array(16, view);
        hc::accelerator host(L"host");
        void* const memory = hc::am_alloc(64, host, 0);
        host.create_view();
        hc::am_free(memory);
      }
    });
  for (int n = 0; n < 100; ++n)
    end_of(fork_into([] {
      const auto view = hc::accelerator(L"host").create_view();
      hc::array<int> array(16, view);
      hc::parallel_for_each(view, array.get_extent(), [&array](hc::index<1> i) [[hc]] { array[i] = 7; });
      require(std::vector<int>(array)[15] == 7, "the child's array");
      hc::accelerator host(L"host");
      hc::am_free(hc::am_alloc(64, host, 0));
    }));
  over = true;
  for (std::thread& thread : busy) thread.join();
  return 0;
}

// A bit of everything, on objects of its own.
void use_all_parts() {
  use_host_accelerator();
  hc::accelerator host(L"host");
  void* const memory = hc::am_alloc(64, host, 0);
  hc::AmPointerInfo info;
  hc::am_memtracker_getinfo(&info, memory);
  hc::am_free(memory);
  const auto view = host.create_view();
  std::vector<int> values(16);
  const hc::array_view<int> data(16, values);
  add_one(view, data).then([] {});
  data.synchronize();
  view.create_marker().wait();
}

// A thread of the parent uses the runtime for the first time, slowly. No driver is loaded meanwhile: the C
// library's list of functions at exit, to which it adds, may stay locked in the child.
int fork_first_use() {
  for (const char* const name : {"HCPY_CUDA_LIBRARY", "HCPY_OPENCL_LIBRARY", "HCPY_VULKAN_LIBRARY"})
    setenv(name, "none", 1);
  std::atomic<bool> over{false};
  std::thread first([&] {
    allocates_slowly = true;
    use_all_parts();
    over = true;
  });
  std::vector<pid_t> children;
  while (!over) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (children.size() < 30) children.push_back(fork_into(use_all_parts));
  }
  for (const pid_t child : children) end_of(child);
  first.join();
  return 0;
}

// A function runs in the parent when it forks: in the child its future fails, and nothing waits for ever.
int fork_function() {
  static std::atomic<bool> begun{false}, go{false};
  {
    const hc::accelerator_view view = hc::accelerator().create_view();
    hc::completion_future function = add_one(view, hc::array_view<int>(size)).then([] {
      begun = true;
      while (!go) std::this_thread::yield();
    });
    while (!begun) std::this_thread::yield();
    const pid_t child = fork();
    require(child >= 0, "fork");
    if (child == 0) {
      alarm(8);
      bool failed = false;
      try {
        function.wait();
      } catch (const std::exception& error) {
        failed = std::strstr(error.what(), "forked") != nullptr;
      }
      require(failed, "the message of a function that the child does not have");
      use_host_accelerator();
      function = {};
      std::exit(0);
    }
    end_of(child);
    go = true;
    function.wait();
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string scenario = argc > 1 ? argv[1] : "";
  if (scenario == "exit_pending") return exit_pending();
  if (scenario == "static_destructors") return static_destructors();
  if (scenario == "quick_exit") return quick_exit();
  if (scenario == "exit_from_thread") return exit_from_thread();
  if (scenario == "exit_then") return exit_then();
  if (scenario == "exit_gated") return exit_gated();
  if (scenario == "exit_in_function") return exit_in_function();
  if (scenario == "exit_locked") return exit_locked();
  if (scenario == "fork_child") return fork_child();
  if (scenario == "fork_exit") return fork_exit();
  if (scenario == "fork_waiters") return fork_waiters();
  if (scenario == "fork_busy") return fork_busy();
  if (scenario == "fork_first_use") return fork_first_use();
  if (scenario == "fork_function") return fork_function();
  if (scenario == "close_done" && argc > 2) return close_done(argv[2]);
  if (scenario == "close_pending" && argc > 2) return close_pending(argv[2]);
  if (scenario == "close_gated" && argc > 2) return close_gated(argv[2]);
  if (scenario == "close_items" && argc > 4) return close_items(argv[4]);
  if (scenario == "two_plugins" && argc > 3) return two_plugins(argv[2], argv[3]);
  std::fprintf(stderr, "unknown scenario, or no plug-in: %s\n", scenario.c_str());
  return 2;
}
