#include "api.hpp"

#include <dlfcn.h>

#include <cstdlib>

#include "../../core/log.hpp"
#include "../../core/variables.hpp"

namespace hcrt::backends::opencl {

static std::string& spare() {
  static std::string path;
  return path;
}

void spare_library(const std::string& path) { spare() = path; }

std::string open_api(Api& api) {
  const char* const name = variables::opencl_library.value();
  void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library && !spare().empty() && !variables::opencl_library.given())
    library = dlopen(spare().c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char* const reason = dlerror();
    return text(
        "the OpenCL library is missing (%s); install an OpenCL loader, e.g. Debian's ocl-icd-libopencl1",
        reason ? reason : name);
  }
#define HCRT_OPENCL_LOAD(result, function, parameters)                              \
  api.function = reinterpret_cast<result(*) parameters>(dlsym(library, #function)); \
  if (!api.function) return text("%s is older than OpenCL 2.1: it lacks %s", name, #function);
  HCRT_OPENCL_FUNCTIONS(HCRT_OPENCL_LOAD)
#undef HCRT_OPENCL_LOAD
  return {};
}

static const char* status_name(cl_int status) {
  switch (status) {
    case CL_DEVICE_NOT_AVAILABLE:
      return "device not available";
    case CL_MEM_OBJECT_ALLOCATION_FAILURE:
      return "memory object allocation failure";
    case CL_OUT_OF_RESOURCES:
      return "out of resources";
    case CL_OUT_OF_HOST_MEMORY:
      return "out of host memory";
    case -11:
      return "build program failure";
    case -46:
      return "invalid kernel name";
    case -48:
      return "invalid kernel";
    case -49:
      return "invalid argument index";
    case -51:
      return "invalid argument size";
    case -52:
      return "invalid kernel arguments";
    case -54:
      return "invalid work-group size";
    case -55:
      return "invalid work-item size";
    case -63:
      return "invalid global work size";
    default:
      return "OpenCL error";
  }
}

void fail(cl_int status, const char* what) {
  const bool memory = status == CL_MEM_OBJECT_ALLOCATION_FAILURE || status == CL_OUT_OF_RESOURCES ||
                      status == CL_OUT_OF_HOST_MEMORY || status == -61;  // -61: invalid buffer size
  const bool domain = status == -53 || status == -54 || status == -55 || status == -63;
  const Errc code = memory                              ? Errc::out_of_memory
                    : domain                            ? Errc::invalid_compute_domain
                    : status == CL_DEVICE_NOT_AVAILABLE ? Errc::device_removed
                                                        : Errc::runtime;
  throw Error(code, text("%s: %s (%d)", what, status_name(status), status));
}

void check(cl_int status, const char* what) {
  if (status != CL_SUCCESS) fail(status, what);
}

}  // namespace hcrt::backends::opencl
