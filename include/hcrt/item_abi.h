/* Kernels that run itemwise: functions as their user wrote them, compiled for a debugger, a sanitizer or
 * -hc-check (hcpy/passes/host/itemwise.py). Their hcrt_host_entry passes its work-groups to __hcrt_run_items.
 */
#ifndef HCRT_ITEM_ABI_H
#define HCRT_ITEM_ABI_H

#include "abi.h"
#include "item_abi_records.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

void __hcrt_run_items(const hcrt_item_kernel* kernel, const void* argument, const hcrt_host_launch* launch,
                      uint64_t first, uint64_t last, void* dynamic);

/* What such a kernel asks about the work-item that the calling thread runs; callable in a debugger, too. */
unsigned __hcrt_local_id(int dimension);
unsigned __hcrt_group_id(int dimension);
unsigned __hcrt_group_size(int dimension);
unsigned __hcrt_num_groups(int dimension);
unsigned __hcrt_global_id(int dimension);
unsigned __hcrt_global_size(int dimension);
void* __hcrt_dynamic_group_memory(void);
void __hcrt_barrier(void);

/* A place in the user's source. */
typedef struct hcrt_place {
  const char* file;
  uint32_t line, column;
} hcrt_place;

/* What kernels with HCRT_ITEMS_CHECKED say. __hcrt_check_place: the call that the user's code makes next.
 * __hcrt_check_index: an element is asked for; index and extent have `rank` components, the slowest first.
 * __hcrt_check_access: memory is read (kind 0), written (1) or changed atomically (2); place may be null:
 * __hcrt_check_place. __hcrt_check_within: the same access, whose address was computed from that of a
 * tile_static variable, must lie in it. Where something is wrong they report it and end the launch. */
extern __thread const hcrt_place* __hcrt_check_place;
void __hcrt_check_index(int rank, const int* index, const int* extent);
void __hcrt_check_access(const void* address, uint64_t bytes, unsigned kind, const hcrt_place* place);
void __hcrt_check_within(const void* variable, const void* address, uint64_t bytes, const hcrt_place* place);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
