// rows: amp.12.runtime_exception, amp.12.hierarchy
#include <amp.h>

#include <cstring>
#include <exception>

#include "check.hpp"

using namespace concurrency;

template <class Exception>
static bool is_caught_as_base() {
  try {
    throw Exception("words");
  } catch (const runtime_exception& error) {
    const std::exception& base = error;
    return std::strcmp(base.what(), "words") == 0;
  }
}

int main() {
  CHECK(is_caught_as_base<out_of_memory>());
  CHECK(is_caught_as_base<invalid_compute_domain>());
  CHECK(is_caught_as_base<unsupported_feature>());
  CHECK(is_caught_as_base<uninitialized_object>());
  runtime_exception error("text", HRESULT(E_FAIL)), copy(error), bare(HRESULT(E_INVALIDARG));
  CHECK(copy.get_error_code() == HRESULT(E_FAIL) && std::strcmp(copy.what(), "text") == 0);
  CHECK(bare.get_error_code() == HRESULT(E_INVALIDARG));
  copy = bare;
  CHECK(copy.get_error_code() == HRESULT(E_INVALIDARG));
  return failures();
}
