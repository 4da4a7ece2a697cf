/* What other languages call of libhcrt.so: launches on the host accelerator, their events, task graphs.
 *
 * hcpy/runtime/host_library.py mirrors this header. Every handle is a pointer that its release function ends.
 * A function that fails gives null or HCRT_C_FAILED; hcrt_c_error() then says why, on the same thread. All
 * functions may be called from any thread.
 */
#ifndef HCRT_C_API_H
#define HCRT_C_API_H

#include "abi.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#define HCRT_C_FAILED (-1)

typedef struct hcrt_c_device_info {
  char description[256];
  uint64_t max_tile_static_bytes;
  uint64_t memory_bytes;
  uint32_t compute_units;
  uint32_t max_group_items;
  uint32_t max_group_size[3]; /* dimension 0 fastest */
} hcrt_c_device_info;

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
} hcrt_c_shape;

const char* hcrt_c_error(void);
/* What kind of error it was: 0 runtime, 1 invalid compute domain, 2 out of memory, 3 unsupported feature,
 * 4 device removed. */
int hcrt_c_error_kind(void);

/* The host accelerator; opens no other driver. */
void* hcrt_c_host_device(void);
void hcrt_c_describe(void* device, hcrt_c_device_info* info);

void* hcrt_c_create_queue(void* device);
void hcrt_c_release_queue(void* queue);
int hcrt_c_wait_queue(void* queue); /* for all work so far */

/* Starts a kernel of a registered unit behind the queue's work and the `count` events. The argument is
 * copied. While the thread records a task graph, it becomes a node of that. */
void* hcrt_c_launch(void* queue, const hcrt_c_kernel* kernel, const void* argument, uint64_t bytes,
                    const hcrt_c_shape* shape, void* const* after, uint32_t count);
void* hcrt_c_marker(void* queue, void* const* after, uint32_t count);

int hcrt_c_wait(void* event);
int hcrt_c_is_ready(void* event);
void hcrt_c_ticks(void* event, uint64_t* begin, uint64_t* end); /* nanoseconds; 0 until it is complete */
uint64_t hcrt_c_tick_now(void);
/* Calls the function once the event is complete, also where it failed, on a thread of libhcrt. */
int hcrt_c_on_complete(void* event, void (*function)(void*), void* data);
void hcrt_c_release_event(void* event);

void* hcrt_c_create_graph(void);
int hcrt_c_begin_recording(void* graph, void* const* queues, uint32_t count);
int hcrt_c_end_recording(void* graph, int keep);
void* hcrt_c_launch_graph(void* graph);
void hcrt_c_release_graph(void* graph);

/* Writes out what kernels printed: Python and the C library have buffers of their own. */
void hcrt_c_flush_output(void);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
