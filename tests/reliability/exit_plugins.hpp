// T20's scenarios in which plug-ins are closed.
#ifndef HCRT_TESTS_EXIT_PLUGINS_HPP
#define HCRT_TESTS_EXIT_PLUGINS_HPP

#include <dlfcn.h>

#include <hc.hpp>
#include <hc_am.hpp>

#include <atomic>
#include <chrono>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

#include "exit_work.hpp"

namespace {

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

// The plug-in is closed while its work waits for a function.
template <class Function>
int close_behind(const char* path, Function function) {
  int* const data = shared_memory();
  std::memset(data, 0, size * sizeof(int));
  Plugin plugin(path);
  const hc::completion_future before =
      add_one(hc::accelerator().create_view(), hc::array_view<int>(size)).then(function);
  using AddBehind = void (*)(const hc::completion_future&, int*, int);
  reinterpret_cast<AddBehind>(dlsym(plugin.handle, "add_behind"))(before, data, size);
  plugin.close();
  require(all_are(data, 1), "the plug-in's kernel behind a function");
  return 0;
}

// The function's thread has not used the runtime before.
int close_gated(const char* path) {
  return close_behind(path, [] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    add_one(hc::accelerator().get_default_view(), hc::array_view<int>(size)).wait();
  });
}

// The threads that run the plug-in's kernels, item by item as it was compiled for debuggers, have run none
// before.
int close_items(const char* path) {
  setenv("HCPY_HOST_THREADS", "4", 1);
  if (hc::accelerator().get_device_path() != L"host") return 0;  // it has code for no other
  return close_behind(path, [] { std::this_thread::sleep_for(std::chrono::milliseconds(50)); });
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

}  // namespace

#endif
