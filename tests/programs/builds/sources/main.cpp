// Plain C++: calls the library, a part in C, and the plug-in that its argument names.
#include <dlfcn.h>

#include <cstdio>

#include "library.hpp"

extern "C" int square(int value);

int main(int count, char** arguments) {
  void* plugin = count > 1 ? dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL) : nullptr;
  if (!plugin) {
    std::printf("no plug-in: %s\n", count > 1 ? dlerror() : "name it");
    return 1;
  }
  const auto product = reinterpret_cast<int (*)(int)>(dlsym(plugin, "plugin_product"));
  std::printf("library %d, plug-in %d, C %d\n", library_sum(), product(5), square(7));
  return 0;
}
