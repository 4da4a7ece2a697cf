// HC: what this compiler has.
#ifndef HCC_FEATURES_HPP
#define HCC_FEATURES_HPP

/// hc::printf prints; hcc asked for the macro HCC_ENABLE_ACCELERATOR_PRINTF.
#define HC_FEATURE_PRINTF 1
/// Kernels can use hc::half.
#define HC_FEATURE_HALF 1

#endif
