// For programs that are linked with ThreadSanitizer: what it must not say of libhcrt, which is not
// instrumented. It sees libhcrt's locks and calls of the C library, but not the atomics that order them.
// Copies of the user's data (CopyCommand) are not among these.
extern "C" __attribute__((visibility("default"))) const char* __tsan_default_suppressions() {
  return "race_top:pthread_\n"
         "race:^hcrt::release\n"
         "race:^hcrt::(anonymous namespace)::\n"
         "race:^hcrt::backends::host::Command::\n"
         "race:^hcrt::backends::host::Pool::\n";
}
