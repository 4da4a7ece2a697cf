// One environment variable of libhcrt's; variables.hpp has all of them.
// Thread contract: any thread, while none sets variables.
#pragma once

#include <strings.h>

#include <cstdlib>

namespace hcrt {

struct Variable {
  const char* name;
  const char* otherwise;  // its value where it is unset or empty

  // Null where it is unset or empty, which mean the same.
  const char* given() const noexcept {
    const char* const value = std::getenv(name);
    return value && *value ? value : nullptr;
  }

  const char* value() const noexcept {
    const char* const text = given();
    return text ? text : otherwise;
  }

  // Of a switch: 0, off, no and false are off.
  bool is_on(bool unset = false) const noexcept {
    const char* const text = given();
    if (!text) return unset;
    for (const char* const word : {"0", "off", "no", "false"})
      if (strcasecmp(text, word) == 0) return false;
    return true;
  }
};

}  // namespace hcrt
