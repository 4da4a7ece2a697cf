// rows: amp.2.4.1.compound
#include <amp.h>

using namespace concurrency;

struct List {
  int value;
  List* next;
  // expected-note@-1 {{'next' declared here}}
};

int f(int n) restrict(amp) {
  List list;
  // expected-error@-1 {{its member 'next' is a pointer}}
  list.value = n;
  return list.value;
}
