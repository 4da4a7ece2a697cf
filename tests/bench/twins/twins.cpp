// The applications' hot parts in OpenMP, or in CUDA: the algorithms, sizes and figures of
// samples/applications, with the same effort. Arguments: gravity, blur, cornell or convolution, and `large`
// for sizes for a GPU.
//   g++ -O3 -march=native -fno-math-errno -fopenmp twins.cpp
//   nvcc -x cu -O3 --extended-lambda -arch=native twins.cpp
#include "blur.hpp"
#include "convolution.hpp"
#include "cornell.hpp"
#include "gravity.hpp"

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  const bool large = argc > 2;
  if (std::strcmp(what, "gravity") == 0) {
    const int bodies = large ? 262144 : 16384;
    run_gravity<64>(bodies);
    run_gravity<128>(bodies);
    run_gravity<256>(bodies);
  } else if (std::strcmp(what, "blur") == 0) {
    const int width = large ? 8192 : 1024, height = large ? 6144 : 768;
    run_blur<5>(width, height);
    run_blur<13>(width, height);
    run_blur<21>(width, height);
  } else if (std::strcmp(what, "cornell") == 0) {
    run_cornell(large ? 1024 : 128);
  } else if (std::strcmp(what, "convolution") == 0) {
    run_convolution(large ? 1024 : 256, large ? 1024 : 256, 64, 64);
  } else {
    std::fprintf(stderr, "usage: twins gravity|blur|cornell|convolution [large]\n");
    return 2;
  }
}
