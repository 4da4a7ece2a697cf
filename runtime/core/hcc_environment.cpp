#include "hcc_environment.hpp"

#include <cstdio>
#include <cstdlib>

#include "lasting.hpp"
#include "variables.hpp"

namespace hcrt {
namespace {

int number(const Variable& variable, int otherwise) {
  const char* const value = variable.given();
  if (!value) return otherwise;
  char* end = nullptr;
  const long result = std::strtol(value, &end, 0);
  return *end ? otherwise : static_cast<int>(result);
}

HccEnvironment read() {
  HccEnvironment result;
  result.default_gpu = number(variables::hcc_default_gpu, -1);
  result.enable_printf = number(variables::hcc_enable_printf, 1) != 0;
  result.serialize_kernel = static_cast<unsigned>(number(variables::hcc_serialize_kernel, 0));
  result.serialize_copy = static_cast<unsigned>(number(variables::hcc_serialize_copy, 0));
  if (number(variables::hcc_print_env, 0))
    std::fprintf(stderr,
                 "HCC_DEFAULT_GPU      = %2d: number of the GPU that is the default accelerator; -1: chosen\n"
                 "HCC_ENABLE_PRINTF    = %2d: kernels print\n"
                 "HCC_SERIALIZE_KERNEL = %2u: 1 wait before each kernel, 2 after it\n"
                 "HCC_SERIALIZE_COPY   = %2u: 1 wait before each copy, 2 after it\n",
                 result.default_gpu, result.enable_printf, result.serialize_kernel, result.serialize_copy);
  return result;
}

}  // namespace

const HccEnvironment& hcc_environment() {
  return lasting([] { return read(); });
}

}  // namespace hcrt
