// The list of accelerators.
#ifndef HCRT_CORE_DEVICES_HPP
#define HCRT_CORE_DEVICES_HPP

#include <atomic>
#include <memory>
#include <mutex>

#include "backend.hpp"
#include "fork.hpp"

namespace hcrt {

constexpr unsigned max_devices = 64;

// Any thread, at the same time; lives until the process ends.
class Device {
 public:
  Device(std::unique_ptr<backends::Device> implementation, unsigned slot)
      : implementation_(std::move(implementation)), slot_(slot) {}

  backends::Device& implementation() const noexcept { return *implementation_; }
  const DeviceInfo& info() const noexcept { return implementation_->info(); }
  unsigned slot() const noexcept { return slot_; }  // < max_devices; unlike the index it never changes
  bool shares_host_memory() const noexcept { return info().shares_host_memory; }
  /// A driver's threads do not come along when a process forks: the child has the device no more.
  bool lost_by_fork() const noexcept {
    return opened_in_ != fork_generation() && info().backend != Backend::host &&
           info().backend != Backend::cpu && info().backend != Backend::null;
  }
  void require_not_forked() const;
  Queue* transfer_queue();  // the runtime's own, made on first use, not in queues()

  std::mutex queues_mutex;
  std::vector<Queue*> queues;  // those that users made and still hold, in creation order

  void before_fork() {
    queues_mutex.lock();
    access_mutex.lock();
  }
  void after_fork() {
    access_mutex.unlock();
    queues_mutex.unlock();
  }

  std::mutex access_mutex;
  Access default_access = Access::none;  // once it is chosen
  bool access_chosen = false, access_fixed = false;

 private:
  std::unique_ptr<backends::Device> implementation_;
  unsigned slot_;
  const unsigned opened_in_ = fork_generation();
  std::once_flag transfer_queue_made_;
  Queue* transfer_queue_ = nullptr;
};

Device* cpu_device();
/// Those of one back end, "cuda"; opens no other. Why it has none: "" where it has some.
std::vector<Device*> devices_of(const char* backend);
std::string why_not(const char* backend);
/// All devices opened so far; opens none.
std::vector<Device*> opened_devices();
/// Throws the reason where the device can't run kernels.
void require_usable(const Device*);

}  // namespace hcrt
#endif
