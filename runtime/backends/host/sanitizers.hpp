// What the sanitizers' runtimes must know: who comes after whom, and which stack is in use. The program may
// be linked with one or not; libhcrt itself is built without.
#ifndef HCRT_BACKENDS_HOST_SANITIZERS_HPP
#define HCRT_BACKENDS_HOST_SANITIZERS_HPP

#include <cstddef>

extern "C" {
#define HCRT_WEAK __attribute__((weak))
HCRT_WEAK void __tsan_acquire(void* address);
HCRT_WEAK void __tsan_release(void* address);
HCRT_WEAK void* __tsan_get_current_fiber();
HCRT_WEAK void* __tsan_create_fiber(unsigned flags);
HCRT_WEAK void __tsan_destroy_fiber(void* fiber);
HCRT_WEAK void __tsan_switch_to_fiber(void* fiber, unsigned flags);
HCRT_WEAK void __sanitizer_start_switch_fiber(void** fake_stack, const void* bottom, std::size_t bytes);
HCRT_WEAK void __sanitizer_finish_switch_fiber(void* fake_stack, const void** bottom, std::size_t* bytes);
HCRT_WEAK void __asan_handle_no_return();
HCRT_WEAK void __sanitizer_set_report_path(const char* path);
#undef HCRT_WEAK
}

namespace hcrt::backends::host {

/// Any of them is in the process.
inline bool has_sanitizer() noexcept { return __sanitizer_set_report_path != nullptr; }
inline bool has_thread_sanitizer() noexcept { return __tsan_create_fiber != nullptr; }

/// ThreadSanitizer does not see libhcrt's atomics: what one thread did before releasing a key comes before
/// what another does after acquiring it.
inline void release_for_sanitizer(const void* key) noexcept {
  if (__tsan_release) __tsan_release(const_cast<void*>(key));
}
inline void acquire_for_sanitizer(const void* key) noexcept {
  if (__tsan_acquire) __tsan_acquire(const_cast<void*>(key));
}

}  // namespace hcrt::backends::host
#endif
