// exception_list: the exceptions of function objects that an algorithm called.
#ifndef HCRT_PSTL_EXCEPTION_LIST_HPP
#define HCRT_PSTL_EXCEPTION_LIST_HPP

#include <cstddef>
#include <exception>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "policy.hpp"

namespace std {
namespace experimental {
namespace parallel {
inline namespace v1 {

/// A sequence of exception_ptr. Copies share it, so that copying does not throw.
class exception_list : public std::exception {
 public:
  typedef std::exception_ptr value_type;
  typedef const value_type& reference;
  typedef const value_type& const_reference;
  typedef std::size_t size_type;
  typedef std::vector<std::exception_ptr>::const_iterator iterator;
  typedef iterator const_iterator;

  explicit exception_list(std::exception_ptr one)
      : exceptions_(std::make_shared<const std::vector<std::exception_ptr>>(1, std::move(one))) {}

  size_type size() const noexcept { return exceptions_->size(); }
  iterator begin() const noexcept { return exceptions_->begin(); }
  iterator end() const noexcept { return exceptions_->end(); }
  const char* what() const noexcept override { return "exceptions were thrown in a parallel algorithm"; }

 private:
  std::shared_ptr<const std::vector<std::exception_ptr>> exceptions_;
};

}  // namespace v1
}  // namespace parallel
}  // namespace experimental
}  // namespace std

namespace hcrt {
namespace pstl {

/// Runs f on the CPU. What function objects throw comes in an exception_list, but for bad_alloc; under
/// par_vec it ends the program.
template <class Policy, class F>
auto sequentially(const Policy& policy, F&& f) -> decltype(f()) {
  try {
    return f();
  } catch (...) {
    if (terminates(policy)) std::terminate();
    try {
      throw;
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const parallel::exception_list&) {
      throw;
    } catch (...) {
      throw parallel::exception_list(std::current_exception());
    }
  }
}

}  // namespace pstl
}  // namespace hcrt
#endif
