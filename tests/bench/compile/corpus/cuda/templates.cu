// The twin of ../templates.cpp in CUDA.
struct Plus {
  template <class T>
  __device__ T operator()(T a, T b) const {
    return a + b;
  }
};
struct Times {
  template <class T>
  __device__ T operator()(T a, T b) const {
    return a * b;
  }
};
struct Least {
  template <class T>
  __device__ T operator()(T a, T b) const {
    return b < a ? b : a;
  }
};

template <class T, class Operation>
__global__ void zip_kernel(const T* a, const T* b, T* c, int n, Operation operation) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = operation(a[i], b[i]);
}

template <class T, class Operation>
void zip(const T* a, const T* b, T* c, int n, Operation operation) {
  zip_kernel<<<(n + 255) / 256, 256>>>(a, b, c, n, operation);
}

#define INSTANCES(T)                                     \
  template void zip(const T*, const T*, T*, int, Plus);  \
  template void zip(const T*, const T*, T*, int, Times); \
  template void zip(const T*, const T*, T*, int, Least);
INSTANCES(float)
INSTANCES(double)
INSTANCES(int)
