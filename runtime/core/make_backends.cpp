// The list of back ends, in the order of devices().
#include "../backends/cuda/backend.hpp"
#include "../backends/host/backend.hpp"
#include "../backends/null/backend.hpp"
#include "../backends/opencl/backend.hpp"
#include "../backends/vulkan/backend.hpp"

namespace hcrt::backends {

std::vector<std::unique_ptr<Backend>> make_backends() {
  std::vector<std::unique_ptr<Backend>> backends;
  backends.push_back(make_cpu_backend());
  backends.push_back(make_cuda_backend());
  backends.push_back(make_opencl_backend());
  backends.push_back(make_vulkan_backend());
  backends.push_back(make_host_backend());
  backends.push_back(make_null_backend());
  return backends;
}

}  // namespace hcrt::backends
