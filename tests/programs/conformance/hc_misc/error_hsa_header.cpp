// rows: hc.hsa_header
#include <hsa/hsa.h>  // expected-error {{'hsa/hsa.h' file not found: it is a part of AMD's HSA run time}}

int main() { return hsa_init(); }
