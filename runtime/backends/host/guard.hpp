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
/// Signals are caught only in threads that run a kernel, and only those that the program has no handler for
/// when the first kernel runs; HCPY_HOST_SIGNALS=0 leaves them all to the program and its debugger.
std::string run_guarded(hcrt_host_entry code, const void* argument, const hcrt_host_launch* launch,
                        std::uint64_t first, std::uint64_t last, void* scratch, void* dynamic);

}  // namespace hcrt::backends::host
#endif
