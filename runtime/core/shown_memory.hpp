// Devices' memory whose address a program has asked for: copies between raw pointers must know whose it is.
#ifndef HCRT_CORE_SHOWN_MEMORY_HPP
#define HCRT_CORE_SHOWN_MEMORY_HPP

#include <cstddef>

#include "memory.hpp"

namespace hcrt {

/// From now on, until hide(): the host's memory may have the same addresses later.
void show(const void* address, std::size_t bytes, Space);
void hide(const void* address) noexcept;
/// The device that shown memory belongs to; null: the address lies in none.
Space space_of_shown(const void* address);

}  // namespace hcrt
#endif
