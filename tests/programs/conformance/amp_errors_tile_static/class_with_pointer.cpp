// rows: amp.2.4.3.tile_static
#include <amp.h>

using namespace concurrency;

struct List {
  int value;
  List* next;
};

int f(int n) restrict(amp) {
  tile_static List list;
  // expected-error@-1 {{its member 'next' is a pointer}}
  list.value = n;
  return list.value;
}
