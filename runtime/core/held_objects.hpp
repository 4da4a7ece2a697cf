// Objects with views or arrays that a kernel holds by reference, as one launch passes them to it.
#ifndef HCRT_CORE_HELD_OBJECTS_HPP
#define HCRT_CORE_HELD_OBJECTS_HPP

#include <functional>

#include "objects.hpp"

namespace hcrt {

class HeldObjects {
 public:
  using Images = std::vector<std::unique_ptr<ObjectImage>>;

  bool empty() const noexcept { return objects_.empty() && kept_.empty(); }
  void clear() noexcept {
    objects_.clear();
    kept_.clear();
  }

  /// The bytes that the kernel's reference to the object is to point at. What it refers to comes first.
  void add(const void* object, const void* bytes, std::size_t count, IsNumber);
  /// An array that the kernel uses where it is. A class that begins with it has the same address.
  void keep(const void* array);
  /// Is the word the address of one of them, or of an array that is used where it is?
  bool has(const void* word) const noexcept;
  /// The arrays that lie in the objects or that they refer to.
  void find_arrays(std::vector<ObjectUse>& found);
  /// Makes the images and puts their addresses into the argument. array: gives the address of an array's
  /// image.
  Images place(unsigned char* argument, std::size_t bytes, IsNumber, Queue*,
               const std::function<void*(const ObjectUse&)>& array) const;

 private:
  struct Object {
    const void* address;
    std::vector<unsigned char> content;
    IsNumber is_number;
    std::vector<ObjectUse> references, members;  // arrays
  };

  std::vector<Object> objects_;
  std::vector<const void*> kept_;
};

}  // namespace hcrt
#endif
