// The extension module darwindeck._core: what the Python side sees of the core.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"
#include "kernels/instruction_set.hpp"
#include "matches/job.hpp"
#include "search/lockstep/batch_game.hpp"

namespace nb = nanobind;

namespace {

// Each group as a dictionary of its own, word → number; and all their notes in one, for docs/ops.md.
void name_numbers(nb::module_& module, std::span<const dd::WordGroup> groups, nb::dict& notes) {
  for (const dd::WordGroup& group : groups) {
    nb::dict numbers, meanings;
    for (const dd::Word& word : group.words) {
      numbers[word.word] = word.number;
      meanings[word.word] = word.note;
    }
    module.attr(group.name) = numbers;
    notes[group.name] = nb::make_tuple(group.note, meanings);
  }
}

}  // namespace

NB_MODULE(_core, module) {
  nb::set_leak_warnings(false);  // compiled programs stay cached until the interpreter exits
  module.doc() = "The compiled core: programs, tables, matches.";
  std::vector<std::string> names(dd::kOpNames, dd::kOpNames + dd::kOpCount);
  std::vector<std::string> kinds(dd::kOpKinds, dd::kOpKinds + dd::kOpCount);
  std::vector<std::string> notes(dd::kOpNotes, dd::kOpNotes + dd::kOpCount);
  module.attr("OP_NAMES") = names;
  module.attr("OP_KINDS") = kinds;
  module.attr("OP_NOTES") = notes;
  nb::dict vocabulary;
  name_numbers(module, dd::kVocabulary, vocabulary);
  name_numbers(module, dd::kMatchVocabulary, vocabulary);
  name_numbers(module, dd::kKernelVocabulary, vocabulary);
  name_numbers(module, dd::kSearchVocabulary, vocabulary);
  module.attr("VOCABULARY") = vocabulary;
  module.attr("PROGRAM_VERSION") = dd::kProgramVersion;
  module.attr("STATE_BYTES") = sizeof(dd::Table);
  dd::bind_chess(module);
  dd::bind_game(module);
  dd::bind_worth(module);
  dd::bind_network(module);
  dd::bind_simulate(module);
  dd::bind_batch(module);
  dd::bind_vector(module);
}
