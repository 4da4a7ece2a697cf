// rows: amp.ms.direct3d
#include <amp.h>

int main() {
  concurrency::accelerator_view view = concurrency::accelerator().default_view;
  // expected-error@+1 {{Direct3D interop is not supported: 'get_device' belongs to an interface of Windows}}
  void* device = concurrency::direct3d::get_device(view);
  return device == nullptr;
}
