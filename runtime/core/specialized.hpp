// The values of hc::specialized that a launch has, and where its function object has them.
#ifndef HCRT_CORE_SPECIALIZED_HPP
#define HCRT_CORE_SPECIALIZED_HPP

#include <cstdint>
#include <string>
#include <vector>

namespace hcrt {

/// A constant of a kernel, and the bytes of the function object that are its value.
struct Specialized {
  std::uint32_t number, offset, bytes;
};

/// Reads hcrt_entry_record::specialized. A place outside of the function object is an Error.
std::vector<Specialized> read_specialized(const char* text, std::uint32_t argument_bytes);

/// The values in a function object, zero-extended, in the order of the constants.
std::vector<std::uint64_t> specialized_values(const std::vector<Specialized>&, const void* argument);

/// What the log says of them: for what of a kernel's code there are variants.
std::string describe_specialized(const std::vector<Specialized>&, const std::vector<std::uint64_t>&);

}  // namespace hcrt
#endif
