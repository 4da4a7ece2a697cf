#include "objects.hpp"

#include <algorithm>
#include <cstring>
#include <shared_mutex>
#include <unordered_map>

#include "lasting.hpp"
#include "log.hpp"
#include "trace.hpp"

namespace hcrt {
namespace {

struct Object {
  std::size_t bytes, pointer_offset;
  Buffer* buffer;
  Access access;
  std::vector<std::unique_ptr<ObjectImage>> images;  // the newest of each space
};

struct Objects {
  Objects() { lock_around_forks<ForkPart::objects>(mutex); }

  std::shared_mutex mutex;
  std::unordered_map<const void*, Object> by_address;
  std::unordered_map<const void*, Buffer*> buffers;  // of the objects: what array_views of arrays hold
  // Every registered address lies in [lowest, highest]: most words are dismissed without the lock.
  std::atomic<std::uintptr_t> lowest{UINTPTR_MAX}, highest{0};
};

thread_local std::uint64_t registered_here = 0;

Objects& objects() { return lasting<Objects>(); }

// The object's bytes with its pointer set to where the elements are in the space.
std::vector<unsigned char> content_of(const void* address, const Object& object, Space space) {
  std::vector<unsigned char> content(object.bytes);
  std::memcpy(content.data(), address, object.bytes);
  void* const elements = object.buffer->address(space);
  std::memcpy(content.data() + object.pointer_offset, &elements, sizeof elements);
  return content;
}

Object& find_object(Objects& all, const void* address) {
  const auto place = all.by_address.find(address);
  if (place == all.by_address.end())
    throw Error(Errc::runtime, "an array that a kernel holds by reference was destroyed during its launch");
  return place->second;
}

}  // namespace

std::uint64_t objects_registered() noexcept { return registered_here; }

std::unique_ptr<ObjectImage> new_object_image(std::size_t bytes, Queue* queue) {
  auto image = std::make_unique<ObjectImage>();
  image->block = allocate_block(space_of(queue->device()), bytes);
  return image;
}

void fill_object_image(ObjectImage& image, std::vector<unsigned char> content, Queue* queue) {
  image.content = std::make_shared<const std::vector<unsigned char>>(std::move(content));
  if (!image.block.space) {
    std::memcpy(image.block.address, image.content->data(), image.content->size());
    return;
  }
  backends::Copy copy{};
  copy.destination = image.block.address;
  copy.source = image.content->data();
  copy.destination_side = backends::Side::device;
  copy.source_side = backends::Side::host;
  copy.row_bytes = image.content->size();
  copy.rows = copy.slices = 1;
  image.uploaded = EventUse(queue->submit({}, [&](backends::Queue& native) { return native.copy(copy); }));
  if (tracing()) trace_copy(image.uploaded.event(), {}, copy);
}

std::unique_ptr<ObjectImage> make_object_image(std::vector<unsigned char> content, Queue* queue) {
  std::unique_ptr<ObjectImage> image = new_object_image(content.size(), queue);
  fill_object_image(*image, std::move(content), queue);
  return image;
}

void retire_image(std::unique_ptr<ObjectImage> image) noexcept {
  EventUses uses = std::move(image->uses);
  if (image->uploaded) uses.push_back(std::move(image->uploaded));
  retire(image->block, std::move(uses), std::move(image->content));
}

std::unique_ptr<ObjectImage> own_object_image(const ObjectUse& use, Queue* queue) {
  Objects& all = objects();
  const std::lock_guard<std::shared_mutex> lock(all.mutex);
  const Object& object = find_object(all, use.object);
  return make_object_image(content_of(use.object, object, space_of(queue->device())), queue);
}

void find_objects(const void* argument, std::size_t bytes, IsNumber is_number,
                  std::vector<ObjectUse>& found) {
  Objects& all = objects();
  const std::uintptr_t lowest = all.lowest.load(std::memory_order_acquire);
  const std::uintptr_t highest = all.highest.load(std::memory_order_acquire);
  if (lowest > highest) return;
  for_each_word(argument, bytes, [&](std::size_t offset, const void* word) {
    const auto address = reinterpret_cast<std::uintptr_t>(word);
    if (address < lowest || address > highest) return;
    const std::shared_lock<std::shared_mutex> lock(all.mutex);
    const auto place = all.by_address.find(word);
    if (place == all.by_address.end() || holds_number(is_number, argument, offset)) return;
    found.push_back({offset, place->first, place->second.buffer, place->second.access});
  });
}

void find_member_objects(const void* object, std::size_t bytes, std::vector<ObjectUse>& found) {
  Objects& all = objects();
  const std::shared_lock<std::shared_mutex> lock(all.mutex);
  const auto* const base = static_cast<const unsigned char*>(object);
  for (std::size_t offset = 0; offset < bytes; offset += alignof(void*)) {
    const auto place = all.by_address.find(base + offset);
    if (place != all.by_address.end())
      found.push_back({offset, place->first, place->second.buffer, place->second.access});
  }
}

void write_object(const ObjectUse& use, Queue* queue, unsigned char* to) {
  Objects& all = objects();
  const std::shared_lock<std::shared_mutex> lock(all.mutex);
  const Object& object = find_object(all, use.object);
  const std::vector<unsigned char> content = content_of(use.object, object, space_of(queue->device()));
  std::memcpy(to, content.data(), content.size());
}

void bind_object(const ObjectUse& use) {
  Objects& all = objects();
  const std::lock_guard<std::shared_mutex> lock(all.mutex);
  const Object& object = find_object(all, use.object);
  void* const elements = object.buffer->address(nullptr);
  std::memcpy(static_cast<char*>(const_cast<void*>(use.object)) + object.pointer_offset, &elements,
              sizeof elements);
}

void* object_image(const ObjectUse& use, Queue* queue, Dependencies& dependencies) {
  Objects& all = objects();
  const std::lock_guard<std::shared_mutex> lock(all.mutex);
  Object& object = find_object(all, use.object);
  const Space space = space_of(queue->device());
  std::vector<unsigned char> content = content_of(use.object, object, space);
  for (std::unique_ptr<ObjectImage>& image : object.images) {
    if (image->block.space != space) continue;
    if (*image->content != content) {
      retire_image(std::move(image));
      image = make_object_image(std::move(content), queue);
    }
    if (image->uploaded) dependencies.push_back(image->uploaded.event());
    return image->block.address;
  }
  object.images.push_back(make_object_image(std::move(content), queue));
  return object.images.back()->block.address;  // uploaded on this very queue
}

void object_used(const ObjectUse& use, Space space, const Ref<Event>& event) {
  Objects& all = objects();
  const std::lock_guard<std::shared_mutex> lock(all.mutex);
  const auto place = all.by_address.find(use.object);
  if (place == all.by_address.end()) return;
  for (std::unique_ptr<ObjectImage>& image : place->second.images)
    if (image->block.space == space) add_use(image->uses, event);
}

void register_object(const void* object, std::size_t object_bytes, std::size_t pointer_offset, Buffer* buffer,
                     Access access) {
  Objects& all = objects();
  if (object_bytes < sizeof(void*) || pointer_offset > object_bytes - sizeof(void*))
    throw Error(Errc::runtime, "register_object: pointer_offset lies outside of the object");
  const std::lock_guard<std::shared_mutex> lock(all.mutex);
  all.by_address[object] = Object{object_bytes, pointer_offset, buffer, access, {}};
  all.buffers[buffer] = buffer;
  ++registered_here;
  const auto address = reinterpret_cast<std::uintptr_t>(object);
  all.lowest.store(std::min(all.lowest.load(), address));
  all.highest.store(std::max(all.highest.load(), address));
}

void unregister_object(const void* object) noexcept {
  Objects& all = objects();
  std::vector<std::unique_ptr<ObjectImage>> images;
  {
    const std::lock_guard<std::shared_mutex> lock(all.mutex);
    const auto place = all.by_address.find(object);
    if (place == all.by_address.end()) return;
    images = std::move(place->second.images);
    all.buffers.erase(place->second.buffer);
    all.by_address.erase(place);
  }
  for (std::unique_ptr<ObjectImage>& image : images) retire_image(std::move(image));
}

Queue* queue_of_captures(const void* argument, std::size_t bytes, IsNumber is_number) {
  Objects& all = objects();
  if (all.lowest.load(std::memory_order_acquire) > all.highest.load(std::memory_order_acquire))
    return nullptr;
  Queue* found = nullptr;
  const std::shared_lock<std::shared_mutex> lock(all.mutex);
  for_each_word(argument, bytes, [&](std::size_t offset, const void* word) {
    const auto object = all.by_address.find(word);
    const auto held = all.buffers.find(word);
    if (object == all.by_address.end() && held == all.buffers.end()) return;
    if (holds_number(is_number, argument, offset)) return;
    const Buffer* const buffer = object == all.by_address.end() ? held->second : object->second.buffer;
    Queue* home = buffer->home.get();
    if (!home) return;
    // What host memory holds runs where it was staged for, and a view of it anywhere.
    if (home->device()->info().backend == Backend::cpu) {
      if (buffer->associated && buffer->associated->device() != home->device())
        home = buffer->associated.get();
      else if (object == all.by_address.end())
        return;
    }
    if (found && found->device() != home->device())
      throw Error(
          Errc::runtime,
          text("the kernel uses arrays on %s and on %s: give parallel_for_each an accelerator_view "
               "and arrays of one accelerator",
               narrow(found->device()->info().path).c_str(), narrow(home->device()->info().path).c_str()));
    if (!found) found = home;
  });
  return found;
}

}  // namespace hcrt
