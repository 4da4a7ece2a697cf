// Runs kernels so that what would end the process (a wild address, a division by zero, a trap) ends the
// kernel.
#ifndef HCRT_BACKENDS_HOST_GUARD_HPP
#define HCRT_BACKENDS_HOST_GUARD_HPP

#include <hcrt/abi.h>
#include <cstdint>
#include <string>

namespace hcrt::backends::host {

/// Calls a kernel's code; gives why it was broken off, "" where it was not.
///
/// Faults of other threads, and of this one outside a kernel, go to the handler that the program or a library
/// installed, whether that was before the first kernel or after it. HCPY_HOST_SIGNALS=0 leaves all signals to
/// the program and its debugger.
std::string run_guarded(hcrt_host_entry code, const void* argument, const hcrt_host_launch* launch,
                        std::uint64_t first, std::uint64_t last, void* scratch, void* dynamic);

}  // namespace hcrt::backends::host
#endif
