// The host CPU: `cpu`, which holds data and runs no kernels, and `host`, which runs them on threads.
#ifndef HCRT_BACKENDS_HOST_BACKEND_HPP
#define HCRT_BACKENDS_HOST_BACKEND_HPP

#include "../../core/backend.hpp"

namespace hcrt::backends {

std::unique_ptr<Backend> make_cpu_backend();
std::unique_ptr<Backend> make_host_backend();

}  // namespace hcrt::backends
#endif
