#include "failure.hpp"

#include <new>

namespace hcrt {
namespace {

// Made while there is memory. Work that finds none even to say so shares the failure, so nobody knows of all
// of that work: it is never taken as delivered.
struct Reserve {
  const std::exception_ptr error =
      std::make_exception_ptr(Error(Errc::out_of_memory, "no memory is left on the host"));
  const FailureRef failure = std::make_shared<Failure>(error, Failure::Shared::yes);
};

const Reserve reserve;

}  // namespace

std::string Failure::message() const {
  try {
    std::rethrow_exception(error_);
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "an exception of an unknown type";
  }
}

FailureRef make_failure(Errc code, const std::string& message) {
  return std::make_shared<Failure>(std::make_exception_ptr(Error(code, message)));
}

FailureRef current_failure() noexcept {
  try {
    try {
      throw;
    } catch (const std::bad_alloc&) {
      return std::make_shared<Failure>(reserve.error);
    } catch (...) {
      return std::make_shared<Failure>(std::current_exception());
    }
  } catch (const std::bad_alloc&) {
    return reserve.failure;
  }
}

}  // namespace hcrt
