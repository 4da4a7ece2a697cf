#include <amp.h>
