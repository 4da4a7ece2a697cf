int own = i[0];
int sum = 0;
for (int k = 0; k < 3; ++k) {
  const int part = own + k;
  sum += part;
}
struct Counter {
  int count;
  Counter(int first) : count(first) {}
  int next() { return ++count; }
} counter(-1);
auto twice = [=](int x) { return x + x + zero; };
sum += counter.next() + twice(0);
