// What only the library's kernel uses; the tests change the number.
#pragma once

inline int shift(int value) [[hc, cpu]] { return value + 10; }
