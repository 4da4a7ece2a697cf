// rows: amp.3.1.properties
#include <amp.h>

#include <string>
#include <type_traits>

#include "check.hpp"

using namespace concurrency;

int main() {
  const accelerator acc;
  CHECK(acc.device_path == acc.get_device_path() && !acc.device_path.empty());
  CHECK(acc.description == acc.get_description() && !acc.description.empty());
  CHECK(acc.version == acc.get_version());
  CHECK(acc.has_display == acc.get_has_display());
  CHECK(acc.dedicated_memory == acc.get_dedicated_memory());
  CHECK(acc.is_debug == acc.get_is_debug() && !acc.is_debug);
  CHECK(acc.is_emulated == acc.get_is_emulated());
  CHECK(acc.supports_double_precision == acc.get_supports_double_precision());
  CHECK(acc.supports_limited_double_precision == acc.get_supports_limited_double_precision());
  CHECK(acc.supports_limited_double_precision || !acc.supports_double_precision);
  CHECK(acc.supports_cpu_shared_memory == acc.get_supports_cpu_shared_memory());
  CHECK(acc.default_cpu_access_type == acc.get_default_cpu_access_type());
  CHECK(acc.default_view == acc.get_default_view());
  static_assert(std::is_same<decltype(acc.get_device_path()), std::wstring>::value, "");
  static_assert(std::is_same<decltype(acc.get_version()), unsigned>::value, "");
  static_assert(std::is_same<decltype(acc.get_dedicated_memory()), size_t>::value, "");
  static_assert(std::is_same<decltype(acc.get_is_debug()), bool>::value, "");
  std::wstring line = L"using " + acc.description + L" (" + acc.device_path + L")";
  CHECK(line.size() > 10);
  return failures();
}
