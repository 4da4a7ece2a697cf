// The driver's cuLaunchKernel; its address comes from the runtime library, so that nothing else is linked.
#include <cuda.h>
#include <cuda_runtime.h>

#include "launch.hpp"

struct Pointers {
  float* p[16];
};
__global__ void empty() {}
__global__ void three(float* a, float* b, float* c) {
  if (a) a[threadIdx.x] = b[threadIdx.x] + c[threadIdx.x];
}
__global__ void sixteen(Pointers all) {
  if (all.p[0]) all.p[0][threadIdx.x] = all.p[15][threadIdx.x];
}

int main(int argc, char** argv) {
  const char* const mode = argc > 1 ? argv[1] : "submit0";
  cudaStream_t stream;
  if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess) return 1;
  void* entry = nullptr;
  cudaDriverEntryPointQueryResult found;
  cudaGetDriverEntryPointByVersion("cuLaunchKernel", &entry, 12000, cudaEnableDefault, &found);
  const auto launch_kernel = reinterpret_cast<decltype(&cuLaunchKernel)>(entry);
  cudaFunction_t functions[3];
  cudaGetFuncBySymbol(&functions[0], reinterpret_cast<const void*>(empty));
  cudaGetFuncBySymbol(&functions[1], reinterpret_cast<const void*>(three));
  cudaGetFuncBySymbol(&functions[2], reinterpret_cast<const void*>(sixteen));
  if (!launch_kernel) return 1;
  float* p[3] = {};
  Pointers all = {};
  void* of_three[] = {&p[0], &p[1], &p[2]};
  void* of_sixteen[] = {&all};
  const int which = !std::strcmp(mode, "submit3") ? 1 : !std::strcmp(mode, "submit16") ? 2 : 0;
  void** const arguments[] = {nullptr, of_three, of_sixteen};
  const CUfunction function = reinterpret_cast<CUfunction>(functions[which]);
  return measure_launches(
      mode,
      [&] {
        launch_kernel(function, 1, 1, 1, 32, 1, 1, 0, reinterpret_cast<CUstream>(stream), arguments[which],
                      nullptr);
      },
      [&] { cudaStreamSynchronize(stream); });
}
