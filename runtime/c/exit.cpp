// The end of forked processes where libhcrt.so comes with a plug-in or a language.
#include "../core/exit.hpp"

#include <cstdlib>

namespace {

// A driver that was loaded before this library ends before it. Functions at exit that a library registers
// while the program runs come before all libraries' ends; those of libraries that are loaded with the program
// come after, and find nothing to do.
__attribute__((constructor)) void end_forked_process_at_exit() {
  on_exit([](int status, void*) { hcrt::end_forked_process(status); }, nullptr);
}

}  // namespace
