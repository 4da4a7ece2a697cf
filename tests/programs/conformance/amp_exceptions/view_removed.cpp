// rows: amp.12.accelerator_view_removed
#include <amp.h>

#include <cstring>

#include "check.hpp"

using namespace concurrency;

int main() {
  const accelerator_view_removed removed("gone", HRESULT(0x887A0006)), bare(HRESULT(0x887A0007));
  CHECK(removed.get_view_removed_reason() == HRESULT(0x887A0006));
  CHECK(bare.get_view_removed_reason() == HRESULT(0x887A0007));
  CHECK(removed.get_error_code() == HRESULT(0x887A0005));
  try {
    throw removed;
  } catch (runtime_exception& error) {
    CHECK(std::strcmp(error.what(), "gone") == 0);
  }
  return failures();
}
