// rows: amp.4.1.constructors
#include <amp.h>

using namespace concurrency;

int main() {
  index<2> i(1);  // expected-error {{no matching constructor}}
}
