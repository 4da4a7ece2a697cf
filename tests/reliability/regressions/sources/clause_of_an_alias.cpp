// -std=c++amp -c --targets=host located
#include <amp.h>
using T = int restrict(amp);
int main() {}
