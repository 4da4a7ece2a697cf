// Variables of the program and its shared objects that no kernel uses.
#ifndef HCRT_CORE_LOADED_VARIABLES_HPP
#define HCRT_CORE_LOADED_VARIABLES_HPP

#include <cstddef>

namespace hcrt {

struct LoadedVariable {
  char* address;  // null: there is none
  std::size_t bytes;
  bool is_const;
};

/// "space::v", or a symbol of C++, by the symbol tables of the files; a program without them has none.
LoadedVariable loaded_variable(const char* name);
/// What lies there up to the end of the variables of its file.
LoadedVariable loaded_variable(void* address);

}  // namespace hcrt
#endif
