// What a source reads that hcc took for plain C++, as only one of its headers includes HC.
#error "this source has HC in a header: compile it with -hc"
