#include "backend.hpp"

#include "../../core/log.hpp"
#include "device.hpp"

namespace hcrt::backends {
namespace {

using namespace opencl;

class OpenclBackend final : public Backend {
 public:
  const char* name() const noexcept override { return "opencl"; }
  std::string note() const override { return note_; }

  std::vector<std::unique_ptr<backends::Device>> open() override {
    std::vector<std::unique_ptr<backends::Device>> devices;
    note_ = open_api(api_);
    if (!note_.empty()) return devices;
    cl_platform_id platforms[32];
    cl_uint count = 0;
    const cl_int status = api_.clGetPlatformIDs(32, platforms, &count);
    if (status != CL_SUCCESS || count == 0) {
      note_ = text(
          "the OpenCL loader finds no driver (%d); install one, or set OCL_ICD_VENDORS to its .icd folder",
          status);
      return devices;
    }
    for (cl_uint p = 0; p < count && p < 32; ++p) {
      cl_device_id ids[64];
      cl_uint found = 0;
      if (api_.clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 64, ids, &found) != CL_SUCCESS) continue;
      for (cl_uint d = 0; d < found && d < 64; ++d)
        devices.push_back(std::make_unique<opencl::Device>(api_, platforms[p], ids[d],
                                                           static_cast<unsigned>(devices.size())));
    }
    if (devices.empty()) note_ = "the OpenCL drivers have no devices";
    return devices;
  }

 private:
  Api api_;
  std::string note_;
};

}  // namespace

std::unique_ptr<Backend> make_opencl_backend() { return std::make_unique<OpenclBackend>(); }

}  // namespace hcrt::backends
