// What a source reads that hcc took for plain C++, as it includes C++ AMP by a header of its own only.
#error "this source has C++ AMP in a header: compile it with -std=c++amp"
