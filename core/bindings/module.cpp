// The extension module darwindeck._core: what the Python side sees of the core.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"

namespace nb = nanobind;

NB_MODULE(_core, module) {
  nb::set_leak_warnings(false);  // compiled programs stay cached until the interpreter exits
  module.doc() = "The compiled core: programs, tables, matches.";
  std::vector<std::string> names(dd::kOpNames, dd::kOpNames + dd::kOpCount);
  std::vector<std::string> kinds(dd::kOpKinds, dd::kOpKinds + dd::kOpCount);
  module.attr("OP_NAMES") = names;
  module.attr("OP_KINDS") = kinds;
  module.attr("PROGRAM_VERSION") = dd::kProgramVersion;
  module.attr("STATE_BYTES") = sizeof(dd::Table);
  dd::bind_chess(module);
  dd::bind_game(module);
  dd::bind_simulate(module);
  dd::bind_batch(module);
}
