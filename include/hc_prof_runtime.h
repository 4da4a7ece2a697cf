// hcc's own run time was built with this header; programs have no use for it.
#error \
    "hc_prof_runtime.h is a part of hcc's run time: HCPY_VERBOSE=1 traces this one, and completion_future has times"
