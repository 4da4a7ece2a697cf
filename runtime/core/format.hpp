// What hc::print writes: a format with {} as std::format has it, over arguments that a kernel noted.
#ifndef HCRT_CORE_FORMAT_HPP
#define HCRT_CORE_FORMAT_HPP

#include <string>
#include <vector>

namespace hcrt {

/// An argument of a record: its kind is one of print::ArgumentKind.
struct PrintArgument {
  unsigned kind;
  unsigned long bits;
  std::string text;
};

/// The text. A replacement field that is wrong, or has no argument, stays as it is.
std::string format_braces(const std::string& format, const std::vector<PrintArgument>& arguments);

}  // namespace hcrt
#endif
