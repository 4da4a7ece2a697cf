#include "processor.hpp"

#include <cstdlib>
#include <cstring>

#include "../../core/lasting.hpp"
#include "../../core/log.hpp"
#include "../../core/variables.hpp"

namespace hcrt::backends::host {
namespace {

constexpr const char base[] = "x86-64";

// Also whether the system saves the registers: __builtin_cpu_supports asks for that.
int level_found() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  const bool v2 =
      __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("ssse3") && __builtin_cpu_supports("popcnt");
  const bool v3 = v2 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                  __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                  __builtin_cpu_supports("avx512vl");
  return v4 ? 4 : v3 ? 3 : v2 ? 2 : 1;
#else
  return 0;
#endif
}

Processor found() {
  const int level = level_found();
  const char* const asked = variables::host_arch.given();
  if (!asked) return {level, ""};
  const int wanted = level_of(asked);
  if (!wanted)
    return {level, text("HCPY_HOST_ARCH=%s is none of x86-64, x86-64-v2, x86-64-v3, x86-64-v4", asked)};
  if (wanted > level)
    return {level,
            text("HCPY_HOST_ARCH=%s, but this processor is %s", asked, architecture_of(level).c_str())};
  HCRT_LOG("host: %s by HCPY_HOST_ARCH; the processor is %s", asked, architecture_of(level).c_str());
  return {wanted, ""};
}

}  // namespace

const Processor& processor() {
  return lasting([] { return found(); });
}

int level_of(const char* architecture) noexcept {
  const std::size_t size = sizeof base - 1;
  if (std::strncmp(architecture, base, size) != 0) return 0;
  const char* const rest = architecture + size;
  if (!*rest) return 1;
  const bool fits = rest[0] == '-' && rest[1] == 'v' && rest[2] >= '2' && rest[2] <= '4' && !rest[3];
  return fits ? rest[2] - '0' : 0;
}

std::string architecture_of(int level) {
  if (!level) return "no x86-64";
  return level == 1 ? base : text("%s-v%d", base, level);
}

}  // namespace hcrt::backends::host
