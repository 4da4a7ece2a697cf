#pragma once

constexpr int plugin_factor = 3;
