// What the classes of the public headers call in every program: launches, views and futures.
//
// Host side only. A call site is one call, regardless of the kernel's or the element's type: what depends on
// a type comes as numbers, or as a pointer to a small function. Errors leave these functions as the
// specification's exceptions, not as hcrt::Error.
#ifndef HCRT_PROGRAM_HPP
#define HCRT_PROGRAM_HPP

#include "runtime.hpp"

namespace hcrt {
#pragma GCC visibility push(default)

/// Throws the specification's exception for the error.
[[noreturn]] void throw_specified(const Error&);

// --- launch ------------------------------------------------------------------------------------------
/// A kernel of the program: a static object of each type of function objects that are launched.
struct KernelType {
  const unsigned char* unit_id;              // HCRT_UNIT_ID_BYTES
  const char* (*name)();                     // asked for once
  void (*copy)(void* to, const void* from);  // copies the user's function object; null: by its bytes
  void (*destroy)(void* function);           // null: nothing to do
  IsNumber is_number;                        // of the words of the user's function object
  std::size_t function_bytes;                // of the user's function object, which the kernel begins with
  std::size_t bytes;                         // of the kernel, which also holds the domain:
  std::size_t extent_offset;                 // int[rank]
  std::size_t tile_offset;                   // int[rank]; 0: the tile is part of the kernel's type
  int rank;                                  // of extent and tile; a tile's is 3 at most
  mutable const void* resolved;              // libhcrt's cache: null at first
};

/// What is launched, and over what.
struct KernelCall {
  const KernelType& type;
  const void* function;  // the user's function object
  void* storage;         // for the kernel, while it is launched: type.bytes
  const int* extent;
  const int* tile;  // null: flat, the back end chooses
  std::uint32_t dynamic_bytes;

  // An aggregate of C++11 has no default values.
  KernelCall(const KernelType& kernel, const void* f, void* memory, const int* sizes,
             const int* tile_sizes = nullptr, std::uint32_t bytes = 0)
      : type(kernel), function(f), storage(memory), extent(sizes), tile(tile_sizes), dynamic_bytes(bytes) {}
};

/// HC's parallel_for_each on the view's queue; null: on the default view of the default accelerator.
/// Gives null for an empty extent.
Ref<Event> launch_hc(Queue* view, const KernelCall&);
/// C++ AMP's, which waits, but where a task graph records it. Null, or the queue of the auto selection: where
/// the arrays are that the function object holds, or on the default view.
void launch_amp(Queue* view, const KernelCall&);

/// Throws in a launch on an accelerator that does not share the host's memory; what: the local variables that
/// its kernel captures by reference, or the type of such an object.
void require_shared_memory(const char* what);
/// In a launch: does its accelerator share the host's memory, and do its kernels see objects as the host
/// does?
bool shares_memory() noexcept;
bool runs_on_host() noexcept;
/// In a launch: the kernel holds the object by reference. An image of the bytes takes its place on the
/// device: a copy in which the object's views are bound. An array in the object is made right in the image.
void hold_by_reference(const void* object, const void* bytes, std::size_t count, IsNumber);
/// In a launch: the kernel holds an object of the type by reference, whose views are bound where they lie;
/// null: a std::vector. Throws where kernels do not run in the host's memory.
void require_host_kernels(const char* type);
/// In a launch on the host: makes the array object's elements known in the object itself.
void bind_array(const void* object);

// --- views -------------------------------------------------------------------------------------------
/// What a view's memory must be like.
enum ViewFlags : std::uint32_t { view_is_writable = 1, view_has_elements = 2 };

/// A view's buffer (null for a view of nothing), the byte offset of its first element there, and, while a
/// launch copies the view, that element's address on the launch's device. A copy made in a launch makes
/// what the view reaches over resident there; where that fails, the launch throws the error.
class ViewBinding {
 public:
  ViewBinding() noexcept = default;
  ViewBinding(const Ref<Buffer>& buffer, void* address, std::size_t offset) noexcept
      : buffer_(buffer), data_(address), offset_(offset) {}
  /// Over the host's memory for all elements of the extent (null: its own memory, zeroed). Throws where
  /// no view can be that large, where the extent has a negative component, and, with view_has_elements,
  /// where it has a zero.
  ViewBinding(const void* host, const int* extent, int rank, std::size_t element_bytes, std::uint32_t flags);
  /// Copies a view whose shape is int extent[rank], pitch[rank - 1], all in elements.
  ViewBinding(const ViewBinding&, const int* shape, int rank, std::size_t element_bytes, Access) noexcept;
  /// Copies a view that may reach over all of the buffer.
  ViewBinding(const ViewBinding&, Access) noexcept;
  ViewBinding(const ViewBinding&) = delete;
  void assign(const ViewBinding&, Access) noexcept;
  ViewBinding& operator=(const ViewBinding&) = delete;
  ~ViewBinding();

  const Ref<Buffer>& buffer() const noexcept { return buffer_; }
  void* address() const noexcept { return data_; }
  std::size_t offset() const noexcept { return offset_; }

  /// Makes the bytes from the first element on current on the host; gives that element's address there.
  void* host(std::size_t bytes, Access) const;
  /// What array_view's members of the same names do; of a view of nothing, nothing.
  Ref<Event> synchronize(const int* shape, int rank, std::size_t element_bytes) const;
  /// The same, waiting, and for work that reads the host memory, too: the program is about to write it.
  void synchronize_for_writing(const int* shape, int rank, std::size_t element_bytes) const;
  Ref<Event> synchronize_to(Queue* view, const int* shape, int rank, std::size_t element_bytes) const;
  void refresh(const int* shape, int rank, std::size_t element_bytes) const;
  void discard(const int* shape, int rank, std::size_t element_bytes) const;

 private:
  void bind(Access, std::size_t first, std::size_t bytes) noexcept;

  Ref<Buffer> buffer_;
  void* data_ = nullptr;
  std::size_t offset_ = 0;
};

// --- arrays ------------------------------------------------------------------------------------------
/// Throws where no array or view of the extent can be; flags: view_has_elements.
void require_extent(const int* extent, int rank, std::size_t element_bytes, std::uint32_t flags);
/// On the view's queue. access: Kalmar::access_type. only_shared: throws where the host does not share the
/// memory and is to have access; else elements are copied.
Ref<Buffer> create_array(Queue* view, std::size_t bytes, std::uint32_t access, Queue* associated,
                         bool only_shared);
/// The first element's address, the bytes being current; throws where the array forbids the access.
void* array_elements(Buffer*, Access, std::size_t offset, std::size_t bytes);
Ref<Event> copy_box(Buffer* source, const Region&, Buffer* destination, const Region&);

// --- accelerators and their views --------------------------------------------------------------------
Device* default_accelerator();
Ref<Queue> default_view(Device*);
Queue* queue_of_view(Queue*);  // work_queue()
void wait_for_view(Queue*);

// --- futures -----------------------------------------------------------------------------------------
/// completion_future::wait(); either may be null.
void wait_for(Event*, Continuation*);

#pragma GCC visibility pop
}  // namespace hcrt
#endif
