// The same chain in CUDA C++. Arguments: [graph|plain] [length] [repetitions] [indexed|bare]: the kernels find
// their place and keep to the extent, as HC kernels do (default), or know that there is but one.
#include "graph.hpp"

__global__ void add_one(int* counter, int extent) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < extent) counter[i] += 1;
}

__global__ void add_one_bare(int* counter) { *counter += 1; }

int main(int argc, char** argv) {
  const ChainOptions options = chain_options(argc, argv);
  int* counter;
  int sum = 0;
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMalloc(&counter, sizeof sum);
  cudaMemcpy(counter, &sum, sizeof sum, cudaMemcpyHostToDevice);
  const bool bare = argc > 4 && !std::strcmp(argv[4], "bare");
  const auto chain = [&] {
    for (int i = 0; i < options.length; ++i) {
      if (bare) {
        add_one_bare<<<1, 1, 0, stream>>>(counter);
      } else {
        add_one<<<1, 1, 0, stream>>>(counter, 1);
      }
    }
  };
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  chain();
  cudaStreamEndCapture(stream, &graph);
  if (cudaGraphInstantiateWithFlags(&executable, graph, 0) != cudaSuccess) return 1;
  const double seconds = median_seconds(options.repetitions, [&] {
    if (options.graph) {
      cudaGraphLaunch(executable, stream);
    } else {
      chain();
    }
    cudaStreamSynchronize(stream);
  });
  cudaMemcpy(&sum, counter, sizeof sum, cudaMemcpyDeviceToHost);
  if (cudaGetLastError() != cudaSuccess) return 1;
  return chain_report(options, seconds, sum);
}
