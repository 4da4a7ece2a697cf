"""The fundamental types that C++ AMP's kernels lack, in each place where a type may be."""

from __future__ import annotations

from collections.abc import Iterator

TYPES = {
    "char": "char",
    "signed_char": "signed char",
    "unsigned_char": "unsigned char",
    "short": "short",
    "unsigned_short": "unsigned short",
    "long_long": "long long",
    "unsigned_long_long": "unsigned long long",
    "long_double": "long double",
    "wchar": "wchar_t",
    "char16": "char16_t",
    "char32": "char32_t",
}
TEXT = """// rows: amp.2.4.1.fundamental
#include <amp.h>

using namespace concurrency;

struct Holder {
  int id;
  TYPE value;
};
template <class T>
struct Wrapper {
  T value;
};

int local(int n) restrict(amp) {
  TYPE value = 1;  // expected-error {{'value' of the type 'TYPE' is not allowed in amp-restricted code}}
  TYPE many[3];    // expected-error {{'many' of the type 'TYPE[3]' is not allowed in amp-restricted code}}
  return n + (value == 1) + (many[0] == 1);
}
int parameter(TYPE value) restrict(amp);        // expected-error {{'value' of the type 'TYPE'}}
int pointer(TYPE* value) restrict(cpu, amp);    // expected-error {{'value' of the type 'TYPE *'}}
int reference(TYPE& value) restrict(cpu, amp);  // expected-error {{'value' of the type 'TYPE &'}}
TYPE result(int n) restrict(amp);               // expected-error {{a result of the type 'TYPE'}}
int cast(int n) restrict(amp) {
  return static_cast<TYPE>(n) == 1;  // expected-error {{a cast to the type 'TYPE'}}
}
int member(Holder h) restrict(amp);
// expected-error@-1 {{its member 'value' has the unsupported type 'TYPE'}}
int argument(const Wrapper<TYPE>& w) restrict(amp) {
  // expected-error@-1 {{'w' of the type 'const Wrapper<TYPE> &'}}
  return w.value == 1;
}
int allowed(int n) restrict(cpu, amp) { return n + sizeof(TYPE); }
TYPE on_the_host(TYPE value) { return value; }
"""


def programs() -> Iterator[tuple[str, str]]:
    for name, spelling in TYPES.items():
        yield name, TEXT.replace("TYPE", spelling)
