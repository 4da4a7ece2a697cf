// rows: amp.3.1.default_constructor, amp.3.1.default_accelerator
#include <amp.h>

#include <string>

#include "check.hpp"

using namespace concurrency;

int main() {
  const accelerator acc, by_path(accelerator::default_accelerator), by_literal(L"default");
  CHECK(acc == by_path && acc == by_literal && !(acc != by_path));
  CHECK(acc.device_path != accelerator::cpu_accelerator);
  CHECK(accelerator(acc.device_path) == acc);
  CHECK(std::wstring(accelerator::default_accelerator) == L"default");
  return failures();
}
