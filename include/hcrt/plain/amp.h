// What a source reads that hcc took for plain C++, as only one of its headers includes C++ AMP.
#error "this source has C++ AMP in a header: compile it with -std=c++amp"
// Nothing of it is declared: what follows would be errors about that.
#pragma clang diagnostic fatal "-W#warnings"
#warning "no more of it is read"
