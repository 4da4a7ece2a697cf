// rows: amp.10.9.operators, amp.10.9.swizzles, amp.10.9.conversion, amp.10.10.traits
// What short vectors do not have, beside what they have.
// ptx: none
#include <amp_short_vectors.h>

using namespace concurrency::graphics;

void use(int_2 i, uint_2 u, float_2 f, double_2 d, norm_2 n, unorm_2 p, int_4 q, int_3 t) {
  -u;                                       // expected-error {{'uint_2' has no such operator that can be called here}}
  -p;                                       // expected-error {{'unorm_2' has no such operator that can be called here}}
  ~f;                                       // expected-error {{'float_2' has no such operator that can be called here}}
  ~n;                                       // expected-error {{'norm_2' has no such operator that can be called here}}
  f % f;                                    // expected-error {{invalid operands}}
  d & d;                                    // expected-error {{invalid operands}}
  n << n;                                   // expected-error {{invalid operands}}
  i + f;                                    // expected-error {{invalid operands}}
  i + t;                                    // expected-error {{invalid operands}}
  i < i;                                    // expected-error {{invalid operands}}
  i[0];                                     // expected-error {{does not provide a subscript operator}}
  i.z;                                      // expected-error {{no member named 'z'}}
  i.xx;                                     // expected-error {{no member named 'xx'}}
  q.xg;                                     // expected-error {{no member named 'xg'}}
  f = i;                                    // expected-error {{no viable overloaded '='}}
  int_3 few(1, 2);                          // expected-error {{no matching constructor}}
  short_vector<int, 5>::type five;          // expected-error {{short_vector has 1 to 4 components}}
  short_vector_traits<char>::value_type c;  // expected-error {{neither a short vector}}
  (void)(-i, -f, -d, -n, ~i, ~u, u % u, i & i, u << u, i + int_2(f), i.yx, q.gr, t.z, i == i);
  short_vector<int, 1>::type one = 1;
  short_vector_traits<norm_3>::value_type s;
  short_vector_traits<unsigned>::value_type v;
}

int main() { return 0; }
