#include "ptx_constants.hpp"

#include <charconv>

#include "../../core/log.hpp"

namespace hcrt::backends::cuda {
namespace {

constexpr std::string_view mark = "; // hcrt constant ";

// The place of a constant's value, or none.
const std::uint64_t* find_value(std::uint32_t number, const std::vector<Specialized>& places,
                                const std::vector<std::uint64_t>& values) {
  for (std::size_t i = 0; i < places.size(); ++i)
    if (places[i].number == number) return &values[i];
  return nullptr;
}

}  // namespace

std::string with_constants(std::string_view ptx, const std::vector<Specialized>& places,
                           const std::vector<std::uint64_t>& values) {
  std::string made;
  std::size_t copied = 0;
  for (std::size_t at = ptx.find(mark); at != ptx.npos; at = ptx.find(mark, at + 1)) {
    std::uint32_t number = 0;
    std::from_chars(ptx.data() + at + mark.size(), ptx.data() + ptx.size(), number);
    const std::uint64_t* const value = find_value(number, places, values);
    const std::size_t comma = ptx.rfind(',', at);
    if (!value || comma == ptx.npos || comma < copied) continue;
    made += ptx.substr(copied, comma + 1 - copied);
    made += text(" %#llx", static_cast<unsigned long long>(*value));
    copied = at;
  }
  made += ptx.substr(copied);
  return made;
}

}  // namespace hcrt::backends::cuda
