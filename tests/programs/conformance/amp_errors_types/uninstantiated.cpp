// rows: amp.2.4.1.compound, amp.5.elements
// Instances of class templates that nothing but a signature or a pointer names.
#include <amp.h>

using namespace concurrency;

template <class T>
struct box {
  T v;
};
namespace named {
template <class T>
struct outer {
  struct inner {
    box<T> held;
  };
  inner i;
};
}  // namespace named
namespace {
template <class T>
struct unnamed {
  T v;
};
}  // namespace
class owner {
  template <class T>
  struct hidden {
    T v;
  };
  int member(hidden<char>*) restrict(amp);
  // expected-error@-1 {{a parameter of the type 'hidden<char> *' is not allowed in amp-restricted code}}
  int fine(hidden<int>*) restrict(amp);
};

box<int*> result() restrict(amp);
// expected-error@-1 {{a result of the type 'box<int *>' is not allowed in amp-restricted code: its member 'v'}}
void value(box<short>) restrict(cpu, amp);
// expected-error@-1 {{a parameter of the type 'box<short>' is not allowed in amp-restricted code}}
void reference(const named::outer<bool*>& o) restrict(amp) {}
// expected-error@-1 {{'o' of the type 'const named::outer<bool *> &' is not allowed in amp-restricted code}}
int local() restrict(amp) {
  box<long long>* p = nullptr;
  // expected-error@-1 {{'p' of the type 'box<long long> *' is not allowed in amp-restricted code}}
  return p == nullptr;
}
int in_unnamed(unnamed<short>* u) restrict(amp) { return 1; }
// expected-error@-1 {{'u' of the type 'unnamed<short> *' is not allowed in amp-restricted code}}
void view(array_view<box<unsigned char>, 1>) restrict(amp);
// expected-error@-1 {{'box<unsigned char>' can't be the element type of an array or a view}}

void cpu(box<char>, const named::outer<short>&);
void fine(unnamed<float>*, box<float>, const named::outer<int>&) restrict(amp);
void dependent(...);
template <class T>
int of_template(const box<T>*) restrict(amp);
template <class T>
struct unknown;
void incomplete(const unknown<short>&) restrict(amp);
template <class T>
struct broken {
  typename T::none x;
};
void never(const broken<int>&) restrict(amp);
