// What the module's own file calls to declare the bots.

#pragma once

#include <nanobind/nanobind.h>

void bind_search(nanobind::module_& module);
