// Of Microsoft's <atlbase.h> what needs no COM: the conversions of text.
#include <atlstr.h>
