// rows: hc.rules.coroutine
// flags: -std=c++20
#include <hc.hpp>

#include <coroutine>

struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    std::suspend_never yield_value(int) { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};

Task function(int* n) {
  *n = 1;
  co_await std::suspend_never();  // expected-error {{'co_await' is not allowed in a kernel: it can't be a coroutine}}
}

Task on_the_cpu() { co_yield 1; }

int main() {
  on_the_cpu();
  hc::array_view<int> v(4);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { function(&v[i]); });
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    auto inner = [=]() -> Task {
      v[i] = 1;
      co_yield 2;  // expected-error {{'co_yield' is not allowed in a kernel: it can't be a coroutine}}
    };
    inner();
  });
}
