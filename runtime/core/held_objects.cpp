#include "held_objects.hpp"

#include <algorithm>
#include <cstring>

namespace hcrt {

void HeldObjects::add(const void* object, const void* bytes, std::size_t count, IsNumber is_number) {
  const auto* const first = static_cast<const unsigned char*>(bytes);
  for (Object& known : objects_) {
    if (known.address != object) continue;
    // A class and its first member have one address: the class's image serves both.
    if (known.content.size() < count) {
      known.content.assign(first, first + count);
      known.is_number = is_number;
    }
    return;
  }
  objects_.push_back({object, {first, first + count}, is_number, {}, {}});
}

void HeldObjects::keep(const void* array) { kept_.push_back(array); }

bool HeldObjects::has(const void* word) const noexcept {
  if (std::find(kept_.begin(), kept_.end(), word) != kept_.end()) return true;
  return std::any_of(objects_.begin(), objects_.end(), [&](const Object& o) { return o.address == word; });
}

void HeldObjects::find_arrays(std::vector<ObjectUse>& found) {
  for (Object& object : objects_) {
    find_objects(object.content.data(), object.content.size(), object.is_number, object.references);
    const auto is_held = [&](const ObjectUse& use) { return has(use.object); };
    object.references.erase(std::remove_if(object.references.begin(), object.references.end(), is_held),
                            object.references.end());
    find_member_objects(object.address, object.content.size(), object.members);
    found.insert(found.end(), object.references.begin(), object.references.end());
    found.insert(found.end(), object.members.begin(), object.members.end());
  }
}

HeldObjects::Images HeldObjects::place(unsigned char* argument, std::size_t bytes, IsNumber is_number,
                                       Queue* queue,
                                       const std::function<void*(const ObjectUse&)>& array) const {
  Images images;  // all of them first: objects may refer to each other
  for (const Object& object : objects_) images.push_back(new_object_image(object.content.size(), queue));
  const auto substitute = [&](unsigned char* to, std::size_t count, IsNumber has_number) {
    for_each_word(to, count, [&](std::size_t offset, const void* word) {
      for (std::size_t i = 0; i < images.size(); ++i)
        if (objects_[i].address == word && !holds_number(has_number, to, offset))
          std::memcpy(to + offset, &images[i]->block.address, sizeof(void*));
    });
  };
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    const Object& object = objects_[i];
    std::vector<unsigned char> content = object.content;
    substitute(content.data(), content.size(), object.is_number);
    for (const ObjectUse& use : object.members) write_object(use, queue, content.data() + use.offset);
    for (const ObjectUse& use : object.references) {
      void* const address = array(use);
      std::memcpy(content.data() + use.offset, &address, sizeof address);
    }
    fill_object_image(*images[i], std::move(content), queue);
  }
  substitute(argument, bytes, is_number);
  return images;
}

}  // namespace hcrt
