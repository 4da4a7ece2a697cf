#include "hcc_environment.hpp"

#include <cstdio>
#include <cstdlib>

namespace hcrt {
namespace {

int number(const char* name, int otherwise) {
  const char* const value = std::getenv(name);
  if (!value || !*value) return otherwise;
  char* end = nullptr;
  const long result = std::strtol(value, &end, 0);
  return *end ? otherwise : static_cast<int>(result);
}

HccEnvironment read() {
  HccEnvironment result;
  result.default_gpu = number("HCC_DEFAULT_GPU", -1);
  result.enable_printf = number("HCC_ENABLE_PRINTF", 1) != 0;
  result.serialize_kernel = static_cast<unsigned>(number("HCC_SERIALIZE_KERNEL", 0));
  result.serialize_copy = static_cast<unsigned>(number("HCC_SERIALIZE_COPY", 0));
  if (number("HCC_PRINT_ENV", 0))
    std::fprintf(stderr,
                 "HCC_DEFAULT_GPU      = %2d: number of the GPU that is the default accelerator; -1: chosen\n"
                 "HCC_ENABLE_PRINTF    = %2d: kernels print\n"
                 "HCC_SERIALIZE_KERNEL = %2u: 1 wait before each kernel, 2 behind it\n"
                 "HCC_SERIALIZE_COPY   = %2u: 1 wait before each copy, 2 behind it\n",
                 result.default_gpu, result.enable_printf, result.serialize_kernel, result.serialize_copy);
  return result;
}

}  // namespace

const HccEnvironment& hcc_environment() {
  static const HccEnvironment environment = read();
  return environment;
}

}  // namespace hcrt
