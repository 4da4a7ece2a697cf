// accelerator: a device that holds data and, but for "cpu", runs kernels.
#ifndef HCRT_DETAIL_ACCELERATOR_HPP
#define HCRT_DETAIL_ACCELERATOR_HPP

#include <cstddef>
#include <string>
#include <vector>

#include "enums.hpp"
#include "exceptions.hpp"
#include "handle.hpp"

#define GET_SYMBOL_ADDRESS(accelerator, symbol) (accelerator).get_symbol_address(#symbol)

namespace Kalmar {

class accelerator_view;

/// A device. Copies are equal and cheap. Paths: "default", "cpu", "cuda:N", "opencl:N", "host".
class accelerator {
 public:
  static inline constexpr wchar_t default_accelerator[] = L"default";
  static inline constexpr wchar_t cpu_accelerator[] = L"cpu";
  static inline constexpr wchar_t gpu_accelerator[] = L"gpu";  // the first; without one, the default device
  // Windows' software devices: other paths of the host accelerator, which runs kernels on the CPU.
  static inline constexpr wchar_t direct3d_warp[] = L"direct3d\\warp";
  static inline constexpr wchar_t direct3d_ref[] = L"direct3d\\ref";

  HCRT_CPU accelerator();
  /// The device with a path.
  /// \param path "default", "cpu", "host", "opencl:N", "cuda:N"; HC: an unknown one is the default device
  /// \throws runtime_exception for an unknown path, in C++ AMP
  HCRT_DIALECT HCRT_CPU explicit accelerator(const std::wstring& path);

  /// The devices that can be used. "cpu" is the first in HC, the last in C++ AMP.
  HCRT_DIALECT HCRT_CPU static std::vector<accelerator> get_all();
  /// Makes a device the default.
  /// \param path the device's
  /// \return false: the path is unknown, or a default was used already
  HCRT_CPU static bool set_default(const std::wstring& path);
  /// HC: the default device's default view. C++ AMP: a view that makes parallel_for_each choose by what the
  /// kernel holds, and is the default device's default view for all else.
  HCRT_DIALECT HCRT_CPU static accelerator_view get_auto_selection_view();

  /// The calling thread's own view.
  HCRT_CPU accelerator_view get_default_view() const;
  /// A new queue of the device, with its own order of work.
  /// \throws runtime_exception where the device can't run kernels
  HCRT_CPU accelerator_view create_view(execute_order order = execute_in_order,
                                        queuing_mode mode = queuing_mode_automatic,
                                        queue_priority priority = priority_normal) const;
  HCRT_CPU accelerator_view create_view(queuing_mode mode) const;
  /// A view as create_view() makes it: kernels whose groups wait for each other across the grid are not
  /// supported.
  HCRT_CPU accelerator_view create_cooperative_view() const;
  /// All views of the device that exist, of all threads.
  HCRT_CPU std::vector<accelerator_view> get_all_views() const;

  /// The path that finds the device again: "host", "cuda:0", ...
  HCRT_CPU std::wstring get_device_path() const;
  /// The device's name for people, from its driver.
  HCRT_CPU std::wstring get_description() const;
  /// The driver's version: the major number in the upper 16 bits, the minor one in the lower.
  HCRT_CPU unsigned get_version() const;
  /// Always false: no device here is asked for its displays.
  HCRT_CPU bool get_has_display() const { return false; }
  /// The device's memory in KiB.
  HCRT_CPU std::size_t get_dedicated_memory() const;  // KiB
  /// Can kernels use double?
  HCRT_CPU bool get_supports_double_precision() const;
  /// As get_supports_double_precision().
  HCRT_CPU bool get_supports_limited_double_precision() const { return get_supports_double_precision(); }
  /// Always false: there is no debug layer.
  HCRT_CPU bool get_is_debug() const { return false; }
  /// Is it a CPU in the place of a GPU?
  HCRT_CPU bool get_is_emulated() const;
  /// Do the host and the device use one memory, so that nothing is copied?
  HCRT_CPU bool get_supports_cpu_shared_memory() const;
  /// The access_type of arrays that are made without one. HC: always true. C++ AMP: false where it was used
  /// or asked for before or the host can't have it; throws runtime_exception for access_type_auto.
  HCRT_DIALECT HCRT_CPU bool set_default_cpu_access_type(access_type access);
  /// The access_type of arrays that are made without one.
  HCRT_DIALECT HCRT_CPU access_type get_default_cpu_access_type() const;
  /// The most tile_static memory of a tile, in bytes.
  HCRT_CPU std::size_t get_max_tile_static_size() const;
  /// Compute units: multiprocessors of a GPU, hardware threads of a CPU.
  HCRT_CPU unsigned get_cu_count() const;
  /// The device's number among those that run kernels.
  HCRT_CPU int get_seqnum() const;  // among the devices that run kernels; -1 for "cpu"
  /// Can the host read what am_alloc gives?
  HCRT_CPU bool has_cpu_accessible_am() const { return get_supports_cpu_shared_memory(); }
  /// Full where the device shares the host's memory, else base.
  HCRT_CPU hcAgentProfile get_profile() const;
  /// Does it run kernels? AMD's name for it.
  HCRT_CPU bool is_hsa_accelerator() const;  // AMD's name; true for every device that runs kernels
  /// Can kernels of this accelerator use the other's memory (am_alloc) under its address? GPUs: after
  /// am_map_to_peers. Never of itself.
  HCRT_CPU bool get_is_peer(const accelerator& other) const;
  /// Those of get_all() that are its peers.
  HCRT_CPU std::vector<accelerator> get_peers() const;
  /// AMD's handles: null, as no device here is one of HSA's.
  HCRT_CPU void* get_hsa_agent() const { return nullptr; }
  /// AMD's handle: null, as no device here is one of HSA's.
  HCRT_CPU void* get_hsa_am_region() const { return nullptr; }
  /// AMD's handle: null, as no device here is one of HSA's.
  HCRT_CPU void* get_hsa_am_finegrained_region() const { return nullptr; }
  /// AMD's handle: null, as no device here is one of HSA's.
  HCRT_CPU void* get_hsa_am_system_region() const { return nullptr; }
  /// AMD's handle: null, as no device here is one of HSA's.
  HCRT_CPU void* get_hsa_am_finegrained_system_region() const { return nullptr; }
  /// AMD's handle: null, as no device here is one of HSA's.
  HCRT_CPU void* get_hsa_kernarg_region() const { return nullptr; }
  /// The runtime's handle of the device: equal for equal accelerators.
  HCRT_CPU void* get_dev_ptr() const { return device_; }
  /// As get_dev_ptr().
  HCRT_CPU void* get_raw_device() const { return device_; }
  /// Copies between host memory and the device's instance of a variable that kernels use. Waits for the
  /// device's work first.
  /// \param name of the variable, "v" or "space::v"; or its address, the host's or get_symbol_address's
  /// \param host the host memory
  /// \param bytes how many
  /// \param offset in bytes, from the variable's start
  /// \param kind the direction
  /// \throws runtime_exception where kernels use no such variable, or the bytes reach beyond it
  HCRT_CPU void memcpy_symbol(const char* name, void* host, std::size_t bytes, std::size_t offset = 0,
                              hcCommandKind kind = hcMemcpyHostToDevice);
  HCRT_CPU void memcpy_symbol(void* address, void* host, std::size_t bytes, std::size_t offset = 0,
                              hcCommandKind kind = hcMemcpyHostToDevice);
  /// The address that kernels see; null where they use no such variable.
  HCRT_CPU void* get_symbol_address(const char* name);

  __declspec(property(get = get_device_path)) std::wstring device_path;
  __declspec(property(get = get_description)) std::wstring description;
  __declspec(property(get = get_version)) unsigned version;
  __declspec(property(get = get_has_display)) bool has_display;
  __declspec(property(get = get_dedicated_memory)) std::size_t dedicated_memory;
  __declspec(property(get = get_supports_double_precision)) bool supports_double_precision;
  __declspec(property(get = get_supports_limited_double_precision)) bool supports_limited_double_precision;
  __declspec(property(get = get_is_debug)) bool is_debug;
  __declspec(property(get = get_is_emulated)) bool is_emulated;
  __declspec(property(get = get_supports_cpu_shared_memory)) bool supports_cpu_shared_memory;
  __declspec(property(get = get_default_cpu_access_type)) access_type default_cpu_access_type;
  __declspec(property(get = get_max_tile_static_size)) std::size_t max_tile_static_size;
  __declspec(property(get = get_default_view)) accelerator_view default_view;

  HCRT_CPU friend bool operator==(const accelerator& a, const accelerator& b) {
    return a.device_ == b.device_;
  }
  HCRT_CPU friend bool operator!=(const accelerator& a, const accelerator& b) { return !(a == b); }

  HCRT_CPU explicit accelerator(hcrt::Device* device) : device_(device) {}

 private:
  hcrt::Device* device_;
};

#ifndef __KALMAR_ACCELERATOR__
HCRT_CPU inline accelerator::accelerator() : device_(hcrt::default_accelerator()) {}

HCRT_CPU inline accelerator::accelerator(const std::wstring& path)
    : device_(hcrt::detail::checked([&] { return hcrt::find_device(path); })) {
#ifdef HCPY_AMP
  if (!device_) hcrt::detail::fail_argument("there is no accelerator with this path");
#else
  if (!device_) device_ = hcrt::default_accelerator();
#endif
}

HCRT_CPU inline std::vector<accelerator> accelerator::get_all() {
  std::vector<accelerator> all, last;
  for (hcrt::Device* device : hcrt::devices()) {
    const hcrt::DeviceInfo& info = hcrt::info(device);
    const bool is_cpu = info.backend == hcrt::Backend::cpu;
#ifdef HCPY_AMP
    if (is_cpu) last.push_back(accelerator(device));
#else
    if (is_cpu) all.push_back(accelerator(device));
#endif
    if (!is_cpu && info.unusable.empty()) all.push_back(accelerator(device));
  }
  all.insert(all.end(), last.begin(), last.end());
  return all;
}

HCRT_CPU inline bool accelerator::set_default(const std::wstring& path) {
  hcrt::Device* device = hcrt::detail::checked([&] { return hcrt::find_device(path); });
  return device && hcrt::set_default_device(device);
}

HCRT_CPU inline bool accelerator::get_is_peer(const accelerator& other) const {
  return hcrt::can_reach(device_, other.device_);
}

HCRT_CPU inline std::vector<accelerator> accelerator::get_peers() const {
  std::vector<accelerator> peers;
  for (const accelerator& other : get_all())
    if (get_is_peer(other)) peers.push_back(other);
  return peers;
}

HCRT_CPU inline std::wstring accelerator::get_device_path() const { return hcrt::info(device_).path; }
HCRT_CPU inline std::wstring accelerator::get_description() const { return hcrt::info(device_).description; }
HCRT_CPU inline unsigned accelerator::get_version() const { return hcrt::info(device_).version; }
HCRT_CPU inline std::size_t accelerator::get_dedicated_memory() const {
  return hcrt::info(device_).memory_bytes / 1024;
}
HCRT_CPU inline bool accelerator::get_supports_double_precision() const {
  return hcrt::info(device_).supports_double;
}
HCRT_CPU inline bool accelerator::get_is_emulated() const { return hcrt::info(device_).is_emulated; }
HCRT_CPU inline bool accelerator::get_supports_cpu_shared_memory() const {
  return hcrt::info(device_).shares_host_memory;
}
HCRT_CPU inline access_type accelerator::get_default_cpu_access_type() const {
#ifdef HCPY_AMP
  constexpr bool only_shared = true;
#else
  constexpr bool only_shared = false;  // elements are copied to the host and back
#endif
  return static_cast<access_type>(hcrt::default_cpu_access(device_, only_shared));
}
HCRT_CPU inline bool accelerator::set_default_cpu_access_type(access_type access) {
#ifdef HCPY_AMP
  if (access > access_type_read_write)
    hcrt::detail::fail_argument("access_type_auto can't be the default of an accelerator");
  return hcrt::set_default_cpu_access(device_, static_cast<hcrt::Access>(access));
#else
  if (access <= access_type_read_write)
    hcrt::set_default_cpu_access(device_, static_cast<hcrt::Access>(access));
  return true;
#endif
}
HCRT_CPU inline std::size_t accelerator::get_max_tile_static_size() const {
  return hcrt::info(device_).max_tile_static_bytes;
}
HCRT_CPU inline unsigned accelerator::get_cu_count() const { return hcrt::info(device_).compute_units; }
HCRT_CPU inline int accelerator::get_seqnum() const {
  int number = 0;
  for (hcrt::Device* device : hcrt::devices()) {
    const hcrt::DeviceInfo& info = hcrt::info(device);
    if (info.backend == hcrt::Backend::cpu || !info.unusable.empty()) continue;
    if (device == device_) return number;
    ++number;
  }
  return -1;  // it runs no kernels
}
HCRT_CPU inline bool accelerator::is_hsa_accelerator() const {
  const hcrt::DeviceInfo& i = hcrt::info(device_);
  return i.backend != hcrt::Backend::cpu && i.unusable.empty();
}
HCRT_CPU inline void accelerator::memcpy_symbol(const char* name, void* host, std::size_t bytes,
                                                std::size_t offset, hcCommandKind kind) {
  hcrt::detail::checked(
      [&] { hcrt::copy_symbol(device_, name, host, bytes, offset, kind != hcMemcpyDeviceToHost); });
}
HCRT_CPU inline void accelerator::memcpy_symbol(void* address, void* host, std::size_t bytes,
                                                std::size_t offset, hcCommandKind kind) {
  hcrt::detail::checked(
      [&] { hcrt::copy_symbol(device_, address, host, bytes, offset, kind != hcMemcpyDeviceToHost); });
}
HCRT_CPU inline void* accelerator::get_symbol_address(const char* name) {
  return hcrt::detail::checked([&] { return hcrt::symbol_address(device_, name); });
}
HCRT_CPU inline hcAgentProfile accelerator::get_profile() const {
  return !is_hsa_accelerator()              ? hcAgentProfileNone
         : get_supports_cpu_shared_memory() ? hcAgentProfileFull
                                            : hcAgentProfileBase;
}
#endif

}  // namespace Kalmar
#endif
