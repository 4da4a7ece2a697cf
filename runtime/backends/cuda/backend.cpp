#include "backend.hpp"

#include "../../core/log.hpp"
#include "device.hpp"

namespace hcrt::backends {
namespace {

class CudaBackend final : public Backend {
 public:
  const char* name() const noexcept override { return "cuda"; }
  std::string note() const override { return note_; }

  std::vector<std::unique_ptr<Device>> open() override {
    std::vector<std::unique_ptr<Device>> devices;
    note_ = cuda::open_api(api_);
    if (!note_.empty()) return devices;
    const cuda::CUresult started = api_.cuInit(0);
    if (started != cuda::CUDA_SUCCESS) {
      note_ = "the CUDA driver does not start: " + api_.describe(started);
      return devices;
    }
    int count = 0;
    const cuda::CUresult counted = api_.cuDeviceGetCount(&count);
    if (counted != cuda::CUDA_SUCCESS || count == 0) {
      note_ = counted == cuda::CUDA_SUCCESS ? "the CUDA driver sees no GPU"
                                            : "counting GPUs: " + api_.describe(counted);
      return devices;
    }
    for (int i = 0; i < count; ++i) devices.push_back(std::make_unique<cuda::Device>(api_, i));
    return devices;
  }

 private:
  cuda::Api api_;
  std::string note_;
};

}  // namespace

std::unique_ptr<Backend> make_cuda_backend() { return std::make_unique<CudaBackend>(); }

}  // namespace hcrt::backends
