#include "api.hpp"

#include <dlfcn.h>

#include <cstdlib>

#include "../../core/log.hpp"
#include "../../core/variables.hpp"

namespace hcrt::backends::cuda {

std::string open_api(Api& api) {
  const char* const name = variables::cuda_library.value();
  void* const library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char* const reason = dlerror();
    return text("the CUDA driver is missing (%s); install NVIDIA's driver", reason ? reason : name);
  }
#define HCRT_CUDA_LOAD(function, exported, parameters)                               \
  api.function = reinterpret_cast<CUresult(*) parameters>(dlsym(library, exported)); \
  if (!api.function) return text("the CUDA driver in %s is too old: it lacks %s", name, exported);
  HCRT_CUDA_FUNCTIONS(HCRT_CUDA_LOAD)
#undef HCRT_CUDA_LOAD
#define HCRT_CUDA_LOAD(function, exported, parameters) \
  api.function = reinterpret_cast<CUresult(*) parameters>(dlsym(library, exported));
  HCRT_CUDA_OPTIONAL_FUNCTIONS(HCRT_CUDA_LOAD)
#undef HCRT_CUDA_LOAD
  return {};
}

std::string Api::describe(CUresult result) const {
  const char *name = nullptr, *meaning = nullptr;
  cuGetErrorName(result, &name);
  cuGetErrorString(result, &meaning);
  return text("%s (%s)", meaning ? meaning : "unknown error", name ? name : text("%d", result).c_str());
}

bool is_sticky(CUresult result) {
  return result == CUDA_ERROR_ECC_UNCORRECTABLE || result == CUDA_ERROR_ILLEGAL_ADDRESS ||
         result == CUDA_ERROR_LAUNCH_TIMEOUT || result == CUDA_ERROR_CONTEXT_IS_DESTROYED ||
         result == CUDA_ERROR_ASSERT ||
         (result >= CUDA_ERROR_HARDWARE_STACK_ERROR && result <= CUDA_ERROR_LAUNCH_FAILED);
}

void Api::fail(CUresult result, const char* what) const {
  const Errc code = result == CUDA_ERROR_OUT_OF_MEMORY ? Errc::out_of_memory
                    : is_sticky(result)                ? Errc::device_removed
                                                       : Errc::runtime;
  throw Error(code, text("%s: %s", what, describe(result).c_str()));
}

}  // namespace hcrt::backends::cuda
