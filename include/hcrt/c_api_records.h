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

/* What a function gives that fails and gives no pointer. */
#define HCRT_C_FAILED -1

/* What kind of error it was. */
enum hcrt_c_error_kind {
  HCRT_C_RUNTIME = 0,
  HCRT_C_INVALID_COMPUTE_DOMAIN = 1,
  HCRT_C_OUT_OF_MEMORY = 2,
  HCRT_C_UNSUPPORTED_FEATURE = 3,
  HCRT_C_DEVICE_REMOVED = 4,
  HCRT_C_RECORD_AGAIN = 5,           /* hcrt_c_launch_graph(): the task graph must be recorded again */
};

/* The driver's objects. */
enum hcrt_c_native {
  HCRT_C_CONTEXT = 0, /* CUcontext, cl_context */
  HCRT_C_DEVICE = 1,  /* cl_device_id */
};

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

/* What a kernel does with a part of some memory. */
enum hcrt_c_access {
  HCRT_C_READ = 1,
  HCRT_C_READ_WRITE = 3,
};

/* A part of some memory that a kernel uses. */
typedef struct hcrt_c_use {
  void* memory;
  uint64_t offset;
  uint64_t bytes;   /* what must be current there; a kernel that writes has written all of it */
  uint64_t element; /* the byte whose address the kernel is given */
  uint32_t access;  /* hcrt_c_access */
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

/* libhcrt hides what is not marked. */
#pragma GCC visibility push(default)


/* --- errors ----------------------------------------------------------------------------------------- */
/* What went wrong in the thread's last call that failed. */
const char* hcrt_c_error(void);
/* An hcrt_c_error_kind. */
int hcrt_c_error_kind(void);

/* --- devices ---------------------------------------------------------------------------------------- */
/* Writes up to `capacity` devices of "cuda", "opencl" or "host" and gives how many it has. Opens no other
 * back end's driver. */
uint32_t hcrt_c_devices(const char* backend, void** devices, uint32_t capacity);
/* Why it has none, until the thread's next call; empty where it has some. */
const char* hcrt_c_why_not(const char* backend);
/* Fills in the record. */
void hcrt_c_describe(void* device, hcrt_c_device_info* info);
/* The OpenCL loader to open where the system has none and HCPY_OPENCL_LIBRARY is not set; before the devices
 * of "opencl" are first asked for. */
void hcrt_c_spare_opencl_library(const char* path);

/* --- other packages' objects ------------------------------------------------------------------------ */
/* The driver's own object; `which`: an hcrt_c_native. Null without an error: it has none. */
void* hcrt_c_native(void* device, int which);
/* Waits for the work that was put into a stream of somebody else's (CUstream). */
int hcrt_c_wait_stream(void* device, void* stream);
/* The device of the back end whose memory lies there. */
void* hcrt_c_device_of(const char* backend, void* address);

/* --- queues ----------------------------------------------------------------------------------------- */
void* hcrt_c_create_queue(void* device);
void hcrt_c_release_queue(void* queue);
/* Waits for all its work so far. */
int hcrt_c_wait_queue(void* queue);

/* --- memory ----------------------------------------------------------------------------------------- */
/* Bytes that kernels use. Host memory stays the caller's: it must live and be used through the handle until
 * that is released and no work uses it. Handles whose bytes overlap see each other's results. */
void* hcrt_c_view_memory(void* address, uint64_t bytes);
/* Memory of the device that the caller keeps; the host can't reach it. */
void* hcrt_c_adopt_memory(void* device, void* address, uint64_t bytes);
/* Writes to host memory first what kernels wrote. Where that fails, the handle is gone as well. */
int hcrt_c_release_memory(void* memory);
/* Makes the bytes current in host memory, and waits for kernels that write the memory. */
int hcrt_c_synchronize(void* memory, uint64_t offset, uint64_t bytes);
/* Makes them current where the queue's kernels use them; gives the event. */
void* hcrt_c_synchronize_to(void* memory, void* queue, uint64_t offset, uint64_t bytes);
/* The program has changed rows of bytes in host memory. */
int hcrt_c_refresh(void* memory, uint64_t offset, uint64_t row_bytes, uint64_t rows, uint64_t row_pitch);
/* Waits for all work that uses it. */
int hcrt_c_wait_memory(void* memory);
/* At the process's end: waits for all work, and writes all results to host memory. */
int hcrt_c_finish(void);

/* --- launches --------------------------------------------------------------------------------------- */
/* Starts a kernel after the queue's work, the events, and what uses the same memory; gives its event. While
 * the thread records a task graph, it becomes a node of that. */
void* hcrt_c_start(hcrt_c_launch* launch);
/* An event that completes after the queue's work so far and the events. */
void* hcrt_c_marker(void* queue, void* const* after, uint32_t count);

/* --- events ----------------------------------------------------------------------------------------- */
int hcrt_c_wait(void* event);
int hcrt_c_is_ready(void* event);
/* Nanoseconds; 0 until it is complete. */
void hcrt_c_ticks(void* event, uint64_t* begin, uint64_t* end);
/* Calls the function once the event is complete, also where it failed, on a thread of libhcrt. */
int hcrt_c_on_complete(void* event, void (*function)(void*), void* data);
void hcrt_c_release_event(void* event);

/* --- task graphs ------------------------------------------------------------------------------------ */
void* hcrt_c_create_graph(void);
int hcrt_c_begin_recording(void* graph, void* const* queues, uint32_t count);
/* keep 0: the graph stays as it was. Writes what hcrt_c_launch_graph() is to be given. */
int hcrt_c_end_recording(void* graph, int keep, uint64_t* version);
/* Fails with HCRT_C_RECORD_AGAIN where memory has got neighbours since the recording that overlap it. */
void* hcrt_c_launch_graph(void* graph, uint64_t version);
void hcrt_c_release_graph(void* graph);

/* --- profiles --------------------------------------------------------------------------------------- */
/* From here on the process's kernels and copies are noted, and timed by their devices. */
int hcrt_c_begin_profile(void);
/* Waits for them and calls the function for each that did not fail, in the order of their launches. */
int hcrt_c_end_profile(void (*function)(const hcrt_c_record*));

/* --- output ----------------------------------------------------------------------------------------- */
/* Writes out what kernels printed: Python and the C library have their own buffers. */
void hcrt_c_flush_output(void);

#pragma GCC visibility pop

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
