// Copies from and to memory that is not pinned. The driver makes such a copy while its caller waits, for all
// earlier work of the stream too; here a thread of the run time is that caller.
#ifndef HCRT_BACKENDS_CUDA_PAGEABLE_HPP
#define HCRT_BACKENDS_CUDA_PAGEABLE_HPP

#include <functional>

#include "device.hpp"

namespace hcrt::backends::cuda {

/// Is it host memory that the driver has not pinned?
bool is_pageable(const Api&, const void*);

/// Runs enqueue(stream) on another thread and a stream of its own behind the event (may be null), waits
/// there, and calls done with what went wrong (null: nothing).
void copy_elsewhere(const Device&, std::shared_ptr<void> keep, CUevent after,
                    std::function<void(CUstream)> enqueue, std::function<void(const FailureRef&)> done);

}  // namespace hcrt::backends::cuda
#endif
