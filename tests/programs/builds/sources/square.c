/* A part in C. */
int square(int value) { return value * value; }
