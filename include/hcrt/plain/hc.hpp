// What a source reads that hcc took for plain C++, as it includes HC by a header of its own only.
#error "this source has HC in a header: compile it with -hc"
