/* The bundle: what the compiler writes into an object and libhcrt reads at start-up.
 *
 * One bundle belongs to one translation unit. It is position independent (offsets, no pointers), little
 * endian, and lies in the section HCRT_BUNDLE_SECTION, so that `hcc --inspect` reads it from any file.
 * What needs an address (host kernels, host globals) lies beside it in an hcrt_registration, which a
 * constructor of the object passes to hcrt_register().
 *
 * contracts/records.schema is the only definition of the layout: abi_records.h is made from it.
 * Offsets count bytes from the bundle's first byte. String offsets count from string_offset; every string
 * ends in a NUL; string 0 is empty.
 */
#ifndef HCRT_ABI_H
#define HCRT_ABI_H

#include "abi_records.h"

/* Function objects larger than this many bytes reach GPU kernels through a pointer (flag
 * HCRT_KERNEL_BY_POINTER). PTX 8.0 allows 4,352 bytes of parameters, Intel's OpenCL runtime 3,840. */
#define HCRT_MAX_PARAMETER_BYTES 3584

#ifdef __cplusplus
extern "C" {
#endif
/* libhcrt is built with hidden visibility; what these two headers declare is what it exports. */
#pragma GCC visibility push(default)

typedef struct hcrt_print_argument {
  uint64_t kind; /* 0: an integer, sign-extended; 1: a double; 2: an address */
  uint64_t bits;
} hcrt_print_argument;

/* What kernels on the host call, besides the C library.
 * __hcrt_print: printf; ring is for GPUs. kind 0: printf, 1: direct3d_errorf, 2: direct3d_abort, whose text
 * the launch throws. Gives hc::PrintfError.
 * __hcrt_host_group_bytes: group memory of the running kernel, 0: static, 1: dynamic.
 * __hcrt_host_clock: nanoseconds. */
int __hcrt_print(void* ring, unsigned kind, const char* format, unsigned count,
                 const hcrt_print_argument* arguments);
uint32_t __hcrt_host_group_bytes(int which);
uint64_t __hcrt_host_clock(void);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
