// rows: amp.2.4.3.miscellaneous
// flags: -std=c++20
#include <amp.h>

#include <coroutine>

using namespace concurrency;

struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};

Task function(int* n) restrict(amp) {
  *n = 1;
  co_return;  // expected-error {{'co_return' is not allowed in amp-restricted code: it can't be a coroutine}}
}

void run(array_view<int> v) {
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
    auto inner = [=]() restrict(amp) -> Task {
      v[i] = 1;
      co_return;  // expected-error {{'co_return' is not allowed in amp-restricted code: it can't be a coroutine}}
    };
    inner();
  });
}
