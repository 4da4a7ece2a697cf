// Memory that other languages give to kernels: the handles of c_api.h.
//
// Views of host memory are any stretches of bytes, and may overlap. Those that do share one buffer of the
// runtime, over the stretch that they reach together, so that its byte ranges keep them coherent.
#ifndef HCRT_C_MEMORY_HPP
#define HCRT_C_MEMORY_HPP

#include <mutex>
#include <shared_mutex>

#include "../core/residency.hpp"

namespace hcrt::c {

/// While one exists no buffer is exchanged for a larger one: any user of a Memory's buffer has one.
class SteadyBuffers {
 public:
  SteadyBuffers();
  ~SteadyBuffers();
  SteadyBuffers(const SteadyBuffers&) = delete;
  SteadyBuffers& operator=(const SteadyBuffers&) = delete;
};

/// How often views were joined. A task graph that was recorded before has buffers of before.
std::uint64_t joins() noexcept;

// Any thread, at the same time.
class Memory {
 public:
  /// Joins the views that it overlaps: waits for their work then. Throws that work's error.
  static Memory* over_host(void* address, std::size_t bytes);
  static Memory* adopt(Device*, void* address, std::size_t bytes);
  /// Ends it. Throws where the results can't be written to host memory.
  static void release(Memory*);

  struct Place {
    Buffer* buffer;      // null: there are no bytes
    std::size_t offset;  // of the memory's first byte
  };
  /// The caller has SteadyBuffers.
  Place place() const;
  std::uintptr_t address() const noexcept { return address_; }

  void synchronize(std::size_t offset, std::size_t bytes);
  Ref<Event> synchronize_to(Queue*, std::size_t offset, std::size_t bytes);
  void refresh(std::size_t offset, std::size_t row_bytes, std::size_t rows, std::size_t row_pitch);
  void wait();

 private:
  Memory(std::uintptr_t address, std::size_t bytes) : address_(address), bytes_(bytes) {}
  std::uintptr_t end() const noexcept { return address_ + bytes_; }
  Ref<Buffer> buffer(Place&) const;

  friend struct Regions;

  const std::uintptr_t address_;
  const std::size_t bytes_;
  Ref<Buffer> adopted_;
};

/// Waits for all work and brings all results to host memory. Throws the first error of what can't come.
void finish();

}  // namespace hcrt::c
#endif
