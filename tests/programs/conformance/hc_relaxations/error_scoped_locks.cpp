// rows: hc.rules.cpu_function
#include <hc.hpp>

#include <mutex>

std::mutex guarded;

// One error, where the lock is made: not one more at the end of the block, where it is given back.
int main() {
  hc::array_view<int> v(4);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    std::lock_guard<std::mutex> lock(guarded);  // expected-error {{call to 'pthread_mutex_lock'}}
    v[i] = 1;
  });
}
