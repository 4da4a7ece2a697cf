// OpenMP's functions where the compiler does not follow its pragmas, as Visual C++ has them without /openmp:
// there is one thread.
#ifndef HCPY_MS_COMPAT_OMP_H
#define HCPY_MS_COMPAT_OMP_H

#ifdef _OPENMP
#include_next <omp.h>
#else

#include <chrono>

#include "hcrt_ms_prelude.hpp"

typedef int omp_lock_t;
typedef int omp_nest_lock_t;

HCRT_MS_FN int omp_get_num_threads() { return 1; }
HCRT_MS_FN int omp_get_max_threads() { return 1; }
HCRT_MS_FN int omp_get_thread_num() { return 0; }
HCRT_MS_FN int omp_get_num_procs() { return 1; }
HCRT_MS_FN int omp_in_parallel() { return 0; }
HCRT_MS_FN int omp_get_dynamic() { return 0; }
HCRT_MS_FN int omp_get_nested() { return 0; }
HCRT_MS_FN void omp_set_num_threads(int) {}
HCRT_MS_FN void omp_set_dynamic(int) {}
HCRT_MS_FN void omp_set_nested(int) {}
HCRT_MS_FN double omp_get_wtime() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
HCRT_MS_FN double omp_get_wtick() {
  return static_cast<double>(std::chrono::steady_clock::period::num) / std::chrono::steady_clock::period::den;
}
HCRT_MS_FN void omp_init_lock(omp_lock_t* lock) { *lock = 0; }
HCRT_MS_FN void omp_destroy_lock(omp_lock_t*) {}
HCRT_MS_FN void omp_set_lock(omp_lock_t* lock) { *lock = 1; }
HCRT_MS_FN void omp_unset_lock(omp_lock_t* lock) { *lock = 0; }
HCRT_MS_FN int omp_test_lock(omp_lock_t* lock) { return *lock == 0 ? *lock = 1 : 0; }

#endif  // _OPENMP

#endif
