// NVIDIA GPUs through the CUDA driver, which is opened when devices are first listed; no toolkit is needed.
#ifndef HCRT_BACKENDS_CUDA_BACKEND_HPP
#define HCRT_BACKENDS_CUDA_BACKEND_HPP

#include "../../core/backend.hpp"

namespace hcrt::backends {

std::unique_ptr<Backend> make_cuda_backend();

}  // namespace hcrt::backends
#endif
