#include "backend.hpp"

#include "device.hpp"

namespace hcrt::backends {
namespace {

template <class Role>
class HostBackend final : public Backend {
 public:
  const char* name() const noexcept override { return Role::name; }
  std::vector<std::unique_ptr<Device>> open() override {
    std::vector<std::unique_ptr<Device>> devices;
    devices.push_back(std::make_unique<host::Device>(Role::runs_kernels));
    return devices;
  }
  std::string note() const override { return {}; }
  bool starts_driver() const noexcept override { return false; }
};

struct CpuRole {
  static constexpr const char* name = "cpu";
  static constexpr bool runs_kernels = false;
};

struct HostRole {
  static constexpr const char* name = "host";
  static constexpr bool runs_kernels = true;
};

}  // namespace

std::unique_ptr<Backend> make_cpu_backend() { return std::make_unique<HostBackend<CpuRole>>(); }
std::unique_ptr<Backend> make_host_backend() { return std::make_unique<HostBackend<HostRole>>(); }

}  // namespace hcrt::backends
