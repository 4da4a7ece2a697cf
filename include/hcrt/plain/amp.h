// What a source reads that hcc took for plain C++, as only one of its headers includes C++ AMP.
#error "this source has C++ AMP in a header: compile it with -std=c++amp"
