// Kernels and copies as threads of the host run them, piece by piece.
#ifndef HCRT_BACKENDS_HOST_WORK_HPP
#define HCRT_BACKENDS_HOST_WORK_HPP

#include "items.hpp"
#include "module.hpp"

namespace hcrt::backends::host {

constexpr std::size_t cache_line = 64;
constexpr std::size_t copy_unit = 1 << 20;  // bytes of one piece of a copy

inline std::size_t round_up(std::size_t value, std::size_t unit) { return (value + unit - 1) / unit * unit; }

/// A launch without its function object. Any thread, at the same time.
class KernelWork {
 public:
  explicit KernelWork(const Launch&);

  std::uint64_t groups() const noexcept { return groups_; }
  /// So few work-items that a thread is likely to run them before another one has joined it?
  bool is_brief() const noexcept;
  /// Runs some of the groups; throws where the kernel was broken off. The state is the launch's.
  void run(const void* argument, LaunchState& state, std::uint64_t first, std::uint64_t last) const;
  bool operator==(const KernelWork&) const noexcept;

 private:
  const char* label_;
  hcrt_host_entry code_;
  hcrt_host_launch launch_;
  std::uint64_t groups_;
  std::uint32_t static_bytes_;
  std::size_t scratch_bytes_;
};

/// A copy in pieces: of 1 MiB, or rows where they are not contiguous. Any thread, at the same time.
class CopyWork {
 public:
  explicit CopyWork(const Copy&);

  std::uint64_t units() const noexcept { return units_; }
  void run(std::uint64_t first, std::uint64_t last) const;

 private:
  Copy copy_;
  bool contiguous_;
  std::uint64_t units_;
};

}  // namespace hcrt::backends::host
#endif
