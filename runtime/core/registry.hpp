// The bundles of the program, and the way from a KernelId to code on a device.
#ifndef HCRT_CORE_REGISTRY_HPP
#define HCRT_CORE_REGISTRY_HPP

#include <array>
#include <atomic>

#include "bundle.hpp"
#include "devices.hpp"
#include "event.hpp"

namespace hcrt {

class Unit;

/// A kernel of a registered bundle. Any thread; lives until its bundle is unregistered.
struct Kernel {
  Unit* unit;
  std::size_t index;
  Bundle::Kernel info;
  std::array<std::atomic<const backends::Function*>, max_devices> functions{};  // by Device::slot()

  /// "'saxpy' at a.cpp:3:5"
  std::string describe() const;
  std::string place() const;  // "a.cpp:3:5"; "a.cpp:3" without a column; "" where it is not known
  /// "kernel " and the same, kept until the process ends: messages may come after the kernel's code is
  /// unloaded.
  const char* label();

  std::atomic<const char*> kept_label{nullptr};
};

/// What GPU copies of the unit's plain globals hold, on one device.
struct UploadedGlobals {
  std::vector<void*> addresses;  // on the device, one for each global
  std::vector<std::shared_ptr<const std::vector<unsigned char>>> values;  // as last uploaded; null: never
  std::vector<std::vector<unsigned char>> set;  // by memcpy_symbol since then; empty: not
  Ref<Event> uploaded;                          // the newest upload
};

// One thread at a time: the registry's lock for find(), load_mutex() for load(), globals_mutex() for
// globals(). What find() has made stays as it is.
class Unit {
 public:
  explicit Unit(const hcrt_registration& registration) : registration_(registration), key_(&registration) {}

  const hcrt_registration* key() const noexcept { return key_; }
  const hcrt_registration& registration() const noexcept { return registration_; }
  const Bundle& bundle() const noexcept { return bundle_; }
  bool has_globals() const noexcept { return !bundle_.globals.empty(); }
  bool used() const noexcept { return used_.load(std::memory_order_relaxed); }  // any thread
  /// What globals() has given for the device before; null: nothing. The caller holds globals_mutex().
  const UploadedGlobals* known_globals(const Device* device) const noexcept {
    for (const auto& known : globals_)
      if (known.first == device) return &known.second;
    return nullptr;
  }

  Kernel* find(const char* name);   // parses the bundle first; throws where it is malformed
  Kernel* any_kernel_for(Device*);  // of a parsed unit; null where the device can run none
  const backends::Function* load(Kernel&, Device*);
  std::mutex& load_mutex() noexcept { return load_mutex_; }
  std::string image_list() const;  // "host:x86-64, spirv:1.4"

  std::mutex& globals_mutex() noexcept { return globals_mutex_; }
  UploadedGlobals& globals(Device*, const Kernel&);
  /// In a child process: those who had the locks are not there.
  void renew_locks() noexcept {
    new (&load_mutex_) std::mutex;
    new (&globals_mutex_) std::mutex;
  }

 private:
  struct LoadedModule {
    Device* device;
    std::size_t image;
    std::unique_ptr<backends::Module> module;
  };

  std::size_t choose_image(const Kernel&, Device*) const;
  backends::Module& module(Device*, std::size_t image);

  hcrt_registration registration_;
  const hcrt_registration* key_;
  bool parsed_ = false;
  Bundle bundle_;
  std::vector<std::unique_ptr<Kernel>> kernels_;
  std::mutex load_mutex_;
  std::vector<LoadedModule> modules_;
  std::atomic<bool> used_{false};
  std::mutex globals_mutex_;
  std::vector<std::pair<Device*, UploadedGlobals>> globals_;
};

/// The kernel, cached in id.resolved. Throws "kernel not found".
Kernel& resolve(const KernelId&);
/// The variables of all units' kernels; malformed bundles are left out. Units live while their code is
/// loaded.
struct KernelVariable {
  Unit* unit;
  std::size_t index;  // in unit->bundle().globals
};
std::vector<KernelVariable> kernel_variables();

/// Has a unit that is loaded now an image of this kind? Malformed bundles count as having none.
bool has_image(std::uint32_t kind);
/// Its code for the device, loaded on first use. Throws "no image for this device" and what loading throws.
const backends::Function& function_for(Kernel&, Device*);

}  // namespace hcrt
#endif
