// Games in step as Python sees them: `ask` and `tell` work on the caller's arrays with the GIL released.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <mutex>
#include <optional>
#include <stdexcept>
#include <vector>

#include "bindings/bindings.hpp"
#include "kernels/batch_kernel.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace dd {
namespace {

constexpr int kMostGames = 1 << 22, kMostThreads = 1024;

template <class T>
using Array = nb::ndarray<T, nb::c_contig, nb::device::cpu>;

struct BoundGames {
  std::shared_ptr<BoundProgram> program;  // kept alive
  std::unique_ptr<VectorGames> games;
  int groups = 0;
  std::mutex mutex;

  std::size_t seats() const { return program->program.seats; }
  void check_group(int group) const {
    if (group < 0 || group >= groups) throw std::invalid_argument("there is no such group");
  }
};

std::unique_ptr<BoundGames> start(const std::shared_ptr<BoundProgram>& program, int games, std::uint64_t seed,
                                  int threads, int groups, bool whole_games, int isa) {
  if (games < 1 || games > kMostGames) throw std::invalid_argument("games: must be from 1 to 4194304");
  if (threads < 1 || threads > kMostThreads) throw std::invalid_argument("threads: must be from 1 to 1024");
  if (groups < 1 || groups > games) throw std::invalid_argument("groups: must be from 1 to the number of games");
  const BatchKernel* kernel =
      isa < 0 || isa >= std::ssize(kInstructionSetWords) ? nullptr : batch_kernel_for(static_cast<Isa>(isa));
  if (kernel == nullptr) throw std::invalid_argument("this machine does not have that instruction set");
  auto bound = std::make_unique<BoundGames>();
  bound->program = program;
  bound->groups = groups;
  {
    const nb::gil_scoped_release release;
    bound->games = kernel->vector_games(program->program, {games, groups, threads, seed, whole_games});
  }
  if (const std::string fault = bound->games->fault(); !fault.empty()) throw std::invalid_argument(fault);
  return bound;
}

// The core trusts the arrays it is given, so their sizes are checked here.
int ask(BoundGames& bound, int group, const Array<std::uint64_t>& packed, const Array<std::uint16_t>& actions,
        const Array<std::uint32_t>& offsets, const Array<std::uint8_t>& seats, const Array<std::uint64_t>& games,
        const Array<std::uint8_t>& ended, const Array<float>& results, const std::optional<Array<std::uint64_t>>& hands,
        const std::optional<Array<std::uint8_t>>& masks) {
  bound.check_group(group);
  const auto rows = static_cast<std::size_t>(bound.games->rows(group));
  if (packed.size() < rows * static_cast<std::size_t>(bound.games->leaf_words()) || offsets.size() < rows + 1 ||
      actions.size() < rows * static_cast<std::size_t>(bound.games->most_moves()) || seats.size() < rows ||
      games.size() < rows || ended.size() < rows || results.size() < rows * bound.seats() ||
      (hands && hands->size() < rows * bound.seats()) ||
      (masks && masks->size() < rows * static_cast<std::size_t>(bound.games->most_moves())))
    throw std::invalid_argument("the arrays are too small for the group");
  const StepArrays out{packed.data(),
                       actions.data(),
                       offsets.data(),
                       seats.data(),
                       games.data(),
                       ended.data(),
                       results.data(),
                       hands ? hands->data() : nullptr,
                       masks ? masks->data() : nullptr};
  const nb::gil_scoped_release release;
  const std::lock_guard lock(bound.mutex);
  bound.games->ask(group, out);
  return static_cast<int>(rows);
}

void advise(BoundGames& bound, int group, const Array<std::int32_t>& out) {
  bound.check_group(group);
  const auto rows = static_cast<int>(out.size());
  if (rows > bound.games->rows(group)) throw std::invalid_argument("the group has fewer rows than that");
  const nb::gil_scoped_release release;
  const std::lock_guard lock(bound.mutex);
  bound.games->advise(group, rows, out.data());
}

nb::tuple look(BoundGames& bound, int group, int row) {
  bound.check_group(group);
  if (row < 0 || row >= bound.games->rows(group)) throw std::invalid_argument("the group has no such row");
  BoundView seen{bound.program, {}};
  std::vector<Move> moves;
  {
    const nb::gil_scoped_release release;
    const std::lock_guard lock(bound.mutex);
    moves = bound.games->look(group, row, &seen.view);
  }
  return nb::make_tuple(std::move(seen), std::vector<int>(moves.begin(), moves.end()));
}

void tell(BoundGames& bound, int group, const Array<const std::int32_t>& choices) {
  bound.check_group(group);
  if (choices.size() != static_cast<std::size_t>(bound.games->rows(group)))
    throw std::invalid_argument("choices: must have one number for each row");
  std::string error;
  {
    const nb::gil_scoped_release release;
    const std::lock_guard lock(bound.mutex);
    error = bound.games->tell(group, choices.data());
  }
  if (!error.empty()) throw std::invalid_argument(error);
}

}  // namespace

void bind_vector(nb::module_& module) {
  nb::class_<BoundGames>(module, "VectorGames", "Many games of one program, each waiting at a choice.")
      .def(nb::new_(&start), "program"_a, "games"_a, "seed"_a = 0, "threads"_a = 1, "groups"_a = 2,
           "whole_games"_a = false, "isa"_a = 0)
      .def_ro("groups", &BoundGames::groups)
      .def_prop_ro("seats", &BoundGames::seats)
      .def_prop_ro("leaf_words", [](const BoundGames& of) { return of.games->leaf_words(); })
      .def_prop_ro("most_moves", [](const BoundGames& of) { return of.games->most_moves(); })
      .def(
          "rows",
          [](const BoundGames& of, int group) {
            of.check_group(group);
            return of.games->rows(group);
          },
          "group"_a)
      .def("ask", &ask, "group"_a, "packed"_a.noconvert(), "actions"_a.noconvert(), "offsets"_a.noconvert(),
           "seats"_a.noconvert(), "games"_a.noconvert(), "ended"_a.noconvert(), "results"_a.noconvert(),
           "hands"_a.noconvert().none() = nb::none(), "masks"_a.noconvert().none() = nb::none())
      .def("advise", &advise, "group"_a, "out"_a.noconvert())
      .def("look", &look, "group"_a, "row"_a, nb::sig("def look(self, group: int, row: int) -> tuple[View, list[int]]"))
      .def("tell", &tell, "group"_a, "choices"_a.noconvert());
}

}  // namespace dd
