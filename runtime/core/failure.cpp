#include "failure.hpp"

namespace hcrt {

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

FailureRef current_failure() { return std::make_shared<Failure>(std::current_exception()); }

}  // namespace hcrt
