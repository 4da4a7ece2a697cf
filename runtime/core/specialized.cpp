#include "specialized.hpp"

#include <cstdio>
#include <cstring>

#include "log.hpp"

namespace hcrt {

std::vector<Specialized> read_specialized(const char* list, std::uint32_t argument_bytes) {
  std::vector<Specialized> found;
  for (const char* at = list; *at;) {
    Specialized value{};
    int length = 0;
    if (std::sscanf(at, "%u:%u:%u%n", &value.number, &value.offset, &value.bytes, &length) == 3) {
      if (value.bytes > sizeof(std::uint64_t) || value.offset > argument_bytes ||
          value.bytes > argument_bytes - value.offset)
        throw Error(Errc::runtime,
                    text("the bundle is damaged: the specialized value %.*s lies outside of the "
                         "function object",
                         length, at));
      found.push_back(value);
    }
    at += std::strcspn(at, " ");
    at += std::strspn(at, " ");
  }
  return found;
}

std::vector<std::uint64_t> specialized_values(const std::vector<Specialized>& places, const void* argument) {
  std::vector<std::uint64_t> values;
  for (const Specialized& place : places) {
    std::uint64_t value = 0;
    std::memcpy(&value, static_cast<const char*>(argument) + place.offset, place.bytes);
    values.push_back(value);
  }
  return values;
}

std::string describe_specialized(const std::vector<Specialized>& places,
                                 const std::vector<std::uint64_t>& values) {
  std::string told;
  for (std::size_t i = 0; i < places.size(); ++i)
    told += text("%s%#llx at byte %u", i ? ", " : "", static_cast<unsigned long long>(values[i]),
                 places[i].offset);
  return told;
}

}  // namespace hcrt
