// Processes and threads of Visual C++'s run-time library.
#ifndef HCPY_MS_COMPAT_PROCESS_H
#define HCPY_MS_COMPAT_PROCESS_H

#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "detail/win_threads.hpp"

HCRT_MS_FN int _getpid() { return static_cast<int>(getpid()); }
HCRT_MS_FN uintptr_t _beginthreadex(void*, unsigned, unsigned (*entry)(void*), void* argument, unsigned,
                                    unsigned* id) {
  return reinterpret_cast<uintptr_t>(hcrt_ms::start_thread([=] { return entry(argument); }, id));
}
HCRT_MS_FN uintptr_t _beginthread(void (*entry)(void*), unsigned, void* argument) {
  return reinterpret_cast<uintptr_t>(hcrt_ms::start_thread(
      [=] {
        entry(argument);
        return 0u;
      },
      nullptr));
}

#endif
