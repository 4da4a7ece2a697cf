#include "backend.hpp"

#include <cstdlib>

#include "../../core/variables.hpp"
#include "device.hpp"

namespace hcrt::backends {
namespace {

constexpr int most = 8;

class NullBackend final : public Backend {
 public:
  const char* name() const noexcept override { return "null"; }

  std::vector<std::unique_ptr<Device>> open() override {
    std::vector<std::unique_ptr<Device>> devices;
    const char* const wanted = variables::null_device.given();
    const int count = wanted ? std::atoi(wanted) : 0;
    for (int i = 0; i < count && i < most; ++i) devices.push_back(std::make_unique<null::Device>(i));
    return devices;
  }

  std::string note() const override { return {}; }  // nobody misses it
  bool starts_driver() const noexcept override { return false; }
};

}  // namespace

std::unique_ptr<Backend> make_null_backend() { return std::make_unique<NullBackend>(); }

}  // namespace hcrt::backends
