// T8: a kernel writes to a wild address. Its GPU is lost: all later calls say so at once; the other
// accelerators and the program go on.
#include <chrono>
#include <cstdio>
#include <hc.hpp>
#include <string>
#include <vector>

namespace {

int failed = 0;

void check(bool good, const char* what) {
  if (good) return;
  std::printf("FAILED: %s\n", what);
  ++failed;
}

// The call must throw accelerator_view_removed; gives the message.
template <class Call>
std::string removed(const char* what, Call call, double limit_ms = 1.0) {
  using clock = std::chrono::steady_clock;
  const clock::time_point begin = clock::now();
  std::string message;
  try {
    call();
    check(false, (std::string(what) + ": nothing thrown").c_str());
  } catch (const hc::accelerator_view_removed& error) {
    message = error.what();
  } catch (const std::exception& error) {
    check(false, (std::string(what) + ": another error: " + error.what()).c_str());
  }
  const double ms = std::chrono::duration<double, std::milli>(clock::now() - begin).count();
  std::printf("%s: %.3f ms: %s\n", what, ms, message.c_str());
  check(ms < limit_ms, "a later call took a millisecond or more");
  return message;
}

}  // namespace

int main() {
  hc::accelerator gpu;
  hc::accelerator_view view = gpu.get_default_view(), second = gpu.create_view();
  std::vector<int> data(1000, 1), fetched(1000);
  hc::array_view<int> seen(1000, data);
  hc::array<int> array(1000, data.begin(), view);
  hc::parallel_for_each(view, seen.get_extent(), [=](hc::index<1> i) [[hc]] { seen[i] += 1; }).wait();
  seen.synchronize();
  int* wild = reinterpret_cast<int*>(0x10);
  const hc::completion_future bad =
      hc::parallel_for_each(view, seen.get_extent(), [=](hc::index<1> i) [[hc]] { wild[i[0]] = 1; });
  const hc::completion_future marker = second.create_blocking_marker(bad);
  const std::string message = removed("wait", [&] { bad.wait(); }, 5000.0);
  check(message.find("sticky_fault.cpp") != std::string::npos, "the error lacks the kernel's place");
  removed("wait again", [&] { bad.wait(); });
  removed("dependent marker", [&] { marker.wait(); });
  removed("launch", [&] {
    hc::parallel_for_each(view, seen.get_extent(), [=](hc::index<1> i) [[hc]] { seen[i] += 1; }).wait();
  });
  removed("launch on another view", [&] {
    hc::parallel_for_each(second, seen.get_extent(), [=](hc::index<1> i) [[hc]] { seen[i] += 1; }).wait();
  });
  removed("new array", [&] { hc::array<int> more(1 << 24, view); });
  removed("copy", [&] { hc::copy(array, fetched.begin()); });
  removed("view.wait", [&] { view.wait(); });
  removed("create_view", [&] { gpu.create_view().wait(); });
  removed("marker", [&] { second.create_marker().wait(); });
  // Host memory is the program's as before, and another accelerator works with it.
  check(seen[5] == 2, "the host's copy");
  hc::accelerator host(L"host");
  hc::parallel_for_each(host.get_default_view(), seen.get_extent(), [=](hc::index<1> i) [[hc]] {
    seen[i] += 40;
  }).wait();
  check(seen[999] == 42, "the host accelerator after the fault");
  std::puts(failed ? "FAILED" : "PASSED: sticky fault");
  return failed ? 1 : 0;
}
