// The native engine as Python sees it. What is declared here is described in ../python/terminus_kernel/_native.pyi.

#include <nanobind/nanobind.h>

namespace nb = nanobind;

NB_MODULE(_native, module) {
  module.def("table_format", [] { return 1; });
}
