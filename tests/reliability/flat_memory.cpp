// T4: memory, files and threads of the process stay what they are, however much work was done.
//
//   flat_memory [--launches N] [--chains N] [--queues N] [--limit KIB] [--timeout SECONDS]
//
// Each kind of work is warmed up first; then the process's resident memory may grow by the limit (1024 KiB),
// and the numbers of open files and of threads, and a GPU's free memory, must be equal. Where memory grew by
// more, the same is done again, up to three times: a pool of a driver's grows once, a leak each time.
#include <dirent.h>
#include <dlfcn.h>
#include <unistd.h>
#include <hc.hpp>

#include <atomic>
#include <vector>

#include "options.hpp"
#include "watchdog.hpp"

namespace {

long entries(const char* folder) {
  DIR* const open_folder = opendir(folder);
  long count = 0;
  while (open_folder && readdir(open_folder)) ++count;
  if (open_folder) closedir(open_folder);
  return count;
}

long resident_kib() {
  std::FILE* const file = std::fopen("/proc/self/statm", "r");
  long all = 0, resident = 0;
  if (!file || std::fscanf(file, "%ld %ld", &all, &resident) != 2) resident = 0;
  if (file) std::fclose(file);
  return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

// Of the GPU that the CUDA driver's current context is on; 0 where there is none.
std::size_t free_device_bytes() {
  void* const driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
  if (!driver) return 0;
  using MemGetInfo = int (*)(std::size_t*, std::size_t*);
  const auto get = reinterpret_cast<MemGetInfo>(dlsym(driver, "cuMemGetInfo_v2"));
  std::size_t left = 0, all = 0;
  if (!get || get(&left, &all) != 0) left = 0;
  dlclose(driver);
  return left;
}

struct State {
  long kib = resident_kib(), files = entries("/proc/self/fd"), threads = entries("/proc/self/task");
  std::size_t device = free_device_bytes();
};

void launches(long count) {
  const hc::array_view<int> data(256);
  hc::accelerator_view view = hc::accelerator().get_default_view();
  for (long n = 0; n < count; ++n) {
    hc::parallel_for_each(view, data.get_extent(), [=](hc::index<1> i) [[hc]] { data[i] += i[0]; });
    if (n % 1000 == 999) view.wait();
  }
  view.wait();
}

// A chain: kernel, marker after it on another view, kernel after that, callback.
void chains(long count) {
  const hc::array_view<int> data(64);
  const hc::accelerator device;
  hc::accelerator_view a = device.get_default_view(), b = hc::accelerator().create_view();
  for (long n = 0; n < count; ++n) {
    const hc::completion_future first =
        hc::parallel_for_each(a, data.get_extent(), [=](hc::index<1> i) [[hc]] { data[i] += 1; });
    b.create_blocking_marker(first);
    hc::completion_future last =
        hc::parallel_for_each(b, data.get_extent(), [=](hc::index<1> i) [[hc]] { data[i] *= 3; });
    a.create_blocking_marker({first, last});
    if (n % 16 == 0) last.then([] {});
    if (n % 100 == 99) a.wait();
  }
  a.wait();
  b.wait();
}

void queues(long count) {
  const hc::array_view<int> data(64);
  for (long n = 0; n < count; ++n) {
    hc::accelerator_view view = hc::accelerator().create_view();
    hc::array<int, 1> own(64, view);
    hc::parallel_for_each(view, data.get_extent(), [=, &own](hc::index<1> i) [[hc]] { own[i] = data[i]; });
    if (n % 50 == 49) view.wait();  // most are dropped with work pending
  }
}

// Longer than the runtime keeps threads of callbacks that have nothing to do.
constexpr useconds_t idle_microseconds = 400000;

long failures = 0;

// Did all stay as it was?
bool measure_once(const char* name, void (*work)(long), long count, long limit_kib, Watchdog& watchdog) {
  const State before;
  watchdog.begin(name);
  work(count);
  State after;
  // Threads and memory that the last work used may be given back a moment later.
  for (int tries = 0; tries < 100 && after.threads != before.threads; ++tries) {
    usleep(10000);
    after = State();
  }
  const long growth = after.kib - before.kib;
  std::printf("%s: %ld times, memory %+ld KiB, files %+ld, threads %+ld, device memory %+lld bytes\n", name,
              count, growth, after.files - before.files, after.threads - before.threads,
              static_cast<long long>(before.device) - static_cast<long long>(after.device));
  return growth <= limit_kib && after.files == before.files && after.threads == before.threads &&
         after.device == before.device;
}

void measure(const char* name, void (*work)(long), long count, long limit_kib, Watchdog& watchdog) {
  watchdog.begin(std::string(name) + ", warm-up");
  work(count / 10 + 2000);
  usleep(idle_microseconds);
  for (int round = 0; round < 3; ++round)
    if (measure_once(name, work, count, limit_kib, watchdog)) return;
  std::printf("FAILED %s\n", name);
  ++failures;
}

// Callbacks that all run at once need a thread each, which must not stay.
void check_threads_end(Watchdog& watchdog) {
  watchdog.begin("threads of callbacks");
  constexpr int callbacks = 16;
  const long before = State().threads;
  {
    const hc::completion_future start = hc::accelerator().get_default_view().create_marker();
    std::atomic<int> running{0};
    std::vector<hc::value_future<int>> all;
    for (int n = 0; n < callbacks; ++n)
      all.push_back(start.then([&] {
        ++running;
        while (running < callbacks) usleep(100);
        return 0;
      }));
    for (const auto& one : all) one.wait();
  }
  long after = State().threads;
  for (int tries = 0; tries < 200 && after > before; ++tries) {
    usleep(10000);
    after = State().threads;
  }
  std::printf("callbacks at once: threads %+ld\n", after - before);
  if (after > before) ++failures;
}

}  // namespace

int main(int argc, char** argv) {
  const long limit = option(argc, argv, "--limit", 1024);
  Watchdog watchdog(static_cast<int>(option(argc, argv, "--timeout", 120)));
  const long launch_count = option(argc, argv, "--launches", 10000);
  measure("launches", launches, launch_count, limit, watchdog);
  measure("event chains", chains, option(argc, argv, "--chains", 1000), limit, watchdog);
  measure("queues", queues, option(argc, argv, "--queues", 100), limit, watchdog);
  check_threads_end(watchdog);
  return finish(std::to_string(launch_count) + " launches", failures);
}
