// Objects that live as long as the process, made when they are first asked for.
#ifndef HCRT_CORE_LASTING_HPP
#define HCRT_CORE_LASTING_HPP

#include <atomic>
#include <type_traits>

namespace hcrt {

/// While a thread has one, no other thread can fork: the child would have what is half made, and not the
/// thread that makes it.
class Making {
 public:
  Making() noexcept;
  ~Making();
  Making(const Making&) = delete;
  Making& operator=(const Making&) = delete;
};

/// The object that make() gives at the first call, the same at all others; each lambda has its own. It is
/// never destroyed: objects and threads of the program may need it until the process is gone.
template <class Make>
auto& lasting(Make make) {
  static_assert(std::is_class_v<Make>, "functions of one type would share the object");
  using T = decltype(make());
  static std::atomic<T*> made{nullptr};
  if (T* const known = made.load(std::memory_order_acquire)) return *known;
  const Making making;
  static T& instance = *new T(make());
  made.store(&instance, std::memory_order_release);
  return instance;
}

template <class T>
T& lasting() {
  return lasting([] { return T(); });
}

}  // namespace hcrt
#endif
