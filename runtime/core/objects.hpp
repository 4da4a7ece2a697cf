// Array objects that kernels hold by reference, and their images on devices.
#ifndef HCRT_CORE_OBJECTS_HPP
#define HCRT_CORE_OBJECTS_HPP

#include <cstring>

#include "residency.hpp"

namespace hcrt {

/// A registered object found in a function object.
struct ObjectUse {
  std::size_t offset;  // of the word that is its address
  const void* object;
  Buffer* buffer;
  Access access;
};

/// A copy of an object on a device. Never changed once made: kernels in flight may read it.
struct ObjectImage {
  Block block;
  std::shared_ptr<const std::vector<unsigned char>> content;
  EventUse uploaded;  // reads the content
  EventUses uses;
};

/// Calls use(offset, word) for each word of an object.
template <class Use>
void for_each_word(const void* object, std::size_t bytes, Use use) {
  const auto* const first = static_cast<const unsigned char*>(object);
  for (std::size_t offset = 0; offset + sizeof(void*) <= bytes; offset += sizeof(void*)) {
    const void* word;
    std::memcpy(&word, first + offset, sizeof word);
    use(offset, word);
  }
}

/// Is the word at the offset none of an address, whatever it looks like?
inline bool holds_number(IsNumber is_number, const void* object, std::size_t offset) {
  return is_number && is_number(object, offset);
}

/// Finds the words of the argument that are addresses of registered objects.
void find_objects(const void* argument, std::size_t bytes, IsNumber, std::vector<ObjectUse>& found);

/// How many objects this thread has registered so far.
std::uint64_t objects_registered() noexcept;

/// Finds the registered objects that lie in the bytes; their offset is that of the object itself.
void find_member_objects(const void* object, std::size_t bytes, std::vector<ObjectUse>& found);
/// The object's bytes as the queue's device is to see them.
void write_object(const ObjectUse&, Queue*, unsigned char* to);
/// Makes the object itself right for kernels on the host.
void bind_object(const ObjectUse&);
/// Memory for an image, and what it is to hold.
std::unique_ptr<ObjectImage> new_object_image(std::size_t bytes, Queue*);
void fill_object_image(ObjectImage&, std::vector<unsigned char> content, Queue*);
/// An image of any bytes; retire_image() ends it.
std::unique_ptr<ObjectImage> make_object_image(std::vector<unsigned char> content, Queue*);

/// The address of the object's image for the queue's device; the buffer is locked and has an address
/// there. Adds what a kernel must wait for.
void* object_image(const ObjectUse&, Queue*, Dependencies&);
/// An image of the object as it is now that only the caller uses; retire_image() ends it.
std::unique_ptr<ObjectImage> own_object_image(const ObjectUse&, Queue*);
void retire_image(std::unique_ptr<ObjectImage>) noexcept;
/// A kernel that uses the image was submitted.
void object_used(const ObjectUse&, Space, const Ref<Event>&);

}  // namespace hcrt
#endif
