// What a back end implements: six small interfaces. The core knows devices through these alone.
//
// Users hold hcrt::Device, hcrt::Queue and hcrt::Event (devices.hpp, queue.hpp, event.hpp), each of which
// owns one object of the namesake here. A new back end is a folder beside runtime/backends/null, which is
// the template, and a line in make_backends.cpp. Functions throw hcrt::Error unless they are noexcept.
#ifndef HCRT_CORE_BACKEND_HPP
#define HCRT_CORE_BACKEND_HPP

#include <hcrt/abi.h>

#include <functional>
#include <hcrt/runtime.hpp>
#include <memory>
#include <string>
#include <vector>

#include "failure.hpp"

namespace hcrt::backends {

/// Start and end of a piece of work in nanoseconds of tick_now(); zeros until it is complete.
struct Ticks {
  std::uint64_t begin = 0, end = 0;
};

/// One image of a registered bundle.
struct Image {
  std::uint32_t kind;  // hcrt_image_kind
  const char* architecture;
  const void* data;  // null for host images
  std::size_t bytes;
  const hcrt_registration* registration;
  std::uint32_t checksum;            // CRC-32 of the data
  std::uint64_t variable_bytes = 0;  // of hcrt_opencl_launch::variables
  bool has_globals = false;          // plain ones, which each module has for itself
};

/// A plain global that kernels use.
struct Global {
  const char* symbol;
  std::size_t bytes;
  std::uint32_t place;  // hcrt_global_record::place
};

/// One kernel in one image.
struct Entry {
  const char* symbol;
  const char* display_name;
  std::uint32_t parameter_bytes, parameter_align, flags;  // flags: hcrt_kernel_flags
  std::uint32_t tile_static_bytes;
  std::uint32_t host_entry, scratch_fixed, scratch_per_item;  // host images only
  const char* specialized = "";                               // hcrt_entry_record::specialized
};

/// A loaded kernel; back ends derive from it. Owned by its Module.
struct Function {
  Entry entry;
  std::uint32_t max_group_items;
};

struct Launch {
  const Function* function;
  const void* argument;  // function->entry.parameter_bytes, copied before launch() returns
  const LaunchShape* shape;
  const char* label;  // the kernel's name and place, for messages; lives as long as the process
};

class Device;

/// Where a pointer of a copy points: plain or pinned host memory, or memory of the queue's device.
enum class Side { host, device };

/// Slices of rows of bytes.
struct Copy {
  void* destination;
  const void* source;
  Side destination_side, source_side;
  Device* source_device = nullptr;  // whose memory the source is, where it is not the queue's; one row only
  bool caller_waits = false;        // for this copy, at once: it need not be made on the side
  std::size_t row_bytes = 0;
  std::size_t rows = 1, destination_row_pitch = 0, source_row_pitch = 0;
  std::size_t slices = 1, destination_slice_pitch = 0, source_slice_pitch = 0;
};

/// One command of a graph: a kernel, a copy, or a marker that only joins what it comes after.
struct GraphNode {
  enum class Kind { kernel, copy, marker };
  Kind kind = Kind::marker;
  Launch launch{};
  Copy copy{};
  std::vector<std::uint32_t> before;  // what it comes after: numbers of earlier nodes
};

/// The driver's objects that a device has: CUcontext or cl_context; cl_device_id.
enum class Native { context, device };

enum class MemoryKind { device, pinned };  // pinned: host memory that the device reaches directly

// Any thread, at the same time.
class Event {
 public:
  virtual const void* family() const noexcept = 0;  // equal for events that depend() of a queue understands
  virtual bool complete() noexcept = 0;             // failed work included
  virtual void wait() = 0;                          // throws the error of the work, every time
  virtual FailureRef failure() noexcept = 0;        // of complete work; null: it did not fail
  virtual Ticks ticks() noexcept = 0;
  virtual void release() noexcept = 0;  // the owner needs it no longer; the work goes on
  /// Can the work fail without its device being lost, and only this event report it?
  virtual bool may_fail() noexcept { return false; }
  /// Calls the function once, when the work is complete, perhaps at once: from any thread, so it must be
  /// brief. False: the event can't, and the function was not taken.
  virtual bool notify(std::function<void()>&) { return false; }
  virtual bool cancel() noexcept { return false; }  // true: the work had not begun and never will

 protected:
  ~Event() = default;
};

struct ReleaseEvent {
  void operator()(Event* event) const noexcept { event->release(); }
};
using EventHandle = std::unique_ptr<Event, ReleaseEvent>;

// Holds back a queue's later work until something happens that the back end knows nothing of.
class Gate {
 public:
  virtual ~Gate() = default;
  virtual void open(const FailureRef&) noexcept = 0;  // once, any thread; null: nothing failed
};

// One thread at a time: hcrt::Queue holds its lock; except pending(), wait() and flush(): any thread.
// All work of a queue is done in the order in which it was submitted.
class Queue {
 public:
  virtual ~Queue() = default;
  virtual EventHandle launch(const Launch&) = 0;
  virtual EventHandle copy(const Copy&) = 0;
  virtual EventHandle fill_zero(void* device_pointer, std::size_t bytes) = 0;
  virtual EventHandle marker() = 0;
  virtual bool depend(Event&) = 0;           // the next command waits for it; false: it is of another family
  virtual std::unique_ptr<Gate> hold() = 0;  // before the next command; null: can't, the caller waits instead
  /// Does a command fail with what it depends on? Else the core sees to that.
  virtual bool inherits_failures() const noexcept { return false; }
  virtual void checkpoint() = 0;  // somebody may wait for the newest command and not for what follows
  virtual void flush() = 0;
  virtual void wait() = 0;                     // for all work so far; throws an error not yet thrown
  virtual std::size_t pending() noexcept = 0;  // commands not yet complete
};

// Commands prepared once, for many launches. One thread at a time.
class Graph {
 public:
  virtual ~Graph() = default;  // all launches are complete
  /// Launches from now on use this function, argument and shape; earlier ones keep theirs. False: it can't,
  /// the graph must be made anew.
  virtual bool update(std::size_t node, const Launch&) = 0;
  /// All of it, after the queue's work so far. Only while hcrt::Queue holds its lock.
  virtual EventHandle launch(Queue&) = 0;
};

// One thread at a time: its unit holds a lock.
class Module {
 public:
  virtual ~Module() = default;
  virtual const Function* function(const Entry&) = 0;
  virtual void* global(const Global&) = 0;  // its address; null: no code uses it
};

// Any thread, at the same time. Lives until the process ends.
class Device {
 public:
  virtual ~Device() = default;
  virtual const DeviceInfo& info() const noexcept = 0;
  virtual int rate(const Image&) const noexcept = 0;  // how well it suits; larger is better, 0: not at all
  virtual std::unique_ptr<Module> load(const Image&) = 0;
  virtual std::unique_ptr<Queue> create_queue(const QueueOptions&) = 0;
  /// The nodes prepared; they stay until the graph ends, their arguments may change. Null: the device has no
  /// such thing, and the core submits them one by one.
  virtual std::unique_ptr<Graph> create_graph(const std::vector<const GraphNode*>&) { return nullptr; }
  virtual void* allocate(std::size_t bytes, std::size_t alignment, MemoryKind) = 0;
  virtual void deallocate(void*, MemoryKind) noexcept = 0;  // no work uses it any more
  /// Can pinned memory have one address for the host and for kernels?
  virtual bool pins() const noexcept { return true; }
  /// Memory that the host and kernels write at the same time, for the whole process: the address that kernels
  /// take, and the host's own.
  virtual void* allocate_visible(std::size_t bytes, void*& host) {
    return host = allocate(bytes, 256, MemoryKind::pinned);
  }
  /// Can queues of this device copy from that device's memory?
  virtual bool copies_from(const Device&) const noexcept { return false; }
  /// Can kernels of this device use that device's memory under its address?
  virtual bool reaches(const Device& other) const noexcept {
    return info().shares_host_memory && other.info().shares_host_memory;
  }
  /// From now on they may; false: they can't.
  virtual bool reach(const Device& other) { return reaches(other); }
  /// Lets kernels use the program's own host memory under its address; false: the device can't.
  virtual bool lock(void*, std::size_t) { return info().shares_host_memory; }
  virtual void unlock(void*) noexcept {}
  /// The driver's own object, for programs that call the driver beside this; null: it has none.
  virtual void* native(Native) { return nullptr; }
  /// Waits for the work that the program has put into its own stream.
  virtual void wait_for_stream(void*) {
    throw Error(Errc::unsupported_feature, "the accelerator has no streams of other packages");
  }
  /// Does memory that others have allocated lie on this device?
  virtual bool has_memory(const void*) { return false; }
  /// From now on, or no more, kernels may use memory of the device's context that others have allocated.
  virtual void lend(void*) {}
  virtual void take_back(void*) noexcept {}
  /// Frees all that the driver holds for the process: at its end, after the last command.
  virtual void release_all() noexcept {}
};

// One thread at a time: the device list holds its lock.
class Backend {
 public:
  virtual ~Backend() = default;
  virtual const char* name() const noexcept = 0;
  virtual std::vector<std::unique_ptr<Device>> open() = 0;      // called once
  virtual std::string note() const = 0;                         // after open(): why there are no devices
  virtual bool starts_driver() const noexcept { return true; }  // in open(): it may take seconds, and fork
};

/// Back ends in the order of devices(); the list in make_backends.cpp.
std::vector<std::unique_ptr<Backend>> make_backends();

}  // namespace hcrt::backends
#endif
