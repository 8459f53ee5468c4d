// The batch as Python sees it. Its arrays are memory views of the kernel's own memory: they are made once and
// every step changes what they show.

#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include "batch.hpp"

namespace terminus {

namespace nb = nanobind;

// A view of one array: T is const where Python may only read.
template <class T, class Data>
inline auto view(nb::handle owner, Data& data, size_t width) {
  const size_t rows = data.size() / width;
  using Array = nb::ndarray<nb::memview, T, nb::c_contig, nb::device::cpu>;
  if (width == 1) return Array(data.data(), {rows}, owner).cast();
  return Array(data.data(), {rows, width}, owner).cast();
}

template <class T>
inline void add_view(nb::class_<Batch>& batch, const char* name, std::vector<T> Batch::* data, size_t width = 1) {
  batch.def_prop_ro(
      name, [data, width](nb::handle self) { return view<const T>(self, nb::cast<Batch&>(self).*data, width); });
}

inline void bind_batch(nb::module_& module, Policy (*policy_named)(const std::string&)) {
  nb::class_<Batch> batch(module, "Batch");
  batch.def(nb::init<const Tables&, int, uint64_t>(), nb::arg("tables"), nb::arg("games"), nb::arg("seed"),
            nb::keep_alive<1, 2>());
  batch.def_prop_ro("actions", [](nb::handle self) { return view<uint16_t>(self, nb::cast<Batch&>(self).actions, 1); });
  add_view(batch, "masks", &Batch::masks, kMaskWords);
  add_view(batch, "counts", &Batch::counts);
  add_view(batch, "totals", &Batch::totals);
  add_view(batch, "rewards", &Batch::rewards);
  add_view(batch, "ended", &Batch::ended);
  add_view(batch, "finals", &Batch::finals);
  batch.def("__len__", &Batch::size)
      .def("state", &Batch::state, nb::rv_policy::copy)
      .def_prop_ro("finished", &Batch::finished)
      .def("step", &Batch::step, nb::call_guard<nb::gil_scoped_release>())
      .def("sample", &Batch::sample, nb::call_guard<nb::gil_scoped_release>())
      .def("choose", [policy_named](Batch& self, const std::string& name) {
        const Policy policy = policy_named(name);
        const nb::gil_scoped_release released;
        self.choose(policy);
      });
}

}  // namespace terminus
