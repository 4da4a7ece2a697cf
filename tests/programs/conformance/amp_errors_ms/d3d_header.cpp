// rows: amp.ms.direct3d
#include <amp.h>
#ifdef _WIN32
#include <dxgi.h>
#endif
#include <d3d11.h>  // expected-error {{Direct3D interop is not supported: 'd3d11.h' is a header of Windows}}
#pragma comment(lib, "d3d11.lib")

using namespace concurrency;

int main() {
  ID3D11Device* device = nullptr;
  accelerator_view view = direct3d::create_accelerator_view(device);
  return 0;
}
