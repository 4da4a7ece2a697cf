/* Made by contracts/make.py from contracts/records.schema: change that. */
#ifndef HCRT_C_API_RECORDS_H
#define HCRT_C_API_RECORDS_H
/* clang-format off */

#include <stddef.h>
#include <stdint.h>

#include "abi_records.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hcrt_c_device_info {
  char path[32];                  /* "host", "opencl:0", "cuda:0" */
  char description[256];
  char architecture[32];          /* what it needs of an image: "sm_90"; empty: any does */
  char unusable[512];             /* why it can't run kernels; empty: it can */
  uint64_t max_tile_static_bytes;
  uint64_t memory_bytes;
  uint32_t compute_units;
  uint32_t max_group_items;
  uint32_t max_group_size[3];     /* dimension 0 fastest */
  uint32_t is_gpu;
  uint32_t supports_double;
  uint32_t shares_host_memory;
} hcrt_c_device_info;

typedef struct hcrt_c_kernel {
  const unsigned char* unit_id; /* HCRT_UNIT_ID_BYTES */
  const char* name;
  const void* resolved;         /* libhcrt's own; null at first */
} hcrt_c_kernel;

typedef struct hcrt_c_shape {
  uint64_t global[3];     /* dimension 0 fastest */
  uint32_t group[3];      /* all 0: libhcrt chooses */
  uint32_t dynamic_bytes;
  int32_t rank;
  uint32_t reserved;      /* 0 */
} hcrt_c_shape;

/* A part of some memory that a kernel uses. */
typedef struct hcrt_c_use {
  void* memory;
  uint64_t offset;
  uint64_t bytes;   /* what must be current there; a kernel that writes has written all of it */
  uint64_t element; /* the byte whose address the kernel is given */
  uint32_t access;  /* 1 read, 3 read and write */
  uint32_t place;   /* offset in the argument of that address, which the launch fills in */
} hcrt_c_use;

/* A launch in one piece of memory: after it hcrt_c_use[use_count], then void*[after_count] (events), then
 * the argument. It may be used again, with another argument, once the call is back. */
typedef struct hcrt_c_launch {
  void* queue;
  const hcrt_c_kernel* kernel;
  uint64_t argument_bytes;
  uint32_t use_count;
  uint32_t after_count;
  hcrt_c_shape shape;
} hcrt_c_launch;

typedef struct hcrt_c_record {
  const char* name; /* of a kernel; of a copy "to" or "from", which means the device */
  const char* path; /* the device's */
  uint64_t begin;
  uint64_t end;
  uint64_t bytes;   /* of a copy; a kernel has 0 */
} hcrt_c_record;

#ifdef __cplusplus
}

static_assert(sizeof(hcrt_c_device_info) == 880, "hcrt_c_device_info");
static_assert(offsetof(hcrt_c_device_info, path) == 0, "hcrt_c_device_info::path");
static_assert(offsetof(hcrt_c_device_info, description) == 32, "hcrt_c_device_info::description");
static_assert(offsetof(hcrt_c_device_info, architecture) == 288, "hcrt_c_device_info::architecture");
static_assert(offsetof(hcrt_c_device_info, unusable) == 320, "hcrt_c_device_info::unusable");
static_assert(offsetof(hcrt_c_device_info, max_tile_static_bytes) == 832, "hcrt_c_device_info::max_tile_static_bytes");
static_assert(offsetof(hcrt_c_device_info, memory_bytes) == 840, "hcrt_c_device_info::memory_bytes");
static_assert(offsetof(hcrt_c_device_info, compute_units) == 848, "hcrt_c_device_info::compute_units");
static_assert(offsetof(hcrt_c_device_info, max_group_items) == 852, "hcrt_c_device_info::max_group_items");
static_assert(offsetof(hcrt_c_device_info, max_group_size) == 856, "hcrt_c_device_info::max_group_size");
static_assert(offsetof(hcrt_c_device_info, is_gpu) == 868, "hcrt_c_device_info::is_gpu");
static_assert(offsetof(hcrt_c_device_info, supports_double) == 872, "hcrt_c_device_info::supports_double");
static_assert(offsetof(hcrt_c_device_info, shares_host_memory) == 876, "hcrt_c_device_info::shares_host_memory");

static_assert(sizeof(hcrt_c_kernel) == 24, "hcrt_c_kernel");
static_assert(offsetof(hcrt_c_kernel, unit_id) == 0, "hcrt_c_kernel::unit_id");
static_assert(offsetof(hcrt_c_kernel, name) == 8, "hcrt_c_kernel::name");
static_assert(offsetof(hcrt_c_kernel, resolved) == 16, "hcrt_c_kernel::resolved");

static_assert(sizeof(hcrt_c_shape) == 48, "hcrt_c_shape");
static_assert(offsetof(hcrt_c_shape, global) == 0, "hcrt_c_shape::global");
static_assert(offsetof(hcrt_c_shape, group) == 24, "hcrt_c_shape::group");
static_assert(offsetof(hcrt_c_shape, dynamic_bytes) == 36, "hcrt_c_shape::dynamic_bytes");
static_assert(offsetof(hcrt_c_shape, rank) == 40, "hcrt_c_shape::rank");
static_assert(offsetof(hcrt_c_shape, reserved) == 44, "hcrt_c_shape::reserved");

static_assert(sizeof(hcrt_c_use) == 40, "hcrt_c_use");
static_assert(offsetof(hcrt_c_use, memory) == 0, "hcrt_c_use::memory");
static_assert(offsetof(hcrt_c_use, offset) == 8, "hcrt_c_use::offset");
static_assert(offsetof(hcrt_c_use, bytes) == 16, "hcrt_c_use::bytes");
static_assert(offsetof(hcrt_c_use, element) == 24, "hcrt_c_use::element");
static_assert(offsetof(hcrt_c_use, access) == 32, "hcrt_c_use::access");
static_assert(offsetof(hcrt_c_use, place) == 36, "hcrt_c_use::place");

static_assert(sizeof(hcrt_c_launch) == 80, "hcrt_c_launch");
static_assert(offsetof(hcrt_c_launch, queue) == 0, "hcrt_c_launch::queue");
static_assert(offsetof(hcrt_c_launch, kernel) == 8, "hcrt_c_launch::kernel");
static_assert(offsetof(hcrt_c_launch, argument_bytes) == 16, "hcrt_c_launch::argument_bytes");
static_assert(offsetof(hcrt_c_launch, use_count) == 24, "hcrt_c_launch::use_count");
static_assert(offsetof(hcrt_c_launch, after_count) == 28, "hcrt_c_launch::after_count");
static_assert(offsetof(hcrt_c_launch, shape) == 32, "hcrt_c_launch::shape");

static_assert(sizeof(hcrt_c_record) == 40, "hcrt_c_record");
static_assert(offsetof(hcrt_c_record, name) == 0, "hcrt_c_record::name");
static_assert(offsetof(hcrt_c_record, path) == 8, "hcrt_c_record::path");
static_assert(offsetof(hcrt_c_record, begin) == 16, "hcrt_c_record::begin");
static_assert(offsetof(hcrt_c_record, end) == 24, "hcrt_c_record::end");
static_assert(offsetof(hcrt_c_record, bytes) == 32, "hcrt_c_record::bytes");

#endif

/* clang-format on */
#endif
