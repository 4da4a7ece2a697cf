// The swizzles of two to four different components, as properties of the classes that hold the components.
#ifndef HCRT_DETAIL_SWIZZLES_HPP
#define HCRT_DETAIL_SWIZZLES_HPP

// Those of a vector with 2, 3 and 4 components; each list adds what its last component makes possible.
// clang-format off
#define HCRT_SWIZZLES_2(S2, S3, S4) \
  S2(x, y, r, g) S2(y, x, g, r)
#define HCRT_SWIZZLES_3(S2, S3, S4) \
  HCRT_SWIZZLES_2(S2, S3, S4) \
  S2(x, z, r, b) S2(y, z, g, b) S2(z, x, b, r) S2(z, y, b, g) S3(x, y, z, r, g, b) S3(x, z, y, r, b, g) \
  S3(y, x, z, g, r, b) S3(y, z, x, g, b, r) S3(z, x, y, b, r, g) S3(z, y, x, b, g, r)
#define HCRT_SWIZZLES_4(S2, S3, S4) \
  HCRT_SWIZZLES_3(S2, S3, S4) \
  S2(x, w, r, a) S2(y, w, g, a) S2(z, w, b, a) S2(w, x, a, r) S2(w, y, a, g) S2(w, z, a, b) \
  S3(x, y, w, r, g, a) S3(x, z, w, r, b, a) S3(x, w, y, r, a, g) S3(x, w, z, r, a, b) \
  S3(y, x, w, g, r, a) S3(y, z, w, g, b, a) S3(y, w, x, g, a, r) S3(y, w, z, g, a, b) \
  S3(z, x, w, b, r, a) S3(z, y, w, b, g, a) S3(z, w, x, b, a, r) S3(z, w, y, b, a, g) \
  S3(w, x, y, a, r, g) S3(w, x, z, a, r, b) S3(w, y, x, a, g, r) S3(w, y, z, a, g, b) \
  S3(w, z, x, a, b, r) S3(w, z, y, a, b, g) S4(x, y, z, w, r, g, b, a) S4(x, y, w, z, r, g, a, b) \
  S4(x, z, y, w, r, b, g, a) S4(x, z, w, y, r, b, a, g) S4(x, w, y, z, r, a, g, b) \
  S4(x, w, z, y, r, a, b, g) S4(y, x, z, w, g, r, b, a) S4(y, x, w, z, g, r, a, b) \
  S4(y, z, x, w, g, b, r, a) S4(y, z, w, x, g, b, a, r) S4(y, w, x, z, g, a, r, b) \
  S4(y, w, z, x, g, a, b, r) S4(z, x, y, w, b, r, g, a) S4(z, x, w, y, b, r, a, g) \
  S4(z, y, x, w, b, g, r, a) S4(z, y, w, x, b, g, a, r) S4(z, w, x, y, b, a, r, g) \
  S4(z, w, y, x, b, a, g, r) S4(w, x, y, z, a, r, g, b) S4(w, x, z, y, a, r, b, g) \
  S4(w, y, x, z, a, g, r, b) S4(w, y, z, x, a, g, b, r) S4(w, z, x, y, a, b, r, g) \
  S4(w, z, y, x, a, b, g, r)
// clang-format on

// A, B, ... are the components in the swizzle's order, P, Q, ... their names as colours.
#define HCRT_SWIZZLE2(A, B, P, Q)                                          \
  HCRT_BOTH Vector<2> get_##A##B() const { return Vector<2>(A, B); }       \
  HCRT_BOTH void set_##A##B(Vector<2> v) { A = v.x, B = v.y; }             \
  __declspec(property(get = get_##A##B, put = set_##A##B)) Vector<2> A##B; \
  __declspec(property(get = get_##A##B, put = set_##A##B)) Vector<2> P##Q;

#define HCRT_SWIZZLE3(A, B, C, P, Q, R)                                             \
  HCRT_BOTH Vector<3> get_##A##B##C() const { return Vector<3>(A, B, C); }          \
  HCRT_BOTH void set_##A##B##C(Vector<3> v) { A = v.x, B = v.y, C = v.z; }          \
  __declspec(property(get = get_##A##B##C, put = set_##A##B##C)) Vector<3> A##B##C; \
  __declspec(property(get = get_##A##B##C, put = set_##A##B##C)) Vector<3> P##Q##R;

#define HCRT_SWIZZLE4(A, B, C, D, P, Q, R, S)                                                \
  HCRT_BOTH Vector<4> get_##A##B##C##D() const { return Vector<4>(A, B, C, D); }             \
  HCRT_BOTH void set_##A##B##C##D(Vector<4> v) { A = v.x, B = v.y, C = v.z, D = v.w; }       \
  __declspec(property(get = get_##A##B##C##D, put = set_##A##B##C##D)) Vector<4> A##B##C##D; \
  __declspec(property(get = get_##A##B##C##D, put = set_##A##B##C##D)) Vector<4> P##Q##R##S;

#endif
