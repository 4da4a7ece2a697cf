// rows: amp.5.3.overloads, amp.5.3.copy_async
// ptx: none
// Classes that a program derives from arrays and views are copied as what they are.
#include <amp.h>

#include <algorithm>
#include <vector>

#include "check.hpp"

using namespace concurrency;
using std::vector;

template <class T>
class matrix : public array<T, 2> {
 public:
  matrix(int rows, int columns) : array<T, 2>(rows, columns) {}
  vector<T> host() const {
    vector<T> all(this->extent.size());
    copy(*this, all.begin());
    return all;
  }
};

struct row : array_view<int, 1> {
  explicit row(vector<int>& data) : array_view<int, 1>(static_cast<int>(data.size()), data) {}
};

struct source : array_view<const int, 1> {
  explicit source(const vector<int>& data) : array_view<const int, 1>(static_cast<int>(data.size()), data) {}
};

int main() {
  vector<int> data(6);
  for (int i = 0; i < 6; ++i) data[i] = i * 7 - 3;
  matrix<int> a(2, 3), b(2, 3);
  concurrency::copy(data.begin(), data.end(), a);
  CHECK(a.host() == data);
  copy(a, b);
  CHECK(b.host() == data);

  vector<int> out(6), other(6, 1);
  row to(out);
  copy(source(data), to);
  to.synchronize();
  CHECK(out == data);
  copy(other.begin(), to);
  to.synchronize();
  CHECK(out == other);
  array<int, 1> flat(6);
  copy_async(row(data), flat).wait();
  copy_async(flat, out.begin()).wait();
  CHECK(out == data);

  std::copy(data.begin(), data.begin() + 2, other.begin());
  CHECK(other[1] == data[1]);
  return failures();
}
