// -hc-check: what kernels do wrong with indices, barriers and tile_static memory.
#ifndef HCRT_BACKENDS_HOST_CHECK_HPP
#define HCRT_BACKENDS_HOST_CHECK_HPP

#include "items.hpp"

namespace hcrt::backends::host {

/// The calling thread begins with work-groups of the current group's kernel.
void begin_checks();
/// Accesses from here on come after a barrier, or are of another work-group.
void pass_barrier() noexcept;
/// `waiting` work-items of the current group have come to a barrier, the others ended without.
void report_missed_barrier(const hcrt_place* place, std::uint32_t waiting);
/// Work-items of the current group have come to two barriers.
void report_two_barriers(const hcrt_place* first, const hcrt_place* second);

}  // namespace hcrt::backends::host
#endif
