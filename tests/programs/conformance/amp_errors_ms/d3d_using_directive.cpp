// rows: amp.ms.direct3d
#include <amp.h>

using namespace concurrency;
using namespace concurrency::direct3d;

int main() {
  accelerator_view view = accelerator().default_view;
  // expected-error@+1 {{Direct3D interop is not supported: 'get_device' belongs to an interface of Windows}}
  void* device = get_device(view);
  return device == nullptr;
}
