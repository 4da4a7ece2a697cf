// std::exception with a text, as Microsoft's library has it: the compiler writes the name where a program
// asks for one. And std::tr1.
#ifndef HCPY_MS_COMPAT_EXCEPTION_HPP
#define HCPY_MS_COMPAT_EXCEPTION_HPP

#include <exception>
#include <string>

namespace std {

class _MsExcept : public exception {
 public:
  _MsExcept() : text_("Unknown exception") {}
  explicit _MsExcept(const char* text) : text_(text ? text : "Unknown exception") {}
  _MsExcept(const char* text, int) : _MsExcept(text) {}
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  string text_;
};

// Where a library of 2010 has what the standard took over.
namespace tr1 {
using namespace std;
}

}  // namespace std
#endif
