// rows: amp.ms.encoding.utf8_mark
#include <amp.h>

#include "stdafx.h"  // expected-note {{'stdafx.h' was not found: a stand-in takes its place}}

int main() {
  return missing;  // expected-error {{use of undeclared identifier 'missing'}}
}
