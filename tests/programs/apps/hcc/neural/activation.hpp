#pragma once

namespace nn {

enum activation_kind { RELU, TANH, SIGMOID, IDENTITY };

// Defined in activation.cpp; the kernels of other files call them.
float activate(activation_kind kind, float x) [[hc]];

// The derivative, from the function's value.
float derivative(activation_kind kind, float y) [[hc]];

// The same on the host.
float activate_host(activation_kind kind, float x);
float derivative_host(activation_kind kind, float y);

}  // namespace nn
