// What the public headers (hc.hpp, amp.h) need of libhcrt, and, with program.hpp, exceptions.hpp and abi.h,
// all that it exports.
//
// Host side only: kernels never call these. Every handle is opaque here; the classes live in
// runtime/core. Functions that can fail throw hcrt::Error or one of its kinds (what programs call most is in
// program.hpp, and throws the specification's exceptions). All functions may be called from any thread.
#ifndef HCRT_RUNTIME_HPP
#define HCRT_RUNTIME_HPP

#include <cstddef>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "statistics.hpp"

namespace hcrt {

class Device;         // an accelerator; lives until the process ends; compared by address
class Queue;          // a stream of work on one device (accelerator_view)
class Event;          // the completion of one piece of work (completion_future)
class Buffer;         // bytes with a copy on one or more devices (array, array_view)
class TaskGraph;      // recorded work that is launched many times (task_graph)
class GraphArgument;  // a value in its kernels that may change between launches
class Continuation;   // what is to be done when a piece of work is complete

#pragma GCC visibility push(default)  // libhcrt exports these, also where -fvisibility=hidden is given

void retain(Queue*) noexcept;
void release(Queue*) noexcept;
void retain(Event*) noexcept;
void release(Event*) noexcept;
void retain(Continuation*) noexcept;
void release(Continuation*) noexcept;
void retain(Buffer*) noexcept;
void release(Buffer*) noexcept;  // the last release of a buffer over host memory writes it back first

void retain(TaskGraph*) noexcept;
void release(TaskGraph*) noexcept;
void retain(GraphArgument*) noexcept;
void release(GraphArgument*) noexcept;

/// Strong reference to a counted handle; the size of a pointer.
template <class T>
class Ref {
 public:
  Ref() noexcept = default;
  explicit Ref(T* adopted) noexcept : p_(adopted) {}  // takes over one count
  Ref(const Ref& o) noexcept : p_(o.p_) {
    if (p_) retain(p_);
  }
  Ref(Ref&& o) noexcept : p_(o.p_) { o.p_ = nullptr; }
  Ref& operator=(Ref o) noexcept {
    T* t = p_;
    p_ = o.p_;
    o.p_ = t;
    return *this;
  }
  ~Ref() {
    if (p_) release(p_);
  }
  T* get() const noexcept { return p_; }
  T* operator->() const noexcept { return p_; }
  explicit operator bool() const noexcept { return p_ != nullptr; }
  friend bool operator==(const Ref& a, const Ref& b) noexcept { return a.p_ == b.p_; }
  friend bool operator!=(const Ref& a, const Ref& b) noexcept { return a.p_ != b.p_; }

 private:
  T* p_ = nullptr;
};

// --- errors ------------------------------------------------------------------------------------------
/// What went wrong, for the specification's exception classes.
enum class Errc { runtime, invalid_compute_domain, out_of_memory, unsupported_feature, device_removed };

class Error : public std::runtime_error {
 public:
  Error(Errc code, const std::string& what) : std::runtime_error(what), code_(code) {}
  Errc code() const noexcept { return code_; }

 private:
  Errc code_;
};

// --- devices -----------------------------------------------------------------------------------------
enum class Backend { cpu, null, cuda, vulkan, opencl, host };  // cpu: holds data, runs no kernels

struct DeviceInfo {
  Backend backend;
  std::wstring path;             // "cpu", "cuda:0", "opencl:0", "host"
  std::wstring description;      // the driver's name of the device
  std::string unusable;          // why it can't run kernels; empty: it can
  std::string architecture;      // what it needs of an image: "sm_90", "x86-64-v3"; empty: any does
  std::uint32_t version = 0;     // major << 16 | minor
  std::size_t memory_bytes = 0;  // dedicated memory
  std::size_t max_tile_static_bytes = 0;
  std::uint32_t compute_units = 0;
  std::uint32_t max_group_items = 0;     // work-items of a group
  std::uint32_t max_group_size[3] = {};  // per dimension, dimension 0 fastest
  bool is_emulated = false;
  bool is_gpu = false;
  bool supports_double = false;
  bool shares_host_memory = false;  // buffers are plain host memory: no copies
};

enum class Access : std::uint32_t { none = 0, read = 1, write = 2, read_write = 3 };

const std::vector<Device*>& devices();  // cpu, then CUDA, OpenCL, host; never empty
const DeviceInfo& info(const Device*);
/// The device with the path; null where there is none. "default" is the default, "gpu" the first GPU (without
/// one, the default); Direct3D's software devices, "direct3d\\warp" and "direct3d\\ref", are the host
/// accelerator.
Device* find_device(const std::wstring& path);
/// The default accelerator. Where HCPY_DEFAULT_ACCELERATOR names one that cannot be used, or nothing here
/// runs kernels, prints default_device_fault() in one line and ends the process with exit code 1.
Device* default_device();
std::string default_device_fault();         // why default_device() has none; "" where it has
bool set_default_device(Device*);           // false once a default was used (C++ AMP, 3.2.2)
std::uint32_t device_index(const Device*);  // in devices()
/// The access of arrays made with access_type_auto. Asking for it fixes it. only_shared: none where elements
/// would have to be copied to the host and back.
Access default_cpu_access(Device*, bool only_shared);
/// False once it is fixed, and where the host can't have that access.
bool set_default_cpu_access(Device*, Access);
/// Can kernels of the first device use the other one's memory (am_alloc) under its address?
bool can_reach(const Device*, const Device* other);
/// From now on they may; false: they can't.
bool reach(Device*, Device* other);
std::vector<std::string> backend_notes();  // why a back end has no devices, one line each

// --- queues ------------------------------------------------------------------------------------------
struct QueueOptions {
  bool in_order = true;
  bool immediate = false;  // queuing_mode
  int priority = 1;        // 0 high, 1 normal, 2 low
  bool auto_selection = false;
};

Ref<Queue> default_queue(Device*);  // the calling thread's own
Ref<Queue> create_queue(Device*, const QueueOptions&);
/// C++ AMP's view that lets a launch choose; the process has one. All other work on it goes to work_queue().
Ref<Queue> auto_selection_queue();
Queue* work_queue(Queue*);                // itself; of the auto selection, the calling thread's default queue
std::vector<Ref<Queue>> queues(Device*);  // in creation order
Device* device_of(const Queue*);
const QueueOptions& options(const Queue*);
std::size_t pending(const Queue*);  // commands not yet complete
void flush(Queue*);
void wait(Queue*);                                                       // throws an error not yet thrown
Ref<Event> marker(Queue*, const std::vector<Ref<Event>>& dependencies);  // after them and all before it

// --- events ------------------------------------------------------------------------------------------
// A null event counts as complete in all of these.
void wait(Event*);  // throws the error of the work, every time
bool is_ready(const Event*);
std::uint64_t begin_tick(const Event*);  // nanoseconds; 0 until complete
std::uint64_t end_tick(const Event*);
std::uint64_t tick_frequency();  // ticks in a second
std::uint64_t tick_now();        // the same clock
long use_count(const Event*);    // the users' references, and one for the run time's

/// Something to call once; std::function without the weight of <functional> in every program.
class Action {
 public:
  virtual ~Action() = default;
  virtual void run() = 0;
};

/// Runs the action on a runtime thread once the event is complete, also where its work failed; deletes it.
void on_complete(Event*, Action* action);
/// The same unless the work failed; gives the completion of the action, which fails with what the action
/// throws, or with the work that it should have followed.
Ref<Event> run_behind(const Ref<Event>& after, Action* action);
/// Called by an action of run_behind whose end is near: to wake who waits for it then would take longer than
/// what is left, so that they ask from now on, and do not sleep.
void function_ends_soon() noexcept;
/// Complete when all are; fails with the first of them, in the list's order, that failed.
Ref<Event> when_all(const std::vector<Ref<Event>>&);
/// Complete when one is, whether it failed or not. Fails for an empty list.
Ref<Event> when_any(const std::vector<Ref<Event>>&);
std::size_t first_of(const Event*);  // of when_any, complete: the place in the list of the one that was
/// Keeps work from being done that has not begun; its event then fails. False: too late, or the device has
/// it already.
bool cancel(Event*);

/// What copies of a completion_future share beside the event.
/// The earlier one (may be null) lives as long: the future of a function waits for what the one before does.
Ref<Continuation> make_continuation(const Ref<Continuation>& earlier);
/// Kept alive with the continuation: a buffer over the host memory that a copy writes to.
void keep(Continuation*, const Ref<Buffer>&);
/// The rest of a copy, done by the first wait, on its thread.
void set_finish(Continuation*, Action* action);
void finish(Continuation*);
/// Runs finish() and the action on another thread once the event is complete, unless its work failed; gives
/// their completion. Where only_first is given and this is not the first action, nothing is run, and the
/// first one's completion is given. The continuation's end waits for all.
Ref<Event> start_then(Continuation*, const Ref<Event>&, Action* action, bool only_first);

// --- buffers -----------------------------------------------------------------------------------------
/// A box of bytes in a buffer: slices of rows of bytes. Offsets and pitches are in bytes.
struct Region {
  std::size_t offset = 0;
  std::size_t row_bytes = 0;
  std::size_t rows = 1, row_pitch = 0;
  std::size_t slices = 1, slice_pitch = 0;
};

/// array_view: host may be null (storage appears where it is first used, zeroed). writable false: the
/// host memory is const and never written back.
Ref<Buffer> create_view_buffer(void* host, std::size_t bytes, bool writable);
/// array: lives on the queue's device; associated (may be null) is a staging array's other view.
Ref<Buffer> create_array_buffer(Queue*, std::size_t bytes, Access cpu_access, Queue* associated);
/// array over memory of the queue's device that the caller keeps.
Ref<Buffer> adopt_device_pointer(Queue*, void* device_pointer, std::size_t bytes);

std::size_t size_bytes(const Buffer*);
Queue* home_queue(const Buffer*);        // array: its view; array_view: null
Queue* associated_queue(const Buffer*);  // staging array
/// Where the elements come from: an array's queue; over host memory, the default queue of "cpu"; null where
/// there is no source.
Ref<Queue> source_queue(const Buffer*);
Access cpu_access(const Buffer*);
/// The address of the first element on the array's device, a view's on the default device.
void* device_pointer(const Buffer*);
/// Makes the bytes [offset, offset + bytes) current on the host for the access, waiting for kernels that
/// write them. Returns the host address of the buffer's first byte. An array's elements are reached so
/// through array_views of it; array itself asks cpu_access() first. Throws for adopted memory that the host
/// can't reach
/// ("The array is not accessible on CPU.").
void* host_pointer(Buffer*, Access, std::size_t offset, std::size_t bytes);
/// What the functions below do is done to the bytes [offset, offset + bytes) of the buffer, or to all.
constexpr std::size_t all_bytes = SIZE_MAX;
/// Make them current in the view's host memory or array.
Ref<Event> synchronize_source(Buffer*, std::size_t offset = 0, std::size_t bytes = all_bytes);
/// Make them current there.
Ref<Event> synchronize_to(Buffer*, Queue*, std::size_t offset = 0, std::size_t bytes = all_bytes);
/// Their contents need not survive.
void discard(Buffer*, std::size_t offset = 0, std::size_t bytes = all_bytes);
/// The program is about to write the view's host memory without the buffer's knowledge: waits for work that
/// uses it.
void give_to_host(Buffer*, std::size_t offset = 0, std::size_t bytes = all_bytes);
/// The host memory was changed without the buffer's knowledge.
void refresh(Buffer*, std::size_t offset = 0, std::size_t bytes = all_bytes);
/// Lends the bytes to a function of the program, as a library that reads or writes memory while work goes on:
/// the action runs on a thread of the runtime once the bytes are there and no earlier work is in its way;
/// later work comes after it, and fails where it throws. `address`, set before it can run, is that of the
/// buffer's first byte in the device's memory; null: the host's, which is pinned where it need not be the
/// program's.
Ref<Event> lend(Buffer*, Device*, Access, std::size_t offset, std::size_t bytes, Action*, void** address);
/// Copies boxes of the same shape, as if through other memory where they overlap in one buffer. The source's
/// newest copy is used; the destination's is replaced. Asynchronous; the buffers stay alive until done.
Ref<Event> copy(Buffer* source, const Region&, Buffer* destination, const Region&);

// --- raw memory (am_alloc) ---------------------------------------------------------------------------
enum AllocationFlags : std::uint32_t { alloc_device = 0, alloc_host_pinned = 1, alloc_host_coherent = 2 };

struct AllocationInfo {
  void* host_pointer;
  void* device_pointer;
  std::size_t bytes;
  Device* device;
  bool in_device_memory;
  bool managed = true;  // by allocate(); false: the program's own memory
  int app_id = -1;      // what the program noted of it
  std::uint32_t app_flags = 0;
  void* app_pointer = nullptr;
  bool for_device = false;  // allocated as the device's own, also where host and device share memory
};

void* allocate(Device*, std::size_t bytes, std::size_t alignment, std::uint32_t flags);  // null on failure
bool deallocate(void*);                                                                  // false: not ours
bool find_allocation(const void* inside, AllocationInfo* info);
/// Makes memory that the program owns known under its address; false: it overlaps memory that is known.
bool track_allocation(const void* address, const AllocationInfo&);
/// The functions here forget it, but for copies and deallocate(); false: no allocation begins there.
bool untrack_allocation(const void* address);
std::size_t untrack_allocations_of(const Device*);
/// Notes the program's own data with the allocation at the address; false: there is none.
bool annotate_allocation(const void* address, int app_id, std::uint32_t app_flags, void* app_pointer);
std::vector<AllocationInfo> allocations_of(const Device*);
void print_allocations(const void* inside);  // on stderr; null: all
/// Makes host memory that the program owns reachable for the devices' kernels, and known; false: it can't be.
bool lock_host_memory(void* address, std::size_t bytes, const std::vector<Device*>&, std::uint32_t app_flags);
bool unlock_host_memory(void* address);  // false: it is not locked
/// Bytes between any two of host memory and allocations of any devices.
Ref<Event> copy_bytes(Queue*, void* destination, const void* source, std::size_t bytes);
/// The same for rows of bytes. Pitches: bytes from one row's begin to the next one's.
Ref<Event> copy_rows(Queue*, void* destination, std::size_t destination_pitch, const void* source,
                     std::size_t source_pitch, std::size_t row_bytes, std::size_t rows);

// --- variables of kernels ----------------------------------------------------------------------------
/// A device's instance of a namespace-scope variable that kernels use; null where they use none of the name.
void* symbol_address(Device*, const char* name);
/// Copies bytes to (or from) offset in it, after all work of the device. Throws where there is none, or the
/// bytes reach beyond it. An address may be the host's variable or what symbol_address() gave.
void copy_symbol(Device*, const char* name, void* host, std::size_t bytes, std::size_t offset,
                 bool to_device);
void copy_symbol(Device*, void* address, void* host, std::size_t bytes, std::size_t offset, bool to_device);

// --- trace -------------------------------------------------------------------------------------------
/// What the program does from here to end_span(), on this thread, for HCPY_TRACE. The name must stay. 0: no
/// trace is kept.
std::uint64_t begin_span(const char* name);
void end_span(std::uint64_t number) noexcept;

// --- launch ------------------------------------------------------------------------------------------
struct LaunchShape {
  int rank = 1;                         // 1..3
  std::uint64_t global[3] = {1, 1, 1};  // work-items; dimension 0 fastest
  std::uint32_t group[3] = {0, 0, 0};   // all 0: flat, the back end chooses
  std::uint32_t dynamic_bytes = 0;
};

/// Identifies a kernel for libhcrt: the host part keeps one in a static for each call site.
struct KernelId {
  const unsigned char* unit_id;  // HCRT_UNIT_ID_BYTES
  const char* name;
  mutable const void* resolved = nullptr;  // libhcrt's cache
};

/// Does the word at the offset in an object hold a number of less than 64 bits? The rest of such a word may
/// be anything, and the whole of it the address of something else.
using IsNumber = bool (*)(const void* object, std::size_t offset);

/// While one exists on a thread, array_views that are copied there become resident on the queue's device.
/// Order: construct, copy the function object, launch. Destroyed without launch(): nothing happens.
class LaunchScope {
 public:
  explicit LaunchScope(Queue*);
  ~LaunchScope();
  LaunchScope(const LaunchScope&) = delete;
  LaunchScope& operator=(const LaunchScope&) = delete;

  static LaunchScope* current() noexcept;  // of this thread; null outside of launches
  Device* device() const noexcept;
  /// Which kernel will be launched, for what its function object's copy may have to say.
  void prepare(const KernelId&) noexcept;
  const KernelId* kernel() const noexcept;  // null: not known
  /// Called by a view's copy constructor: the bytes [offset, offset + bytes) of the buffer are used with the
  /// access; returns its address on the device (of the buffer's first byte).
  void* bind(Buffer*, Access, std::size_t offset = 0, std::size_t bytes = all_bytes);
  /// The object, which the argument refers to, has these bytes on the device.
  void hold(const void* object, const void* bytes, std::size_t count, IsNumber = nullptr);
  /// The kernel uses this registered object itself: words that are its address stay as they are.
  void keep(const void* object);
  /// Makes launch() throw this; the first one counts. For copies that can't throw.
  void fail(std::exception_ptr) noexcept;
  /// Starts the kernel over a copy of the argument's bytes. Words of it that are the address of a
  /// registered object (an array captured by reference) become the address of its device image, but for those
  /// with numbers.
  Ref<Event> launch(const KernelId&, const void* argument, std::size_t bytes, const LaunchShape&,
                    IsNumber = nullptr);

 private:
  struct __attribute__((visibility("hidden"))) State;
  State* state_;
};

/// An array object that kernels may hold by reference: object_bytes at object, whose word at
/// pointer_offset becomes the buffer's device address in the device image.
void register_object(const void* object, std::size_t object_bytes, std::size_t pointer_offset, Buffer*,
                     Access);
void unregister_object(const void* object) noexcept;
/// The queue of the arrays that a function object holds by reference or through array_views of them; null
/// where it holds none. Throws where they live on several devices.
Queue* queue_of_captures(const void* argument, std::size_t bytes, IsNumber = nullptr);

// --- task graphs -------------------------------------------------------------------------------------
Ref<TaskGraph> create_graph();
/// std::uncaught_exceptions(), for programs of C++11 and C++14.
int uncaught_exceptions() noexcept;
/// From here on the launches, copies and markers of this thread become nodes, in place of the graph's old
/// ones, and do not run. Work on queues that are not named, and all that would wait, throws.
void begin_recording(TaskGraph*, const std::vector<Queue*>&);
void end_recording(TaskGraph*);  // on the same thread
/// The same from a destructor. keep false: the graph stays as it was.
void finish_recording(TaskGraph*, bool keep) noexcept;
/// The next launch of this thread takes the place of the kernel that the event was given for.
void begin_change(TaskGraph*, const Event* node);
void require_change(const TaskGraph*);  // throws where there was no such launch
void end_change(TaskGraph*) noexcept;
bool is_recorded(const Event*);  // of a node
/// Starts all nodes, after the earlier work of all queues and before their later work.
Ref<Event> launch(TaskGraph*);
std::size_t node_count(const TaskGraph*);
std::string draw(const TaskGraph*);  // in the DOT language
/// A function object that holds the argument's address has its value `offset` bytes after that word.
Ref<GraphArgument> create_argument(const void* value, std::size_t bytes, std::size_t offset);
void set_argument(GraphArgument*, const void* value);
void read_argument(const GraphArgument*, void* value);

#pragma GCC visibility pop
}  // namespace hcrt
#endif
