// Kernels on the host that break, and signals that are not theirs, each in a separate process.
#include <hcrt/item_abi.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>

#include "../../../runtime/core/failure.hpp"
#include "bundle_builder.hpp"
#include "expect.hpp"

using namespace hcrt;

namespace {

void nothing(const void*, const hcrt_host_launch*, std::uint64_t, std::uint64_t, void*, void*) {}

int* volatile nowhere = nullptr;

void wild(const void*, const hcrt_host_launch*, std::uint64_t, std::uint64_t, void*, void*) { *nowhere = 1; }

// Each work-item comes to a barrier; the fourth breaks after it.
void item(const void* argument) {
  __hcrt_barrier();
  if (*static_cast<const std::uint64_t*>(argument) && __hcrt_local_id(0) == 3) *nowhere = 1;
}

void items(const void* argument, const hcrt_host_launch* launch, std::uint64_t first, std::uint64_t last,
           void*, void* dynamic) {
  static const hcrt_item_kernel kernel{item, "items", HCRT_KERNEL_BARRIER, 0, nullptr};
  __hcrt_run_items(&kernel, argument, launch, first, last, dynamic);
}

void lonely_barrier(const void*, const hcrt_host_launch*, std::uint64_t, std::uint64_t, void*, void*) {
  __hcrt_barrier();
}

TestUnit& unit() {
  static TestUnit& instance = *new TestUnit(
      "unit-faults",
      {{"nothing", 8, nothing}, {"wild", 8, wild}, {"items", 8, items}, {"lonely", 8, lonely_barrier}},
      {{HCRT_IMAGE_HOST, "x86-64", ""}});
  static const bool registered = (instance.register_now(), true);
  static_cast<void>(registered);
  return instance;
}

// What the kernel's failure says; "" where it does not fail.
std::string run(const char* name, std::uint64_t groups, std::uint32_t group, std::uint64_t argument = 0) {
  return message_of([&] {
    const Ref<Queue> queue = create_queue(find_device(L"host"), QueueOptions());
    LaunchShape shape;
    shape.global[0] = groups * group;
    shape.group[0] = group;
    shape.group[1] = shape.group[2] = 1;
    LaunchScope scope(queue.get());
    const Ref<Event> event = scope.launch(unit().id(name), &argument, sizeof argument, shape);
    wait(event.get());
  });
}

bool says(const std::string& text, const char* part) {
  if (text.find(part) != std::string::npos) return true;
  std::printf("'%s' lacks '%s'\n", text.c_str(), part);
  std::fflush(stdout);
  return false;
}

// How a process that does this ends; its exit code is 0 where `body` gives true.
template <class Body>
int status_of(Body body) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
    alarm(60);
    _exit(body() ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  return status;
}

}  // namespace

TEST(HostFaults, ASignalThatIsSentEndsTheProcess) {
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) {
    const int status = status_of([signal] {
      if (!run("nothing", 1, 1).empty()) return false;
      raise(signal);
      return true;
    });
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal);
  }
}

TEST(HostFaults, ALaunchFailsWhereItsStacksFindNoMemory) {
  EXPECT_EQ(status_of([] {
              if (!run("items", 4, 8).empty()) return false;
              long pages = 0;
              if (std::FILE* const file = std::fopen("/proc/self/statm", "r")) {
                if (std::fscanf(file, "%ld", &pages) != 1) pages = 0;
                std::fclose(file);
              }
              const rlim_t most = static_cast<rlim_t>(pages * sysconf(_SC_PAGESIZE)) + (32u << 20);
              const rlimit limit{most, most};
              setrlimit(RLIMIT_AS, &limit);
              if (!says(run("items", 4, 1024), "no memory is left")) return false;
              return says(run("wild", 64, 1), "wild address");  // faults are still caught
            }),
            0);
}

// Nothing is left of the memory that the process may have, until release().
class Exhausted {
 public:
  Exhausted() {
    const rlimit none{0, 0};
    setrlimit(RLIMIT_AS, &none);
    for (std::size_t bytes = std::size_t{1} << 20; bytes >= 16; bytes /= 2)
      while (void* const block = std::malloc(bytes)) last_ = new (block) void*(last_);
  }
  void release() {
    while (last_) std::free(std::exchange(last_, static_cast<void**>(*last_)));
  }

 private:
  void** last_ = nullptr;
};

TEST(HostFaults, FailuresAreKnownWhereNoMemoryIsLeft) {
  if (is_sanitized) GTEST_SKIP() << "a sanitizer ends a process that has no memory left";
  EXPECT_EQ(status_of([] {
              FailureRef failures[2];
              Exhausted memory;
              for (FailureRef& failure : failures) {
                try {
                  throw std::bad_alloc();
                } catch (...) {
                  failure = current_failure();
                }
              }
              memory.release();
              const std::string told = message_of([&] { failures[0]->deliver(); });
              return says(told, "no memory is left on the host") && undelivered(failures[1]);
            }),
            0);
}

TEST(HostFaults, ABarrierAfterAFaultBelongsToNobody) {
  EXPECT_EQ(status_of([] {
              for (int i = 0; i < 20; ++i)
                if (!says(run("items", 64, 8, 1), "wild address") || !run("lonely", 64, 1).empty())
                  return false;
              return run("items", 64, 8).empty();
            }),
            0);
}
