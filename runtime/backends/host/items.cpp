#include "items.hpp"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <new>
#include <vector>

#include "../../core/per_thread.hpp"
#include "check.hpp"
#include "fiber.hpp"
#include "sanitizers.hpp"
#include "work_item.hpp"

namespace hcrt::backends::host {
namespace {

// Work-items that ThreadSanitizer tells apart; prime, so that regular distances are no multiple.
constexpr std::uint32_t sanitized_items = 61;

constexpr char no_memory[] = "error: no memory is left for the stacks and checks of kernel ";

thread_local Group group;

// What identifies this thread's groups to ThreadSanitizer: their beginning, their end, and their barriers of
// even and of odd number.
struct Keys {
  char begin, end, barriers[2];
};
thread_local Keys keys;

// Memory is taken where a stack is used. A kernel without barriers may be recursive and has few of them; one
// with barriers has as many as its tile has work-items.
constexpr std::size_t large_stack = 4 * 1024 * 1024, small_stack = 256 * 1024;

// The fibers of this thread with stacks of one size, kept from launch to launch.
template <std::size_t stack_bytes>
class Fibers {
 public:
  Fiber& get(std::uint32_t number) {
    while (fibers_.size() <= number) fibers_.push_back(std::make_unique<Fiber>(stack_bytes));
    return *fibers_[number];
  }

  void clear() noexcept { fibers_.clear(); }

 private:
  std::vector<std::unique_ptr<Fiber>> fibers_;
};

// The work-groups of one call of __hcrt_run_items.
class Run {
 public:
  Run(const hcrt_item_kernel& kernel, const void* argument) : kernel_(kernel), argument_(argument) {
    if (kernel.flags & HCRT_ITEMS_CHECKED) begin_checks();
  }

  /// False: the launch failed.
  bool run_group() {
    const bool together = (kernel_.flags & HCRT_KERNEL_BARRIER) != 0;
    release_for_sanitizer(&keys.begin);
    if (!together && !has_thread_sanitizer() && !(kernel_.flags & HCRT_ITEMS_CHECKED)) {
      for (std::uint32_t item = 0; item < group.items(); ++item) {
        enter(item);
        kernel_.run(argument_);
      }
    } else if (!(together ? run_together() : run_one_by_one())) {
      return false;
    }
    pass_barrier();
    // The next group has other contents in the same tile memory: it comes after this one.
    if (uses_tile_memory()) acquire_for_sanitizer(&keys.end);
    ++turn_;
    return true;
  }

  void wait_at_barrier() {
    Fiber* const fiber = Fiber::current();
    if (!fiber || !(kernel_.flags & HCRT_KERNEL_BARRIER)) return;
    const hcrt_place* const place = __hcrt_check_place;
    const char* const barrier = &keys.barriers[barrier_ & 1];
    release_for_sanitizer(barrier);
    fiber->pause();
    acquire_for_sanitizer(barrier);
    __hcrt_check_place = place;
  }

  static thread_local Run* current;

 private:
  static void enter(std::uint32_t item) noexcept {
    group.item = item;
    group.local[0] = item % group.size[0];
    group.local[1] = item / group.size[0] % group.size[1];
    group.local[2] = item / group.size[0] / group.size[1];
    for (int d = 0; d < 3; ++d) {
      hcrt_work_item.global[d] = group.origin[d] + group.local[d];
      hcrt_work_item.local[d] = group.local[d];
      hcrt_work_item.tile[d] = group.id[d];
    }
  }

  bool uses_tile_memory() const { return kernel_.tile_count > 0 || group.launch->dynamic_bytes > 0; }

  static void run_item(void* run) {
    const Run& self = *static_cast<Run*>(run);
    acquire_for_sanitizer(&keys.begin);
    __hcrt_check_place = nullptr;
    self.kernel_.run(self.argument_);
    if (self.uses_tile_memory()) release_for_sanitizer(&keys.end);
    release_for_sanitizer(group.state().command);
  }

  // A fiber for each work-item in turn, so that ThreadSanitizer sees as many threads.
  Fiber& fiber_of(std::uint32_t item, std::uint32_t count) {
    const std::uint32_t number = (item + turn_) % count;
    return kernel_.flags & HCRT_KERNEL_BARRIER ? PerThread<Fibers<small_stack>>::get().get(number)
                                               : PerThread<Fibers<large_stack>>::get().get(number);
  }

  bool run_one_by_one() {
    const std::uint32_t count = has_thread_sanitizer() ? sanitized_items : 1;
    for (std::uint32_t item = 0; item < group.items(); ++item) {
      Fiber& fiber = fiber_of(item, count);
      fiber.start(run_item, this);
      enter(item);
      fiber.resume();
      if (group.state().failed.load(std::memory_order_relaxed)) return false;
    }
    return true;
  }

  // All work-items, from barrier to barrier.
  bool run_together() {
    const std::uint32_t items = group.items();
    const std::uint32_t count = has_thread_sanitizer() ? std::max(items, sanitized_items) : items;
    for (std::uint32_t item = 0; item < items; ++item) fiber_of(item, count).start(run_item, this);
    for (;;) {
      std::uint32_t waiting = 0;
      const hcrt_place *place = nullptr, *other = nullptr;
      for (std::uint32_t item = 0; item < items; ++item) {
        Fiber& fiber = fiber_of(item, count);
        if (fiber.ended()) continue;
        enter(item);
        fiber.resume();
        if (group.state().failed.load(std::memory_order_relaxed)) return false;
        if (fiber.ended()) continue;
        if (!waiting++) place = __hcrt_check_place;
        if (__hcrt_check_place != place) other = __hcrt_check_place;
      }
      if (!waiting) return true;
      if (kernel_.flags & HCRT_ITEMS_CHECKED) {
        if (waiting < items) report_missed_barrier(place, waiting);
        if (other) report_two_barriers(place, other);
        if (group.state().failed.load(std::memory_order_relaxed)) return false;
      }
      pass_barrier();
      ++barrier_;
    }
  }

  const hcrt_item_kernel& kernel_;
  const void* const argument_;
  std::uint32_t turn_ = 0, barrier_ = 0;
};

thread_local Run* Run::current = nullptr;

void enter_group(std::uint64_t number) noexcept {
  const hcrt_host_launch& launch = *group.launch;
  for (int d = 0; d < 3; ++d) {
    group.id[d] = static_cast<std::uint32_t>(number % launch.num_groups[d]);
    number /= launch.num_groups[d];
    group.origin[d] = group.id[d] * launch.group_size[d];
    group.size[d] = std::min(launch.group_size[d], launch.global_size[d] - group.origin[d]);
  }
}

int dimension(int asked) noexcept { return std::clamp(asked, 0, 2); }

}  // namespace

Group& current_group() noexcept { return group; }

bool LaunchState::fail(const std::string& message) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (failed.exchange(true)) return false;
  message_ = message;
  return true;
}

bool LaunchState::fail_for_memory(const char* kernel) noexcept {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (failed.exchange(true)) return false;
  starved_ = kernel;
  return true;
}

Error LaunchState::error() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (starved_) return Error(Errc::out_of_memory, no_memory + std::string(starved_));
  return Error(Errc::runtime, message_);
}

static void free_fibers() noexcept {
  if (auto* const small = PerThread<Fibers<small_stack>>::known()) small->clear();
  if (auto* const large = PerThread<Fibers<large_stack>>::known()) large->clear();
}

void leave_items() noexcept {
  Run::current = nullptr;
  Fiber::forget_current();
}

static void show(const char* text, const char* more = "") noexcept {
  std::fflush(stdout);
  std::fprintf(stderr, "%s%s\n", text, more);
}

void fail_launch(const std::string& text) {
  if (group.state().fail(text)) show(text.c_str());
}

}  // namespace hcrt::backends::host

using hcrt::backends::host::dimension;
using hcrt::backends::host::group;

extern "C" {

void __hcrt_run_items(const hcrt_item_kernel* kernel, const void* argument, const hcrt_host_launch* launch,
                      uint64_t first, uint64_t last, void* dynamic) {
  using namespace hcrt::backends::host;
  group.launch = launch;
  group.kernel = kernel;
  group.dynamic = dynamic;
  try {
    Run run(*kernel, argument);
    Run::current = &run;
    for (; first < last; ++first) {
      if (group.state().failed.load(std::memory_order_relaxed)) break;
      enter_group(first);
      if (!run.run_group()) break;
    }
  } catch (const std::bad_alloc&) {  // compiled code, which has called this, lets nothing pass
    free_fibers();
    if (group.state().fail_for_memory(kernel->name)) show(no_memory, kernel->name);
  }
  Run::current = nullptr;
}

unsigned __hcrt_local_id(int d) { return group.local[dimension(d)]; }
unsigned __hcrt_group_id(int d) { return group.id[dimension(d)]; }
unsigned __hcrt_group_size(int d) { return group.size[dimension(d)]; }
unsigned __hcrt_num_groups(int d) { return group.launch->num_groups[dimension(d)]; }
unsigned __hcrt_global_id(int d) { return group.origin[dimension(d)] + group.local[dimension(d)]; }
unsigned __hcrt_global_size(int d) { return group.launch->global_size[dimension(d)]; }
void* __hcrt_dynamic_group_memory(void) { return group.dynamic; }

void __hcrt_barrier(void) {
  using hcrt::backends::host::Run;
  if (Run::current) Run::current->wait_at_barrier();
}

}  // extern "C"
