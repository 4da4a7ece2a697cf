/* Made by contracts/make.py from contracts/records.schema: change that. */
#ifndef HCRT_ITEM_ABI_RECORDS_H
#define HCRT_ITEM_ABI_RECORDS_H
/* clang-format off */

#include <stddef.h>
#include <stdint.h>

#include "abi_records.h"

#ifdef __cplusplus
extern "C" {
#endif

enum hcrt_item_flags {
  HCRT_ITEMS_CHECKED = 8, /* -hc-check */
};

typedef struct hcrt_tile_variable {
  const char* name;
  void* (*address)(void); /* of the calling thread's */
  uint64_t bytes;
} hcrt_tile_variable;

typedef struct hcrt_item_kernel {
  void (*run)(const void* argument); /* one work-item */
  const char* name;                  /* for people */
  uint32_t flags;                    /* hcrt_kernel_flags, hcrt_item_flags */
  uint32_t tile_count;
  const hcrt_tile_variable* tiles;   /* [tile_count] */
} hcrt_item_kernel;

#ifdef __cplusplus
}

static_assert(sizeof(hcrt_tile_variable) == 24, "hcrt_tile_variable");
static_assert(offsetof(hcrt_tile_variable, name) == 0, "hcrt_tile_variable::name");
static_assert(offsetof(hcrt_tile_variable, address) == 8, "hcrt_tile_variable::address");
static_assert(offsetof(hcrt_tile_variable, bytes) == 16, "hcrt_tile_variable::bytes");

static_assert(sizeof(hcrt_item_kernel) == 32, "hcrt_item_kernel");
static_assert(offsetof(hcrt_item_kernel, run) == 0, "hcrt_item_kernel::run");
static_assert(offsetof(hcrt_item_kernel, name) == 8, "hcrt_item_kernel::name");
static_assert(offsetof(hcrt_item_kernel, flags) == 16, "hcrt_item_kernel::flags");
static_assert(offsetof(hcrt_item_kernel, tile_count) == 20, "hcrt_item_kernel::tile_count");
static_assert(offsetof(hcrt_item_kernel, tiles) == 24, "hcrt_item_kernel::tiles");

#endif

/* clang-format on */
#endif
