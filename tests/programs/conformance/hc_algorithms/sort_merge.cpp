// rows: hc.algorithms.sort, hc.algorithms.merge
// flags: -std=c++17
#include "algorithms_check.hpp"

struct Record {
  int key, place;
  friend bool operator==(const Record& a, const Record& b) { return a.key == b.key && a.place == b.place; }
};

// What std::stable_sort makes of places is what a stable sort by key must make of them.
template <class K, class Order, class Before>
void by_key(int count, int offset, const Order& order, const Before& before) {
  std::vector<K> v = values<K>(count);
  if (count > 40) v[20] = K(0), v[30] = static_cast<K>(-K(0));
  std::vector<int> places(count);
  std::iota(places.begin(), places.end(), 0);
  const Memory<K> keys(v, offset);
  const Memory<int> moved(places, offset);
  hc::sort_by_key(keys.span(), moved.span(), order);
  std::stable_sort(places.begin(), places.end(), [&](int a, int b) { return before(v[a], v[b]); });
  CHECK(moved.read() == places);
  std::vector<K> sorted;
  for (const int place : places) sorted.push_back(v[place]);
  CHECK(keys.read() == sorted);
}

void with_order(int count) {
  if (count == 0) return;
  std::vector<Record> v;
  for (const int key : values<int>(count)) v.push_back({key % 50, static_cast<int>(v.size())});
  std::vector<Record> want = v;
  const hc::array_view<Record> view(count, v);
  const auto before = [](const Record& a, const Record& b) [[hc, cpu]] { return a.key < b.key; };
  hc::sort(view, before);
  view.synchronize();
  std::stable_sort(want.begin(), want.end(), before);
  CHECK(v == want);
}

/// By what a key is projected to, with values that are structs, and keys that are.
void by_any_key(int count) {
  const std::vector<double> v = values<double>(count);
  std::vector<Record> records;
  for (const int key : values<int>(count)) records.push_back({key % 7, static_cast<int>(records.size())});
  std::vector<int> places(count);
  std::iota(places.begin(), places.end(), 0);
  const auto by_size = [](double a, double b) [[hc, cpu]] { return a * a < b * b; };
  const Memory<double> sizes(v, 1);
  const Memory<Record> moved(records, 0);
  hc::sort_by_key(sizes.span(), moved.span(), by_size);
  std::stable_sort(places.begin(), places.end(), [&](int a, int b) { return by_size(v[a], v[b]); });
  const std::vector<double> sorted = sizes.read();
  const std::vector<Record> found = moved.read();
  for (int i = 0; i < count; ++i) CHECK(sorted[i] == v[places[i]] && found[i] == records[places[i]]);

  const Memory<Record> keys(records, 1);
  const Memory<double> carried(v, 0);
  std::iota(places.begin(), places.end(), 0);
  const auto downwards = [](const Record& a, const Record& b) [[hc, cpu]] { return a.key > b.key; };
  hc::sort_by_key_async(keys.span(), carried.span(), downwards).wait();
  std::stable_sort(places.begin(), places.end(),
                   [&](int a, int b) { return downwards(records[a], records[b]); });
  const std::vector<double> followed = carried.read();
  for (int i = 0; i < count; ++i) CHECK(followed[i] == v[places[i]]);
}

void merged(int count) {
  std::vector<int> a = values<int>(count), b = values<int>(count / 2 + 3);
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  std::vector<int> want(a.size() + b.size());
  std::merge(a.begin(), a.end(), b.begin(), b.end(), want.begin());
  const Memory<int> first(a, 1), second(b, 0), out(want, 2);
  hc::merge(first.span(), second.span(), out.span());
  CHECK(out.read() == want);
}

int main() {
  for_sizes([](int count) {
    for (const int offset : {0, 1}) {
      by_key<float>(count, offset, hc::ascending(), std::less<float>());
      by_key<short>(count, offset, hc::descending(), std::greater<short>());
    }
    with_order(count);
    by_any_key(count);
    merged(count);
  });
  for (const int count : {1000, 9000}) {
    by_key<signed char>(count, 0, hc::ascending(), std::less<signed char>());
    by_key<unsigned long long>(count, 1, hc::ascending(), std::less<unsigned long long>());
  }
  return failures();
}
