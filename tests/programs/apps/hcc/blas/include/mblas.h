/* Basic linear algebra on an accelerator: matrices by columns, pointers of am_alloc. */
#ifndef MBLAS_H
#define MBLAS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { MBLAS_SUCCESS, MBLAS_NOT_INITIALIZED, MBLAS_INVALID_VALUE, MBLAS_ALLOC_FAILED, MBLAS_INTERNAL } mblas_status;
typedef enum { MBLAS_N, MBLAS_T } mblas_operation;
typedef enum { MBLAS_UPPER, MBLAS_LOWER } mblas_fill;

typedef struct mblas_context* mblas_handle;

mblas_status mblas_create(mblas_handle* handle);
mblas_status mblas_destroy(mblas_handle handle);
mblas_status mblas_synchronize(mblas_handle handle);

/* memory */
mblas_status mblas_malloc(mblas_handle handle, void** pointer, size_t bytes);
mblas_status mblas_free(mblas_handle handle, void* pointer);
mblas_status mblas_set(mblas_handle handle, size_t bytes, const void* host, void* device);
mblas_status mblas_get(mblas_handle handle, size_t bytes, const void* device, void* host);

/* level 1 */
#define MBLAS_LEVEL1(T, t)                                                                                        \
  mblas_status mblas_##t##axpy(mblas_handle, int n, T alpha, const T* x, int incx, T* y, int incy);               \
  mblas_status mblas_##t##scal(mblas_handle, int n, T alpha, T* x, int incx);                                     \
  mblas_status mblas_##t##copy(mblas_handle, int n, const T* x, int incx, T* y, int incy);                        \
  mblas_status mblas_##t##swap(mblas_handle, int n, T* x, int incx, T* y, int incy);                              \
  mblas_status mblas_##t##dot(mblas_handle, int n, const T* x, int incx, const T* y, int incy, T* result);        \
  mblas_status mblas_##t##asum(mblas_handle, int n, const T* x, int incx, T* result);                             \
  mblas_status mblas_##t##nrm2(mblas_handle, int n, const T* x, int incx, T* result);                             \
  mblas_status mblas_i##t##amax(mblas_handle, int n, const T* x, int incx, int* result);

/* level 2 and 3 */
#define MBLAS_LEVEL23(T, t)                                                                                       \
  mblas_status mblas_##t##gemv(mblas_handle, mblas_operation, int m, int n, T alpha, const T* a, int lda,         \
                               const T* x, int incx, T beta, T* y, int incy);                                     \
  mblas_status mblas_##t##ger(mblas_handle, int m, int n, T alpha, const T* x, int incx, const T* y, int incy,    \
                              T* a, int lda);                                                                     \
  mblas_status mblas_##t##trsv(mblas_handle, mblas_fill, int n, const T* a, int lda, T* x, int incx);             \
  mblas_status mblas_##t##gemm(mblas_handle, mblas_operation ta, mblas_operation tb, int m, int n, int k,         \
                               T alpha, const T* a, int lda, const T* b, int ldb, T beta, T* c, int ldc);         \
  mblas_status mblas_##t##gemm_batched(mblas_handle, int m, int n, int k, T alpha, const T* a, long stride_a,     \
                                       const T* b, long stride_b, T beta, T* c, long stride_c, int batches);

MBLAS_LEVEL1(float, s)
MBLAS_LEVEL1(double, d)
MBLAS_LEVEL23(float, s)
MBLAS_LEVEL23(double, d)

#ifdef __cplusplus
}
#endif

#endif
