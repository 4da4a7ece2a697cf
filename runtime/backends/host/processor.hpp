// What the processor can run: its level in the x86-64 psABI, found by cpuid.
#ifndef HCRT_BACKENDS_HOST_PROCESSOR_HPP
#define HCRT_BACKENDS_HOST_PROCESSOR_HPP

#include <string>

namespace hcrt::backends::host {

struct Processor {
  int level;          // 1 to 4 on x86-64, 0 elsewhere
  std::string fault;  // what is wrong with HCPY_HOST_ARCH
};

/// HCPY_HOST_ARCH=x86-64-v2 makes a better processor one of that level; it can't make it a better one.
const Processor& processor();

/// "x86-64-v3" -> 3, "x86-64" -> 1; 0: none of these.
int level_of(const char* architecture) noexcept;
std::string architecture_of(int level);

}  // namespace hcrt::backends::host
#endif
