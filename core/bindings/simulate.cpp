// Batches in Python: many jobs in one call, the GIL released, results in the caller's arrays.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "bindings/bindings.hpp"
#include "play/match.hpp"

namespace nb = nanobind;

namespace dd {
namespace {

template <class T>
using Column = nb::ndarray<T, nb::numpy, nb::c_contig, nb::device::cpu>;

struct BoundJob {
  std::shared_ptr<BoundProgram> program;
  Job job;
  std::vector<nb::object> arrays;  // keeps the columns alive
};

template <class T>
T* column(BoundJob& bound, const nb::dict& arrays, const char* name, std::size_t size) {
  auto array = nb::cast<Column<T>>(arrays[name]);
  if (array.size() < size) throw std::invalid_argument(std::string("column too short: ") + name);
  bound.arrays.push_back(arrays[name]);
  return array.data();
}

BoundJob make_job(const std::shared_ptr<BoundProgram>& program, const std::vector<int>& players, std::uint64_t seed,
                  std::uint64_t first, std::uint64_t games, const nb::typed<nb::dict, nb::str, nb::any>& arrays,
                  const nb::object& plies) {
  BoundJob bound;
  bound.program = program;
  Job& job = bound.job;
  job = Job{&program->program, {}, seed, first, games, {}, {}};
  const std::size_t seats = program->program.seats;
  if (players.size() != seats) throw std::invalid_argument("one player a seat is needed");
  for (std::size_t seat = 0; seat < seats; ++seat) {
    if (players[seat] < 0 || players[seat] > static_cast<int>(PlayerKind::kFirst))
      throw std::invalid_argument("unknown player");
    job.players[seat] = static_cast<PlayerKind>(players[seat]);
  }
  job.columns = {
      column<std::uint8_t>(bound, arrays, "winners", games),    column<std::uint8_t>(bound, arrays, "ending", games),
      column<std::uint32_t>(bound, arrays, "plies", games),     column<std::uint32_t>(bound, arrays, "turns", games),
      column<std::uint32_t>(bound, arrays, "decisions", games), column<std::uint32_t>(bound, arrays, "options", games),
      column<std::uint32_t>(bound, arrays, "deals", games),     column<float>(bound, arrays, "payoffs", games * seats)};
  if (plies.is_none()) return bound;
  const auto rows = nb::cast<nb::dict>(plies);
  const auto* offset = column<std::uint64_t>(bound, rows, "offset", games + 1);
  const std::size_t total = offset[games];
  job.plies = {offset,
               column<std::uint8_t>(bound, rows, "seat", total),
               column<std::uint8_t>(bound, rows, "legal", total),
               column<std::uint8_t>(bound, rows, "move", total),
               column<std::uint8_t>(bound, rows, "hands", total * seats),
               column<std::int32_t>(bound, rows, "scores", total * seats),
               column<std::int32_t>(bound, rows, "chips", total * seats)};
  return bound;
}

void play(const nb::typed<nb::list, BoundJob>& bound_jobs, int threads, int isa) {
  if (isa < 0 || isa > 2) throw std::invalid_argument("unknown instruction set");
  const PlayGames kernel = kernel_for(static_cast<Isa>(isa));
  if (kernel == nullptr) throw std::invalid_argument("this machine does not have that instruction set");
  std::vector<Job> jobs;
  for (nb::handle job : bound_jobs) jobs.push_back(nb::cast<BoundJob&>(job).job);
  nb::gil_scoped_release release;
  play_jobs(jobs.data(), static_cast<int>(jobs.size()), threads, kernel);
}

}  // namespace

void bind_simulate(nb::module_& module) {
  nb::class_<BoundJob>(module, "Job", "Games of one program to play, and the arrays their records go to.")
      .def(nb::new_(&make_job), nb::arg("program"), nb::arg("players"), nb::arg("seed"), nb::arg("first"),
           nb::arg("games"), nb::arg("arrays"), nb::arg("plies") = nb::none());
  module.def("play_jobs", &play, nb::arg("jobs"), nb::arg("threads") = 0, nb::arg("isa") = 0);
}

}  // namespace dd
