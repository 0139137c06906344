// Batches in Python: many jobs in one call, the GIL released, results in the caller's arrays.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <stdexcept>

#include "bindings/bindings.hpp"
#include "bindings/network.hpp"
#include "kernels/run.hpp"

namespace nb = nanobind;

namespace dd {
namespace {

// Prompt (one of RULE_PROMPTS or a number), at random, kinds made always and never (a bit each), order of cards.
using RuleTuple = std::tuple<int, bool, std::uint32_t, std::uint32_t, int>;
// Kind, iterations, exploration, weights of the judge by name, rule or habit, exception to the rule, whether it
// forgets, the network of a learned player.
using PlayerTuple = std::tuple<int, int, float, std::vector<std::pair<std::string, float>>, RuleTuple, RuleTuple, bool,
                               std::shared_ptr<BoundNetwork>>;
constexpr std::uint64_t kMaxThinking = 1 << 16;  // their streams lie below those of probes
constexpr int kMaxIterations = 10'000'000;

template <class T>
using Column = nb::ndarray<T, nb::numpy, nb::c_contig, nb::device::cpu>;

struct BoundJob {
  std::shared_ptr<BoundProgram> program;
  Job job;
  std::vector<nb::object> arrays;  // keeps the columns alive
  std::vector<std::shared_ptr<BoundNetwork>> networks;
  std::shared_ptr<std::vector<std::vector<std::uint8_t>>> moves;
};

struct BoundRun {
  std::vector<nb::object> jobs;  // keeps them alive
  std::unique_ptr<Run> run;
};

Rule rule_of(const RuleTuple& fields) {
  const auto& [prompt, at_random, always, never, order] = fields;
  if (order < 0 || order >= std::ssize(kCardOrderWords)) throw std::invalid_argument("unknown order of cards");
  return {prompt, at_random, always, never, static_cast<CardOrder>(order)};
}

// Every number is checked here: the core trusts what it is given. A weight that nobody knows is an error, not a
// default.
PlayerSpec player_of(const PlayerTuple& fields, const Program& program) {
  const auto& [kind, iterations, exploration, weights, rule, exception, forgets, network] = fields;
  if (kind < 0 || kind >= std::ssize(kPlayerWords)) throw std::invalid_argument("unknown player");
  if (iterations < 0 || iterations > kMaxIterations) throw std::invalid_argument("iterations out of range");
  PlayerSpec player{static_cast<PlayerKind>(kind), iterations, exploration, false};
  for (const auto& [name, weight] : weights) {
    const auto* found = std::find_if(std::begin(kJudgeWeights), std::end(kJudgeWeights),
                                     [&](const NamedWeight& known) { return known.name == name; });
    if (found == std::end(kJudgeWeights)) throw std::invalid_argument("no weight is called " + name);
    player.weights.*(found->weight) = weight;
  }
  player.rule = rule_of(rule);
  player.exception = rule_of(exception);
  player.forgets = forgets;
  if ((player.kind == PlayerKind::kLearned) != (network != nullptr))
    throw std::invalid_argument("a learned player, and no other, has a network");
  if (network != nullptr) player.network = &network->network_for(program);
  return player;
}

// The array behind a name, which must have room for all rows.
template <class T>
T* column(BoundJob& bound, const nb::dict& arrays, const char* name, std::size_t size) {
  auto array = nb::cast<Column<T>>(arrays[name]);
  if (array.size() < size) throw std::invalid_argument(std::string("column too short: ") + name);
  bound.arrays.push_back(arrays[name]);
  return array.data();
}

// Columns are the caller's arrays, by name, and each must have room for its rows. They are kept alive with the job: the
// threads write into them while Python goes on.
BoundJob make_job(const std::shared_ptr<BoundProgram>& program, const std::vector<PlayerTuple>& players,
                  std::uint64_t seed, std::uint64_t first, std::uint64_t games,
                  const nb::typed<nb::dict, nb::str, nb::any>& arrays, const nb::object& plies, BoundJob* noted,
                  std::uint64_t lent_key, std::uint64_t thinking) {
  BoundJob bound;
  bound.program = program;
  Job& job = bound.job;
  job = Job{&program->program, {}, seed, first, games, {}, {}};
  job.lent_key = lent_key;
  if (thinking > kMaxThinking) throw std::invalid_argument("thinking: out of range");
  job.thinking = thinking;
  const std::size_t seats = program->program.seats;
  if (players.size() != seats) throw std::invalid_argument("one player a seat is needed");
  for (std::size_t seat = 0; seat < seats; ++seat) {
    job.players[seat] = player_of(players[seat], program->program);
    bound.networks.push_back(std::get<7>(players[seat]));
    job.players[seat].luck = thinking;
  }
  job.columns = {
      column<std::uint8_t>(bound, arrays, "winners", games),    column<std::uint8_t>(bound, arrays, "ending", games),
      column<std::uint32_t>(bound, arrays, "plies", games),     column<std::uint32_t>(bound, arrays, "turns", games),
      column<std::uint32_t>(bound, arrays, "decisions", games), column<std::uint32_t>(bound, arrays, "options", games),
      column<std::uint32_t>(bound, arrays, "deals", games),     column<float>(bound, arrays, "payoffs", games * seats)};
  if (arrays.contains("chips")) job.columns.chips = column<std::int32_t>(bound, arrays, "chips", games * seats);
  if (arrays.contains("decided_by")) job.columns.decided_by = column<std::uint16_t>(bound, arrays, "decided_by", games);
  if (noted != nullptr) {
    if (!noted->moves || noted->job.first != first || noted->job.games != games)
      throw std::invalid_argument("plies: the moves of these games were not noted");
    bound.moves = noted->moves;
    job.moves = bound.moves->data();
  }
  if (plies.is_none()) return bound;
  if (noted == nullptr) throw std::invalid_argument("plies: the moves of these games were not noted");
  const auto rows = nb::cast<nb::dict>(plies);
  const auto* offset = column<std::uint64_t>(bound, rows, "offset", games + 1);
  const std::size_t total = offset[games];
  job.plies = {offset,
               column<std::uint8_t>(bound, rows, "seat", total),
               column<std::uint8_t>(bound, rows, "legal", total),
               column<std::uint8_t>(bound, rows, "move", total),
               column<std::uint8_t>(bound, rows, "prompt", total),
               column<std::uint32_t>(bound, rows, "kinds", total),
               column<std::uint8_t>(bound, rows, "hands", total * seats),
               column<std::int32_t>(bound, rows, "scores", total * seats),
               column<std::int32_t>(bound, rows, "chips", total * seats)};
  return bound;
}

// Turns a job whose moves were noted into a probe of those games; see core/matches/probe_columns.hpp.
void set_probe(BoundJob& bound, int samples, int rollouts, int option_rollouts, bool greedy, bool whole_match,
               int tables, const nb::typed<nb::dict, nb::str, nb::any>& rows) {
  Job& job = bound.job;
  if (!bound.moves) throw std::invalid_argument("probe: the moves of these games were not noted");
  if (samples < 1 || samples > 4096 || rollouts < 0 || option_rollouts < 0 || tables < 0)
    throw std::invalid_argument("probe: out of range");
  const std::size_t count = job.games * static_cast<std::size_t>(samples), seats = bound.program->program.seats;
  job.probe = {samples, rollouts, option_rollouts, greedy, whole_match, tables};
  job.probed = {column<std::int32_t>(bound, rows, "ply", count),
                column<std::uint8_t>(bound, rows, "seat", count),
                column<std::uint8_t>(bound, rows, "legal", count),
                column<std::uint8_t>(bound, rows, "continues", count),
                column<std::uint8_t>(bound, rows, "seen", count),
                column<std::uint8_t>(bound, rows, "swayed", count),
                column<float>(bound, rows, "payoff", count * seats),
                column<float>(bound, rows, "win", count * seats),
                column<float>(bound, rows, "rank", count * seats),
                column<std::uint8_t>(bound, rows, "move", count * kProbedOptions),
                column<std::uint64_t>(bound, rows, "view", count * kProbedOptions),
                column<std::uint8_t>(bound, rows, "dead", count),
                column<float>(bound, rows, "worth", count * kProbedOptions * 2)};
}

// Notes the moves of the games while they are played, so that plies can be written without thinking again.
void note_moves(BoundJob& bound) {
  bound.moves = std::make_shared<std::vector<std::vector<std::uint8_t>>>(bound.job.games);
  bound.job.moves = bound.moves->data();
}

// Moves of games that were played elsewhere, one list a game.
void set_moves(BoundJob& bound, const std::vector<std::vector<std::uint8_t>>& moves) {
  if (moves.size() != bound.job.games) throw std::invalid_argument("one list of moves a game is needed");
  note_moves(bound);
  *bound.moves = moves;
  bound.job.moves = bound.moves->data();
}

// The same code compiled for another instruction set gives the same games. Tests choose one by number; 0 is the best
// there is.
const Kernel& checked_kernel(int isa) {
  if (isa < 0 || isa >= std::ssize(kInstructionSetWords)) throw std::invalid_argument("unknown instruction set");
  const Kernel* kernel = kernel_for(static_cast<Isa>(isa));
  if (kernel == nullptr) throw std::invalid_argument("this machine does not have that instruction set");
  return *kernel;
}

// The jobs are kept alive, since the run's threads write into their columns.
BoundRun start_run(const nb::typed<nb::list, BoundJob>& bound_jobs, int threads, int isa) {
  BoundRun bound;
  std::vector<Job> jobs;
  for (nb::handle job : bound_jobs) {
    jobs.push_back(nb::cast<BoundJob&>(job).job);
    bound.jobs.push_back(nb::borrow(job));
  }
  bound.run = std::make_unique<Run>(std::move(jobs), threads, checked_kernel(isa));
  return bound;
}

// A built-in player at one seat of one game, asked view by view, with the stream it has in a run.
struct BoundPlayer {
  PlayerSpec player;
  std::shared_ptr<BoundNetwork> network;
  Rng rng;
  Thoughts thoughts;
  std::shared_ptr<void> memory;
};

// Stream 2 + seat, as docs/genome.md, section 2 has it: the player makes the moves that it would make in a run.
BoundPlayer make_player(const BoundProgram& program, const PlayerTuple& fields, std::uint64_t seed, std::uint64_t index,
                        int seat, bool to_the_end) {
  BoundPlayer bound;
  bound.player = player_of(fields, program.program);
  bound.network = std::get<7>(fields);
  if (bound.player.kind == PlayerKind::kOracle) throw std::invalid_argument("the oracle is not a player");
  bound.rng = Rng::stream(seed, program.program.hash, index, static_cast<std::uint64_t>(2 + seat));
  bound.player.to_the_end = to_the_end;
  return bound;
}

constexpr int kLongSearch = 20'000;  // iterations that take long enough for somebody to press Ctrl-C

// Thinks on a thread of its own and answers an interrupt meanwhile.
void choose_patiently(BoundPlayer& bound, const BoundView& view) {
  std::atomic<bool> stop = false;
  PlayerSpec player = bound.player;
  player.stop = &stop;
  auto thinking = std::async(std::launch::async, [&] {
    return checked_kernel(static_cast<int>(Isa::kBest))
        .think(view.program->program, &view.view, player, &bound.rng, bound.memory);
  });
  // The GIL is given up only while waiting, because PyErr_CheckSignals needs it.
  const auto ready = [&thinking] {
    const nb::gil_scoped_release release;
    return thinking.wait_for(std::chrono::milliseconds(50)) == std::future_status::ready;
  };
  bool interrupted = false;
  while (!ready()) {
    interrupted = interrupted || PyErr_CheckSignals() != 0;
    if (interrupted) stop = true;
  }
  bound.thoughts = thinking.get();
  if (interrupted) throw nb::python_error();
}

// Without the interpreter's lock. A long search is watched for Ctrl-C besides.
int choose(BoundPlayer& bound, const BoundView& view) {
  if (bound.player.kind == PlayerKind::kSearch && bound.player.iterations >= kLongSearch) {
    choose_patiently(bound, view);
  } else {
    const nb::gil_scoped_release release;
    bound.thoughts = checked_kernel(static_cast<int>(Isa::kBest))
                         .think(view.program->program, &view.view, bound.player, &bound.rng, bound.memory);
  }
  return bound.thoughts.move;
}

// Empty for players that do not search.
std::vector<std::tuple<int, std::uint32_t, float>> opinions(const BoundPlayer& bound) {
  std::vector<std::tuple<int, std::uint32_t, float>> list;
  for (const auto& opinion : bound.thoughts.opinions) list.emplace_back(opinion.move, opinion.visits, opinion.value);
  return list;
}

}  // namespace

void bind_simulate(nb::module_& module) {
  nb::dict weights;
  for (const NamedWeight& known : kJudgeWeights)
    weights[nb::str(known.name.data(), known.name.size())] = JudgeWeights{}.*(known.weight);
  module.attr("JUDGE_WEIGHTS") = weights;
  nb::class_<BoundJob>(module, "Job", "Games of one program to play, and the arrays their records go to.")
      .def(nb::new_(&make_job), nb::arg("program"), nb::arg("players"), nb::arg("seed"), nb::arg("first"),
           nb::arg("games"), nb::arg("arrays"), nb::arg("plies") = nb::none(), nb::arg("noted") = nb::none(),
           nb::arg("lent_key") = 0, nb::arg("thinking") = 0)
      .def("note_moves", &note_moves)
      .def("set_moves", &set_moves, nb::arg("moves"))
      .def("set_probe", &set_probe, nb::arg("samples"), nb::arg("rollouts"), nb::arg("option_rollouts"),
           nb::arg("greedy"), nb::arg("whole_match"), nb::arg("tables"), nb::arg("rows"));
  nb::class_<BoundRun>(module, "Run", "Jobs being played on threads of their own.")
      .def(nb::new_(&start_run), nb::arg("jobs"), nb::arg("threads") = 0, nb::arg("isa") = 0)
      .def(
          "wait", [](BoundRun& bound, double seconds) { return bound.run->wait(seconds); }, nb::arg("seconds"),
          nb::call_guard<nb::gil_scoped_release>(), "Waits at most so long; True once all threads have stopped.")
      .def("cancel", [](BoundRun& bound) { bound.run->cancel(); })
      .def_prop_ro(
          "refusals", [](const BoundRun& bound) { return bound.run->refusals(); },
          "Games stopped by a move that was not legal; with any, nothing the run has written may be used.")
      .def_prop_ro("games_done", [](const BoundRun& bound) { return bound.run->games_done(); });
  nb::class_<BoundPlayer>(module, "Player", "A built-in player at one seat of one game; it is shown views only.")
      .def(nb::new_(&make_player), nb::arg("program"), nb::arg("player"), nb::arg("seed"), nb::arg("index"),
           nb::arg("seat"), nb::arg("to_the_end") = false)
      .def("choose", &choose, nb::arg("view"))
      .def_prop_ro("opinions", &opinions, "Of the last choice, if it was searched: (move, visits, value) of each.");
}

}  // namespace dd
