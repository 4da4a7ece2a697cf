// -std=c++amp -c --targets=host located
#include <amp.h>
namespace n restrict(amp) {
int a;
}
int main() {}
