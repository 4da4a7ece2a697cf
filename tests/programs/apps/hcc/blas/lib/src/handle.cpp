#include "handle.h"

#include <new>

mblas_context::mblas_context()
    : acc(), av(acc.create_view(Kalmar::execute_in_order, Kalmar::queuing_mode_automatic)) {
  partials = hc::am_alloc(PARTIALS * sizeof(double) * 2, acc, 0);
  staging = hc::am_alloc(PARTIALS * sizeof(double) * 2, acc, amHostPinned);
}

mblas_context::~mblas_context() {
  av.wait();
  if (partials) hc::am_free(partials);
  if (staging) hc::am_free(staging);
}

extern "C" {

mblas_status mblas_create(mblas_handle* handle) {
  if (handle == nullptr) return MBLAS_INVALID_VALUE;
  try {
    *handle = new mblas_context();
  } catch (const Kalmar::runtime_exception&) {
    return MBLAS_NOT_INITIALIZED;
  } catch (const std::bad_alloc&) {
    return MBLAS_ALLOC_FAILED;
  }
  return (*handle)->partials && (*handle)->staging ? MBLAS_SUCCESS : MBLAS_ALLOC_FAILED;
}

mblas_status mblas_destroy(mblas_handle handle) {
  MBLAS_CHECK(handle, true);
  delete handle;
  return MBLAS_SUCCESS;
}

mblas_status mblas_synchronize(mblas_handle handle) {
  MBLAS_CHECK(handle, true);
  handle->av.wait();
  return MBLAS_SUCCESS;
}

mblas_status mblas_malloc(mblas_handle handle, void** pointer, size_t bytes) {
  MBLAS_CHECK(handle, pointer && bytes > 0);
  *pointer = hc::am_alloc(bytes, handle->acc, 0);
  return *pointer ? MBLAS_SUCCESS : MBLAS_ALLOC_FAILED;
}

mblas_status mblas_free(mblas_handle handle, void* pointer) {
  MBLAS_CHECK(handle, pointer);
  hc::AmPointerInfo info(nullptr, nullptr, nullptr, 0, handle->acc, false, false);
  if (hc::am_memtracker_getinfo(&info, pointer) != AM_SUCCESS) return MBLAS_INVALID_VALUE;
  return hc::am_free(pointer) == AM_SUCCESS ? MBLAS_SUCCESS : MBLAS_INTERNAL;
}

mblas_status mblas_set(mblas_handle handle, size_t bytes, const void* host, void* device) {
  MBLAS_CHECK(handle, host && device);
  handle->av.copy(host, device, bytes);
  return MBLAS_SUCCESS;
}

mblas_status mblas_get(mblas_handle handle, size_t bytes, const void* device, void* host) {
  MBLAS_CHECK(handle, host && device);
  handle->av.copy(device, host, bytes);
  return MBLAS_SUCCESS;
}

}  // extern "C"
