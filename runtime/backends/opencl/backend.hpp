// OpenCL devices that take SPIR-V and have shared virtual memory or unified shared memory. The library is
// opened when devices are first listed; nothing of OpenCL is needed to build or to start.
#ifndef HCRT_BACKENDS_OPENCL_BACKEND_HPP
#define HCRT_BACKENDS_OPENCL_BACKEND_HPP

#include "../../core/backend.hpp"

namespace hcrt::backends {

std::unique_ptr<Backend> make_opencl_backend();

}  // namespace hcrt::backends
#endif
