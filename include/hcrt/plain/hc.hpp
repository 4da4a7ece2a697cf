// What a source reads that hcc took for plain C++, as only one of its headers includes HC.
#error "this source has HC in a header: compile it with -hc"
// Nothing of it is declared: what follows would be errors about that.
#pragma clang diagnostic fatal "-W#warnings"
#warning "no more of it is read"
