#include "devices.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "hcc_environment.hpp"
#include "lasting.hpp"
#include "log.hpp"
#include "queue.hpp"
#include "registry.hpp"
#include "variables.hpp"

namespace hcrt {
namespace {

class DeviceList;
DeviceList& list();

// Opens back ends one by one, so that a program that names its accelerator waits for no other driver.
class DeviceList {
 public:
  DeviceList() : backends_(backends::make_backends()), parts_(backends_.size()) {
    static const ForkActions actions{[] { list().before_fork(); },
                                     [](bool in_child) { list().after_fork(in_child); }};
    around_fork(ForkPart::devices, &actions);
  }

  const std::vector<Device*>& all() {
    std::unique_lock<std::mutex> lock(mutex_);
    if (!all_.empty()) return all_;
    lock.unlock();
    const bool for_vulkan = wants_vulkan();  // takes the lock of the registry, which comes before this one
    lock.lock();
    if (!all_.empty()) return all_;
    for (std::size_t i = 0; i < backends_.size(); ++i)
      if (for_vulkan || std::strcmp(backends_[i]->name(), "vulkan") != 0) open(i);
    const Making whole;
    for (const Part& part : parts_) all_.insert(all_.end(), part.devices.begin(), part.devices.end());
    return all_;
  }

  std::vector<Device*> of(const char* backend) {
    std::lock_guard<std::mutex> lock(mutex_);
    for (std::size_t i = 0; i < backends_.size(); ++i)
      if (std::strcmp(backends_[i]->name(), backend) == 0) return open(i);
    return {};
  }

  std::vector<Device*> opened() {
    std::lock_guard<std::mutex> lock(mutex_);
    std::vector<Device*> result;
    for (const Part& part : parts_) result.insert(result.end(), part.devices.begin(), part.devices.end());
    return result;
  }

  std::string note(const char* backend) {
    std::lock_guard<std::mutex> lock(mutex_);
    for (const auto& candidate : backends_)
      if (std::strcmp(candidate->name(), backend) == 0) return candidate->note();
    return text("there is no back end '%s'", backend);
  }

  std::vector<std::string> notes() {
    all();
    std::vector<std::string> result;
    for (const auto& backend : backends_)
      if (const std::string note = backend->note(); !note.empty())
        result.push_back(std::string(backend->name()) + ": " + note);
    return result;
  }

  // The first device that runs kernels, in the order CUDA, OpenCL GPU, host, OpenCL CPU.
  Device* automatic_default() {
    if (Device* chosen = gpu(hcc_environment().default_gpu)) return chosen;
    for (Device* device : of("cuda"))
      if (device->info().unusable.empty()) return device;
    for (Device* device : of("opencl"))
      if (device->info().unusable.empty() && device->info().is_gpu) return device;
    for (Device* device : of("host"))
      if (device->info().unusable.empty()) return device;
    for (Device* device : of("opencl"))
      if (device->info().unusable.empty()) return device;
    throw Error(Errc::runtime, "no accelerator can run kernels here; `hcc-info` says why");
  }

  // Drivers may fork while they start, and need not be waited for: their devices are lost to the child.
  void before_fork() {
    fork_has_default = take_for_fork(default_mutex);
    fork_has_list = take_for_fork(mutex_);
    if (!fork_has_list) return;
    for (const Part& part : parts_)
      for (Device* device : part.devices) device->before_fork();
  }
  void after_fork(bool in_child) {
    if (fork_has_list)
      for (const Part& part : parts_)
        for (Device* device : part.devices) device->after_fork();
    if (in_child) {
      new (&mutex_) std::mutex;
      new (&default_mutex) std::mutex;
      opening_ = false;
      return;
    }
    if (fork_has_list) mutex_.unlock();
    if (fork_has_default) default_mutex.unlock();
  }

  std::mutex default_mutex;
  Device* chosen_default = nullptr;
  bool default_used = false;

 private:
  // GPU number n, those of CUDA first; null where there is none.
  Device* gpu(int n) {
    if (n < 0) return nullptr;
    for (const char* backend : {"cuda", "opencl"})
      for (Device* device : of(backend))
        if (device->info().unusable.empty() && device->info().is_gpu && n-- == 0) return device;
    return nullptr;
  }

  // Images for Vulkan are made on request: other programs see no accelerators that none of their kernels
  // runs on, and do not wait for the drivers. A view made by name, hcc-info and Python open them by of().
  static bool wants_vulkan() {
    return std::strncmp(variables::default_accelerator.value(), "vulkan", 6) == 0 ||
           has_image(HCRT_IMAGE_VULKAN);
  }

  bool take_for_fork(std::mutex& mutex) const {
    while (!mutex.try_lock()) {
      if (opening_) return false;
      std::this_thread::yield();
    }
    return true;
  }

  struct Part {
    bool opened = false;
    std::vector<Device*> devices;
  };

  const std::vector<Device*>& open(std::size_t index) {
    Part& part = parts_[index];
    if (part.opened) return part.devices;
    backends::Backend& backend = *backends_[index];
    part.opened = backend.starts_driver();  // a child of now must not start it a second time
    std::vector<std::unique_ptr<backends::Device>> found = open_backend(backend);
    const Making whole;  // forks that did not wait for the driver wait now
    for (auto& device : found) {
      if (slots_ == max_devices) break;
      part.devices.push_back(new Device(std::move(device), slots_++));
      const DeviceInfo& info = part.devices.back()->info();
      HCRT_LOG("device %s: %s%s%s", narrow(info.path).c_str(), narrow(info.description).c_str(),
               info.unusable.empty() ? "" : ", unusable: ", info.unusable.c_str());
    }
    part.opened = true;
    if (const std::string note = backend.note(); !note.empty())
      HCRT_LOG("back end %s: %s", backend.name(), note.c_str());
    return part.devices;
  }

  std::vector<std::unique_ptr<backends::Device>> open_backend(backends::Backend& backend) {
    struct Opening {
      Opening(std::atomic<bool>& flag, bool value) : flag_(flag) { flag_ = value; }
      ~Opening() { flag_ = false; }
      std::atomic<bool>& flag_;
    } opening(opening_, backend.starts_driver());
    return backend.open();
  }

  std::mutex mutex_;
  std::atomic<bool> opening_{false};  // a driver is being started
  static inline thread_local bool fork_has_list = false, fork_has_default = false;  // got by before_fork()
  std::vector<std::unique_ptr<backends::Backend>> backends_;
  std::vector<Part> parts_;
  std::vector<Device*> all_;
  unsigned slots_ = 0;
};

DeviceList& list() { return lasting<DeviceList>(); }

// "host", "opencl", "opencl:1": the device, or an Error that says why it can't be had.
Device* named_device(const std::string& name) {
  const std::size_t colon = name.find(':');
  const std::string backend = name.substr(0, colon);
  const std::string fault = "HCPY_DEFAULT_ACCELERATOR=" + name + ": ";
  const char* const known[] = {"host", "opencl", "cuda", "vulkan", "null"};
  if (std::none_of(std::begin(known), std::end(known), [&](const char* one) { return backend == one; }))
    throw Error(Errc::runtime,
                fault + "unknown accelerator; use host, opencl[:n] or cuda[:n], or vulkan[:n]");
  const std::vector<Device*> devices = list().of(backend.c_str());
  if (devices.empty()) {
    const std::string note = list().note(backend.c_str());
    throw Error(Errc::runtime, fault + (note.empty() ? "no such device" : note));
  }
  if (colon == std::string::npos) {
    for (Device* device : devices)
      if (device->info().unusable.empty()) return device;
    throw Error(Errc::runtime, fault + devices.front()->info().unusable);
  }
  for (Device* device : devices) {
    if (narrow(device->info().path) != name) continue;
    if (!device->info().unusable.empty()) throw Error(Errc::runtime, fault + device->info().unusable);
    return device;
  }
  throw Error(Errc::runtime, fault + text("no such device; %s has %zu", backend.c_str(), devices.size()));
}

Device* choose_default() {
  const char* const name = variables::default_accelerator.given();
  if (name) return named_device(name);
  return list().automatic_default();
}

}  // namespace

Queue* Device::transfer_queue() {
  std::call_once(transfer_queue_made_,
                 [this] { transfer_queue_ = Queue::create(this, QueueOptions(), false); });
  return transfer_queue_;
}

void Device::require_not_forked() const {
  if (lost_by_fork())
    throw Error(Errc::device_removed,
                "accelerator " + narrow(info().path) +
                    " belongs to the process that this one was forked from; here only the host accelerator "
                    "can be used");
}

Device* cpu_device() {
  return lasting([] { return list().of("cpu").front(); });
}

std::vector<Device*> devices_of(const char* backend) { return list().of(backend); }

std::string why_not(const char* backend) {
  const std::vector<Device*> devices = list().of(backend);
  std::string reasons = devices.empty() ? list().note(backend) : "";
  for (const Device* device : devices) {
    const DeviceInfo& info = device->info();
    if (info.unusable.empty()) return "";
    reasons += (reasons.empty() ? "" : "; ") + narrow(info.path) + " (" + narrow(info.description) +
               "): " + info.unusable;
  }
  return reasons;
}

std::vector<Device*> opened_devices() { return list().opened(); }

void require_usable(const Device* device) {
  const DeviceInfo& info = device->info();
  if (info.backend == Backend::cpu)
    throw Error(
        Errc::runtime,
        "concurrency::parallel_for_each is not supported on the selected accelerator \"CPU accelerator\".");
  if (!info.unusable.empty())
    throw Error(Errc::runtime, "accelerator " + narrow(info.path) + " can't run kernels: " + info.unusable);
}

static bool usable(const Device* device) {
  return device->info().unusable.empty() && !device->lost_by_fork();
}

bool can_reach(const Device* device, const Device* other) {
  return device != other && usable(device) && !other->lost_by_fork() &&
         device->implementation().reaches(other->implementation());
}

bool reach(Device* device, Device* other) {
  return can_reach(device, other) && device->implementation().reach(other->implementation());
}

const std::vector<Device*>& devices() { return list().all(); }

const DeviceInfo& info(const Device* device) { return device->info(); }

Device* find_device(const std::wstring& path) {
  if (path == L"default") return default_device();
  if (path == L"direct3d\\warp" || path == L"direct3d\\ref") return list().of("host").front();
  if (path == L"gpu") {
    for (Device* device : devices())
      if (device->info().is_gpu && device->info().unusable.empty()) return device;
    return default_device();
  }
  const bool is_vulkan = path.compare(0, 6, L"vulkan") == 0;  // which devices() may leave out
  for (Device* device : is_vulkan ? list().of("vulkan") : devices())
    if (device->info().path == path) return device;
  return nullptr;
}

// The default accelerator, or an Error that says why there is none.
static Device* require_default_device() {
  DeviceList& devices = list();
  std::lock_guard<std::mutex> lock(devices.default_mutex);
  if (!devices.chosen_default) {
    devices.chosen_default = choose_default();
    HCRT_LOG("default accelerator: %s", narrow(devices.chosen_default->info().path).c_str());
  }
  devices.default_used = true;
  return devices.chosen_default;
}

// The program asked for nothing wrong, and its thread may be one that catches nothing: the user who chose the
// accelerator gets one line and an exit code, never std::terminate.
Device* default_device() {
  const std::string fault = default_device_fault();
  if (!fault.empty()) {
    std::fprintf(stderr, "hcrt: error: %s\n", fault.c_str());
    std::exit(1);
  }
  return require_default_device();
}

std::string default_device_fault() {
  try {
    require_default_device();
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

bool set_default_device(Device* device) {
  DeviceList& devices = list();
  std::lock_guard<std::mutex> lock(devices.default_mutex);
  if (devices.default_used) return false;
  devices.chosen_default = device;
  return true;
}

Access default_cpu_access(Device* device, bool only_shared) {
  const std::lock_guard<std::mutex> lock(device->access_mutex);
  device->access_fixed = true;
  if (device->access_chosen) return device->default_access;
  return device->shares_host_memory() || !only_shared ? Access::read_write : Access::none;
}

bool set_default_cpu_access(Device* device, Access access) {
  const std::lock_guard<std::mutex> lock(device->access_mutex);
  if (device->access_fixed || (access != Access::none && !device->shares_host_memory())) return false;
  device->default_access = access;
  device->access_chosen = true;
  return true;
}

std::uint32_t device_index(const Device* device) {
  const std::vector<Device*>& all = devices();
  for (std::uint32_t i = 0; i < all.size(); ++i)
    if (all[i] == device) return i;
  return 0;
}

std::vector<std::string> backend_notes() { return list().notes(); }

}  // namespace hcrt
