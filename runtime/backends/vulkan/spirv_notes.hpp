// What hcpy/passes/vulkan wrote into a module for the run time: its kernels' group memory and its variables.
#ifndef HCRT_BACKENDS_VULKAN_SPIRV_NOTES_HPP
#define HCRT_BACKENDS_VULKAN_SPIRV_NOTES_HPP

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace hcrt::backends::vulkan {

struct Notes {
  std::string fault;  // why it is no module of ours; empty: it is one
  std::set<std::uint32_t> capabilities;
  std::map<std::string, std::uint32_t> group_bytes;  // of each kernel
  std::set<std::string> pushed;                      // kernels that get their function object so
  std::vector<unsigned char> data;                   // the variables' initial values
  std::vector<std::pair<std::uint64_t, std::uint64_t>> addresses;  // offsets: of a pointer, of its target
  struct Variable {
    std::uint64_t offset, bytes;
  };
  std::map<std::string, Variable> variables;
};

Notes read_notes(const void* data, std::size_t bytes);

}  // namespace hcrt::backends::vulkan
#endif
