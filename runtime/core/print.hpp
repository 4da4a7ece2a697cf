// What kernels print: the rings that GPU kernels write into, and the text that becomes of their records.
#ifndef HCRT_CORE_PRINT_HPP
#define HCRT_CORE_PRINT_HPP

#include "devices.hpp"

namespace hcrt {

/// The ring of a device, made when its first kernel that prints is launched; null where HCC_ENABLE_PRINTF=0
/// turns printing off.
void* print_ring(Device*);
/// Prints what kernels of the device have written so far. Throws the text of the first direct3d_errorf or
/// direct3d_abort among it.
void flush_prints(Device*);
/// The same for all devices, without errors: for the end of the process.
void flush_all_prints() noexcept;

}  // namespace hcrt
#endif
