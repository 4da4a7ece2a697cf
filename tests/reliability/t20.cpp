// T20: the end of a process, of a plug-in and of a fork, one scenario a run.
//
//   t20 SCENARIO [PLUG-IN [PLUG-IN]]
//
// Exit code 0: all right; 1: something was wrong. Whoever runs it looks for crashes and hangs.
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <hc.hpp>
#include <hc_am.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

namespace {

constexpr int size = 20000;

void require(bool condition, const char* what) {
  if (condition) return;
  std::printf("FAILED: %s\n", what);
  std::fflush(stdout);
  std::_Exit(1);
}

hc::completion_future add_one(const hc::accelerator_view& view, const hc::array_view<int>& data) {
  return hc::parallel_for_each(view, data.get_extent(), [=](hc::index<1> i) [[hc]] {
    int x = data[i];
    for (int k = 0; k < 300; ++k) x = x * 3 + k;
    data[i] += 1 + (x == 12345 ? 0 : 0);
  });
}

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

// --- plug-ins ----------------------------------------------------------------------------------------
using Add = void (*)(int*, int, int, bool);

struct Plugin {
  void* handle;
  Add add;

  explicit Plugin(const char* path) : handle(dlopen(path, RTLD_NOW | RTLD_LOCAL)), add(nullptr) {
    require(handle != nullptr, "dlopen");
    add = reinterpret_cast<Add>(dlsym(handle, "add"));
    require(add != nullptr, "dlsym");
  }
  void close() { require(dlclose(handle) == 0, "dlclose"); }
};

// Memory that kernels on any accelerator reach by pointer.
int* shared_memory() {
  hc::accelerator device;
  return hc::am_alloc(size * sizeof(int), device, amHostCoherent);
}

bool all_are(const int* data, int value) {
  for (int i = 0; i < size; ++i)
    if (data[i] != value) return false;
  return true;
}

// Three times, as each may leave something behind.
int close_plugin(const char* path, int rounds, bool waits, const char* what) {
  int* const data = shared_memory();
  std::memset(data, 0, size * sizeof(int));
  for (int times = 1; times <= 3; ++times) {
    Plugin plugin(path);
    plugin.add(data, size, rounds, waits);
    plugin.close();
    require(all_are(data, times * rounds), what);
  }
  return 0;
}

int close_done(const char* path) { return close_plugin(path, 5, true, "the plug-in's kernels"); }

int close_pending(const char* path) {
  return close_plugin(path, 20, false, "kernels of a plug-in that was closed");
}

int two_plugins(const char* first, const char* second) {
  int* const a = shared_memory();
  int* const b = shared_memory();
  std::memset(a, 0, size * sizeof(int));
  std::memset(b, 0, size * sizeof(int));
  Plugin one(first), two(second);
  one.add(a, size, 20, false);
  two.add(b, size, 20, false);
  one.close();
  require(all_are(a, 20), "the first plug-in's kernels");
  two.add(b, size, 5, true);
  require(all_are(b, 25), "the second plug-in's kernels");
  Plugin again(first);
  again.add(a, size, 5, false);
  two.close();
  return 0;  // ends with work of a plug-in pending
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

}  // namespace

int main(int argc, char** argv) {
  const std::string scenario = argc > 1 ? argv[1] : "";
  if (scenario == "exit_pending") return exit_pending();
  if (scenario == "static_destructors") return static_destructors();
  if (scenario == "quick_exit") return quick_exit();
  if (scenario == "exit_from_thread") return exit_from_thread();
  if (scenario == "fork_child") return fork_child();
  if (scenario == "close_done" && argc > 2) return close_done(argv[2]);
  if (scenario == "close_pending" && argc > 2) return close_pending(argv[2]);
  if (scenario == "two_plugins" && argc > 3) return two_plugins(argv[2], argv[3]);
  std::fprintf(stderr, "unknown scenario, or no plug-in: %s\n", scenario.c_str());
  return 2;
}
