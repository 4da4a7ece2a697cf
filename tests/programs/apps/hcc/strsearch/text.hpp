#ifndef TEXT_HPP
#define TEXT_HPP

#include <hc.hpp>
#include <hc_am.hpp>
#include <string>
#include <vector>

// Bytes in the accelerator's memory.
class device_bytes {
public:
  device_bytes(hc::accelerator_view& av, const void* data, size_t size) : bytes_(size) {
    hc::accelerator acc = av.get_accelerator();
    pointer_ = hc::am_alloc(size, acc, 0);
    if (data)
      av.copy(data, pointer_, size);
  }
  ~device_bytes() { hc::am_free(pointer_); }

  template <typename T> T* as() const { return static_cast<T*>(pointer_); }
  size_t size() const { return bytes_; }

private:
  device_bytes(const device_bytes&);
  device_bytes& operator=(const device_bytes&);
  void* pointer_;
  size_t bytes_;
};

// One place where a pattern has been found.
struct match {
  unsigned int position;
  unsigned int pattern;

  bool operator<(const match& other) const {
    return position != other.position ? position < other.position : pattern < other.pattern;
  }
  bool operator==(const match& other) const {
    return position == other.position && pattern == other.pattern;
  }
};

// The list that kernels append to, in any order. Passed by value into kernels.
struct match_list {
  match* matches;
  unsigned int* count;
  unsigned int capacity;
};

// corpus.cpp
std::string make_corpus(size_t size, unsigned int seed);

#endif
