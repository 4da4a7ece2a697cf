// Device memory that frees itself.
#pragma once

#include <hc.hpp>
#include <hc_am.hpp>

#include <new>
#include <utility>
#include <vector>

template <typename T>
class buffer {
 public:
  buffer() : ptr_(nullptr), size_(0) {}
  buffer(const hc::accelerator& acc, size_t n) : ptr_(nullptr), size_(n) {
    hc::accelerator a = acc;
    ptr_ = static_cast<T*>(hc::am_alloc(n * sizeof(T), a, 0));
    if (ptr_ == nullptr && n != 0) throw std::bad_alloc();
  }
  buffer(buffer&& o) noexcept : ptr_(o.ptr_), size_(o.size_) {
    o.ptr_ = nullptr;
    o.size_ = 0;
  }
  buffer& operator=(buffer&& o) noexcept {
    std::swap(ptr_, o.ptr_);
    std::swap(size_, o.size_);
    return *this;
  }
  buffer(const buffer&) = delete;
  buffer& operator=(const buffer&) = delete;
  ~buffer() {
    if (ptr_) hc::am_free(ptr_);
  }

  T* get() { return ptr_; }
  const T* get() const { return ptr_; }
  size_t size() const { return size_; }
  size_t bytes() const { return size_ * sizeof(T); }

  void upload(hc::accelerator_view& av, const std::vector<T>& from) { av.copy(from.data(), ptr_, from.size() * sizeof(T)); }
  hc::completion_future upload_async(hc::accelerator_view& av, const T* from) { return av.copy_async(from, ptr_, bytes()); }
  std::vector<T> download(hc::accelerator_view& av) const {
    std::vector<T> to(size_);
    av.copy(ptr_, to.data(), bytes());
    return to;
  }

 private:
  T* ptr_;
  size_t size_;
};
