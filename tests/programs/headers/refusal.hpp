// What a call that is refused says.
#pragma once
#include <hc.hpp>

#include <string>

template <class Function>
std::string refusal(Function function) {
  try {
    function();
  } catch (const hc::runtime_exception& error) {
    return error.what();
  }
  return "";
}
