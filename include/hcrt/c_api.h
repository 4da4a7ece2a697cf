/* What other languages call of libhcrt.so: devices, queues, memory, launches, events, task graphs, profiles.
 *
 * hcpy/runtime/library.py mirrors this header. Every handle is a pointer that its release function ends; that
 * of a device lives as long as the process. A function that fails gives null or HCRT_C_FAILED; hcrt_c_error()
 * then says why, on the same thread. All functions may be called from any thread. Code for any device is
 * registered as a program's is (hcrt_register() of abi.h).
 */
#ifndef HCRT_C_API_H
#define HCRT_C_API_H

#include "abi.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#define HCRT_C_FAILED (-1)

/* --- errors ------------------------------------------------------------------------------------------ */
const char* hcrt_c_error(void);
/* What kind of error it was: 0 runtime, 1 invalid compute domain, 2 out of memory, 3 unsupported feature,
 * 4 device removed, 5 the task graph must be recorded again (hcrt_c_launch_graph). */
int hcrt_c_error_kind(void);

/* --- devices ----------------------------------------------------------------------------------------- */
typedef struct hcrt_c_device_info {
  char path[32]; /* "host", "opencl:0", "cuda:0" */
  char description[256];
  char architecture[32]; /* what it needs of an image: "sm_90"; empty: any does */
  char unusable[512];    /* why it can't run kernels; empty: it can */
  uint64_t max_tile_static_bytes;
  uint64_t memory_bytes;
  uint32_t compute_units;
  uint32_t max_group_items;
  uint32_t max_group_size[3]; /* dimension 0 fastest */
  uint32_t is_gpu, supports_double, shares_host_memory;
} hcrt_c_device_info;

/* Writes up to `capacity` devices of "cuda", "opencl" or "host" and gives how many it has. Opens no other
 * back end's driver. */
uint32_t hcrt_c_devices(const char* backend, void** devices, uint32_t capacity);
/* Why it has none, until the thread's next call; empty where it has some. */
const char* hcrt_c_why_not(const char* backend);
void hcrt_c_describe(void* device, hcrt_c_device_info* info);
/* The OpenCL loader to open where the system has none and HCPY_OPENCL_LIBRARY is not set; before the devices
 * of "opencl" are first asked for. */
void hcrt_c_spare_opencl_library(const char* path);

/* --- other packages' objects ------------------------------------------------------------------------- */
enum hcrt_c_native { HCRT_C_CONTEXT = 0, HCRT_C_DEVICE = 1 };
/* The driver's own object: CUcontext, cl_context (0), cl_device_id (1). Null without an error: it has none.
 */
void* hcrt_c_native(void* device, int which);
/* Waits for the work that was put into a stream of somebody else's (CUstream). */
int hcrt_c_wait_stream(void* device, void* stream);
/* The device of the back end whose memory lies there. */
void* hcrt_c_device_of(const char* backend, void* address);

/* --- queues ------------------------------------------------------------------------------------------ */
void* hcrt_c_create_queue(void* device);
void hcrt_c_release_queue(void* queue);
int hcrt_c_wait_queue(void* queue); /* for all work so far */

/* --- memory ------------------------------------------------------------------------------------------ */
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
int hcrt_c_wait_memory(void* memory); /* for all work that uses it */
/* At the process's end: waits for all work, and writes all results to host memory. */
int hcrt_c_finish(void);

/* --- launches ---------------------------------------------------------------------------------------- */
typedef struct hcrt_c_kernel {
  const unsigned char* unit_id; /* HCRT_UNIT_ID_BYTES */
  const char* name;
  const void* resolved; /* libhcrt's own; null at first */
} hcrt_c_kernel;

typedef struct hcrt_c_shape {
  uint64_t global[3]; /* dimension 0 fastest */
  uint32_t group[3];  /* all 0: libhcrt chooses */
  uint32_t dynamic_bytes;
  int32_t rank;
  uint32_t reserved; /* 0 */
} hcrt_c_shape;

/* A part of some memory that a kernel uses. */
typedef struct hcrt_c_use {
  void* memory;
  uint64_t offset, bytes; /* what must be current there; a kernel that writes has written all of it */
  uint64_t element;       /* the byte whose address the kernel is given */
  uint32_t access;        /* 1 read, 3 read and write */
  uint32_t place;         /* offset in the argument of that address, which the launch fills in */
} hcrt_c_use;

/* A launch in one piece of memory: behind it hcrt_c_use[use_count], then void*[after_count] (events), then
 * the argument. It may be used again, with another argument, once the call is back. */
typedef struct hcrt_c_launch {
  void* queue;
  const hcrt_c_kernel* kernel;
  uint64_t argument_bytes;
  uint32_t use_count, after_count;
  hcrt_c_shape shape;
} hcrt_c_launch;

/* Starts a kernel behind the queue's work, the events, and what uses the same memory; gives its event. While
 * the thread records a task graph, it becomes a node of that. */
void* hcrt_c_start(hcrt_c_launch* launch);
void* hcrt_c_marker(void* queue, void* const* after, uint32_t count);

/* --- events ------------------------------------------------------------------------------------------ */
int hcrt_c_wait(void* event);
int hcrt_c_is_ready(void* event);
void hcrt_c_ticks(void* event, uint64_t* begin, uint64_t* end); /* nanoseconds; 0 until it is complete */
/* Calls the function once the event is complete, also where it failed, on a thread of libhcrt. */
int hcrt_c_on_complete(void* event, void (*function)(void*), void* data);
void hcrt_c_release_event(void* event);

/* --- task graphs ------------------------------------------------------------------------------------- */
void* hcrt_c_create_graph(void);
int hcrt_c_begin_recording(void* graph, void* const* queues, uint32_t count);
/* keep 0: the graph stays as it was. Writes what hcrt_c_launch_graph() is to be given. */
int hcrt_c_end_recording(void* graph, int keep, uint64_t* version);
/* Fails with kind 5 where memory has got neighbours since the recording that overlap it. */
void* hcrt_c_launch_graph(void* graph, uint64_t version);
void hcrt_c_release_graph(void* graph);

/* --- profiles ---------------------------------------------------------------------------------------- */
/* One kernel or copy. */
typedef struct hcrt_c_record {
  const char* name; /* of a kernel; of a copy "to" or "from", which means the device */
  const char* path; /* the device's */
  uint64_t begin, end;
  uint64_t bytes; /* of a copy; a kernel has 0 */
} hcrt_c_record;

/* From here on the process's kernels and copies are noted, and timed by their devices. */
int hcrt_c_begin_profile(void);
/* Waits for them and calls the function for each that did not fail, in the order of their launches. */
int hcrt_c_end_profile(void (*function)(const hcrt_c_record*));

/* Writes out what kernels printed: Python and the C library have buffers of their own. */
void hcrt_c_flush_output(void);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
