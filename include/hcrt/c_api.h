/* What other languages call of libhcrt.so: devices, queues, memory, launches, events, task graphs, profiles.
 *
 * hcpy/runtime/library.py mirrors its functions; its records are made from contracts/records.schema. Every
 * handle is a pointer that its release function ends; that of a device lives as long as the process. A
 * function that fails gives null or HCRT_C_FAILED; hcrt_c_error() then says why, on the same thread. All
 * functions may be called from any thread. Code for any device is registered as a program's is
 * (hcrt_register() of abi.h).
 */
#ifndef HCRT_C_API_H
#define HCRT_C_API_H

#include "abi.h"
#include "c_api_records.h"

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
