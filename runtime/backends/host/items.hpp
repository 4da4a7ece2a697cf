// What is known of kernels that run itemwise while they run.
#ifndef HCRT_BACKENDS_HOST_ITEMS_HPP
#define HCRT_BACKENDS_HOST_ITEMS_HPP

#include <hcrt/item_abi.h>

#include <atomic>
#include <hcrt/runtime.hpp>
#include <mutex>
#include <string>

namespace hcrt::backends::host {

/// hcrt_host_launch::state: what the threads that run a launch share.
class LaunchState {
 public:
  explicit LaunchState(const void* owner) : command(owner) {}

  const void* const command;        // what waiters come after, for sanitizers
  std::atomic<bool> failed{false};  // its work-items end

  /// False: another one was first.
  bool fail(const std::string& message);
  /// Where no memory is left for the stacks and checks of a kernel with this lasting name. Takes none itself.
  bool fail_for_memory(const char* kernel) noexcept;
  Error error();  // after one of them gave true

 private:
  std::mutex mutex_;
  std::string message_;
  const char* starved_ = nullptr;
};

/// The work-group that the calling thread runs; dimension 0 is the fastest.
struct Group {
  const hcrt_host_launch* launch = nullptr;
  const hcrt_item_kernel* kernel = nullptr;
  void* dynamic = nullptr;
  std::uint32_t id[3] = {}, size[3] = {}, origin[3] = {};
  std::uint32_t local[3] = {};  // the running work-item's
  std::uint32_t item = 0;       // its number in the group

  std::uint32_t items() const noexcept { return size[0] * size[1] * size[2]; }
  LaunchState& state() const noexcept { return *static_cast<LaunchState*>(launch->state); }
};
Group& current_group() noexcept;

/// The thread has left its kernel by a jump, perhaps from the stack of a work-item.
void leave_items() noexcept;

/// Ends the running launch: the error goes to stderr, and to any thread that waits for the launch. Only the
/// first error of a launch is reported.
void fail_launch(const std::string& text);

}  // namespace hcrt::backends::host
#endif
