#ifndef MBLAS_HANDLE_H
#define MBLAS_HANDLE_H

#include <hc.hpp>
#include <hc_am.hpp>

#include "mblas.h"

// What a handle refers to: the view, and room for partial results.
struct mblas_context {
  static const int PARTIALS = 64;

  hc::accelerator acc;
  hc::accelerator_view av;
  void* partials;  // on the accelerator
  void* staging;   // pinned

  mblas_context();
  ~mblas_context();
};

#define MBLAS_CHECK(handle, condition)                       \
  do {                                                       \
    if ((handle) == nullptr) return MBLAS_NOT_INITIALIZED;   \
    if (!(condition)) return MBLAS_INVALID_VALUE;            \
  } while (0)

#endif
