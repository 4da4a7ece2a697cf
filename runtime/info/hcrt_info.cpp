// hcrt-info: prints the accelerators of this machine, as text or with --json.
#include <cstdio>
#include <cstring>
#include <hcrt/runtime.hpp>

namespace {

const char* backend_name(hcrt::Backend backend) {
  switch (backend) {
    case hcrt::Backend::cpu:
      return "cpu";
    case hcrt::Backend::null:
      return "null";
    case hcrt::Backend::cuda:
      return "cuda";
    case hcrt::Backend::vulkan:
      return "vulkan";
    case hcrt::Backend::opencl:
      return "opencl";
    case hcrt::Backend::host:
      return "host";
  }
  return "unknown";
}

// What is not printable ASCII becomes \u00xx or, beyond that, '?' outside of JSON.
std::string json_string(const std::wstring& text) {
  std::string result = "\"";
  for (const wchar_t c : text) {
    const auto code = static_cast<unsigned>(c);
    char escaped[16];
    if (code == '"' || code == '\\') {
      std::snprintf(escaped, sizeof escaped, "\\%c", static_cast<char>(code));
    } else if (code >= 0x20 && code < 0x7f) {
      std::snprintf(escaped, sizeof escaped, "%c", static_cast<char>(code));
    } else {
      std::snprintf(escaped, sizeof escaped, "\\u%04x", code & 0xffff);
    }
    result += escaped;
  }
  return result + "\"";
}

std::string plain(const std::wstring& text) {
  std::string result;
  for (const wchar_t c : text) result += c >= 0x20 && c < 0x7f ? static_cast<char>(c) : '?';
  return result;
}

std::wstring wide(const std::string& text) { return std::wstring(text.begin(), text.end()); }

const char* yes_no(bool value) { return value ? "true" : "false"; }

void print_json() {
  std::printf("{\"accelerators\": [");
  const char* separator = "";
  for (const hcrt::Device* device : hcrt::devices()) {
    const hcrt::DeviceInfo& info = hcrt::info(device);
    std::printf(
        "%s\n  {\"path\": %s, \"backend\": \"%s\", \"description\": %s, \"unusable\": %s, \"version\": "
        "\"%u.%u\"",
        separator, json_string(info.path).c_str(), backend_name(info.backend),
        json_string(info.description).c_str(), json_string(wide(info.unusable)).c_str(), info.version >> 16,
        info.version & 0xffff);
    std::printf(", \"memory_bytes\": %zu, \"max_tile_static_bytes\": %zu, \"compute_units\": %u",
                info.memory_bytes, info.max_tile_static_bytes, info.compute_units);
    std::printf(", \"max_group_items\": %u, \"max_group_size\": [%u, %u, %u]", info.max_group_items,
                info.max_group_size[0], info.max_group_size[1], info.max_group_size[2]);
    std::printf(", \"is_gpu\": %s, \"is_emulated\": %s, \"supports_double\": %s, \"shares_host_memory\": %s}",
                yes_no(info.is_gpu), yes_no(info.is_emulated), yes_no(info.supports_double),
                yes_no(info.shares_host_memory));
    separator = ",";
  }
  std::printf("],\n \"notes\": [");
  separator = "";
  for (const std::string& note : hcrt::backend_notes()) {
    std::printf("%s%s", separator, json_string(wide(note)).c_str());
    separator = ", ";
  }
  const std::string fault = hcrt::default_device_fault();
  const std::string chosen = fault.empty() ? plain(hcrt::info(hcrt::default_device()).path) : "";
  std::printf("],\n \"default\": %s, \"default_error\": %s}\n", json_string(wide(chosen)).c_str(),
              json_string(wide(fault)).c_str());
}

void print_text() {
  for (const hcrt::Device* device : hcrt::devices()) {
    const hcrt::DeviceInfo& info = hcrt::info(device);
    std::printf("%-10s %s\n", plain(info.path).c_str(), plain(info.description).c_str());
    if (!info.unusable.empty()) {
      std::printf("           runs no kernels: %s\n", info.unusable.c_str());
      continue;
    }
    std::printf(
        "           %u compute units, %zu MiB of memory, tiles of up to %u work-items (%u x %u x %u), "
        "%zu KiB of tile_static%s%s\n",
        info.compute_units, info.memory_bytes >> 20, info.max_group_items, info.max_group_size[0],
        info.max_group_size[1], info.max_group_size[2], info.max_tile_static_bytes >> 10,
        info.supports_double ? "" : ", no double", info.shares_host_memory ? ", shares host memory" : "");
  }
  for (const std::string& note : hcrt::backend_notes()) std::printf("%s\n", note.c_str());
  const std::string fault = hcrt::default_device_fault();
  if (fault.empty())
    std::printf("default: %s\n", plain(hcrt::info(hcrt::default_device()).path).c_str());
  else
    std::printf("default: none: %s\n", fault.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  const bool json = argc == 2 && std::strcmp(argv[1], "--json") == 0;
  if (argc > 1 && !json) {
    std::fprintf(stderr, "usage: hcrt-info [--json]\n");
    return 2;
  }
  try {
    json ? print_json() : print_text();
  } catch (const hcrt::Error& error) {
    std::fprintf(stderr, "hcrt-info: %s\n", error.what());
    return 1;
  }
  return 0;
}
