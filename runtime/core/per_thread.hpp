// An object for each thread that asks for it.
#ifndef HCRT_CORE_PER_THREAD_HPP
#define HCRT_CORE_PER_THREAD_HPP

#include <pthread.h>

#include "lasting.hpp"

namespace hcrt {

/// Unlike a thread_local object with a destructor, it takes no lock of the loader when a thread makes its
/// first: dlclose() holds that lock while it waits for kernels of the code that it unloads.
template <class T>
class PerThread {
 public:
  static T& get() {
    if (!mine_) {
      mine_ = new T;
      pthread_setspecific(lasting([] { return make_key(); }), mine_);
    }
    return *mine_;
  }
  /// Null where the thread has none; for signal handlers.
  static T* known() noexcept { return mine_; }

 private:
  static pthread_key_t make_key() {
    pthread_key_t key;
    pthread_key_create(&key, [](void* object) {
      mine_ = nullptr;
      delete static_cast<T*>(object);
    });
    return key;
  }

  static inline thread_local T* mine_ = nullptr;
};

}  // namespace hcrt
#endif
