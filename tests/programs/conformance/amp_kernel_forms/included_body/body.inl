int own = i[0];
int sum = 0;
for (int k = 0; k < 3; ++k) {
  const int part = own + k;
  sum += part;
}
