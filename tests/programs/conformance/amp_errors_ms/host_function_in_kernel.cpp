// rows: amp.ms.names.clock
#include <amp.h>
#include <windows.h>

void run(concurrency::array_view<int> view) {
  concurrency::parallel_for_each(
      view.extent, [=](concurrency::index<1> i) restrict(amp) {
        view[i] = static_cast<int>(GetTickCount());  // expected-error {{GetTickCount}}
      });
}

int main() { return 0; }
