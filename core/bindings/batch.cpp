// Batched searches as Python sees them. `ask` and `tell` work on the caller's arrays with the GIL released; a lock
// keeps calls of several threads apart. Moves are actions: of chess as encoded, of cards the moves themselves.

#include "bindings/batch.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <stdexcept>

#include "chess/encode.hpp"
#include "search/lockstep/batch_game.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace dd {
namespace {

template <class T>
using In = nb::ndarray<const T, nb::c_contig, nb::device::cpu>;
template <class T>
using Out = nb::ndarray<T, nb::c_contig, nb::device::cpu>;

using OptionDict = nb::typed<nb::dict, nb::str, nb::any>;

// Reads options by name, and notes the names.
struct OptionReader {
  const nb::dict& from;
  std::vector<std::string> names = {};

  template <class T>
  void read(const char* name, T& option) {
    if (!from.contains(name)) throw std::invalid_argument("options: " + std::string(name) + " is missing");
    option = nb::cast<T>(from[name]);
    names.emplace_back(name);
  }

  void refuse_others() const {
    for (nb::handle key : from.keys())
      if (const auto name = nb::cast<std::string>(nb::str(key));
          std::find(names.begin(), names.end(), name) == names.end())
        throw std::invalid_argument("options: there is none called " + name);
  }
};

// Every option must be given, and nothing else: a name that one side does not know is an error.
BatchOptions read_options(const nb::dict& from) {
  BatchOptions options;
  OptionReader in{from};
  in.read("simulations", options.simulations);
  in.read("leaves_per_tree", options.leaves_per_tree);
  in.read("free_simulations", options.free_simulations);
  in.read("groups", options.groups);
  in.read("threads", options.threads);
  in.read("seed", options.seed);
  in.read("c_puct", options.c_puct);
  in.read("fpu_reduction", options.fpu_reduction);
  in.read("dirichlet_alpha", options.dirichlet_alpha);
  in.read("dirichlet_epsilon", options.dirichlet_epsilon);
  in.read("temperature", options.temperature);
  in.read("temperature_plies", options.temperature_plies);
  in.read("final_temperature", options.final_temperature);
  in.read("gumbel", options.gumbel);
  in.read("gumbel_moves", options.gumbel_moves);
  in.read("gumbel_visit", options.gumbel_visit);
  in.read("gumbel_scale", options.gumbel_scale);
  in.read("value_scale", options.value_scale);
  in.read("full_share", options.full_share);
  in.read("quick_simulations", options.quick_simulations);
  in.read("memory", options.memory);
  in.read("cache", options.cache);
  in.read("mate_effort", options.mate_effort);
  in.read("cache_by_position", options.cache_by_position);
  in.refuse_others();
  if (options.leaves_per_tree < 1 || options.leaves_per_tree > 4096 || options.free_simulations < 0 ||
      options.groups < 1 || options.threads < 1 || options.threads > 1024 || options.gumbel_moves < 1)
    throw std::invalid_argument("options out of range");
  return options;
}

// An instruction set that this build or this machine does not have is an error.
const BatchKernel& kernel(int isa) {
  const BatchKernel* found =
      isa < 0 || isa >= std::ssize(kInstructionSetWords) ? nullptr : batch_kernel_for(static_cast<Isa>(isa));
  if (found == nullptr) throw std::invalid_argument("this machine does not have that instruction set");
  return *found;
}

// Counted from the beginning of the game, also for a position from the middle of one: temperatures depend on it.
std::uint32_t ply_of(const chess::Board& board) {
  return 2u * std::max<std::uint32_t>(board.move_number, 1) - 2 + board.to_move;
}

// A game that is over has nobody to move. Its view is never searched, so any seat will do.
View view_of(const BoundState& state) {
  const Seat seat = state.table.to_move == kNobody ? Seat{0} : Seat{state.table.to_move};
  return CardGame(state.program->program).view(state.table, seat);
}

// Cards are handed over as a view, so that a tree cannot know more than the seat that thinks.
void begin_tree(BoundBatch& bound, int tree, std::uint32_t ply) {
  const auto at = static_cast<std::size_t>(tree);
  if (bound.is_chess()) {
    bound.batch->begin(tree, &bound.positions[at].state, ply_of(bound.positions[at].state.board));
  } else {
    const View view = view_of(bound.states[at]);
    bound.batch->begin(tree, &view, ply);
  }
}

// A group is a part of the trees that is asked and told on its own, so that one can be evaluated while another grows.
void begin_all(BoundBatch& bound, const BatchOptions& options) {
  bound.groups = options.groups;
  bound.asked.assign(static_cast<std::size_t>(options.groups), 0);
  bound.asked_actions.assign(static_cast<std::size_t>(options.groups), 0);
  for (int tree = 0; tree < bound.trees(); ++tree) begin_tree(bound, tree, 0);
}

std::unique_ptr<BoundBatch> start_chess(const nb::typed<nb::list, chess::BoundPosition>& positions,
                                        const OptionDict& options, int batch_size, int isa) {
  auto bound = std::make_unique<BoundBatch>();
  for (nb::handle position : positions) bound->positions.push_back(nb::cast<chess::BoundPosition&>(position));
  const BatchOptions read = read_options(options);
  bound->batch = kernel(isa).chess(read, bound->trees(), batch_size);
  begin_all(*bound, read);
  return bound;
}

// The states are kept beside the trees: a tree holds a view only, and the bindings play the true game on.
std::unique_ptr<BoundBatch> start_cards(const nb::typed<nb::list, BoundState>& states, const OptionDict& options,
                                        int batch_size, int isa) {
  auto bound = std::make_unique<BoundBatch>();
  for (nb::handle state : states) bound->states.push_back(nb::cast<BoundState&>(state));
  if (bound->states.empty()) throw std::invalid_argument("there is no state");
  bound->program = bound->states[0].program;
  for (const BoundState& state : bound->states)
    if (state.program->program.hash != bound->program->program.hash)
      throw std::invalid_argument("all states must be of one game");
  const BatchOptions read = read_options(options);
  bound->seats = bound->program->program.seats;
  bound->batch = kernel(isa).cards(bound->program->program, read, bound->trees(), batch_size);
  begin_all(*bound, read);
  return bound;
}

void check_group(const BoundBatch& bound, int group) {
  if (group < 0 || group >= bound.groups) throw std::invalid_argument("there is no such group");
}
// The core writes into the caller's arrays. How much it may write is known before, so their sizes are checked here, and
// what was asked is noted for `tell`.
int ask(BoundBatch& bound, int group, const Out<std::uint64_t>& packed, const Out<std::uint16_t>& actions,
        const Out<std::uint32_t>& offsets, const Out<std::int32_t>& trees, std::size_t most) {
  check_group(bound, group);
  if (packed.size() < most * static_cast<std::size_t>(bound.batch->leaf_words()) || offsets.size() < most + 1 ||
      trees.size() < most || actions.size() < most * static_cast<std::size_t>(bound.batch->most_moves()))
    throw std::invalid_argument("the arrays are too small for a batch");
  const LeafArrays out{packed.data(), actions.data(), offsets.data(), trees.data(), most, actions.size()};
  const auto at = static_cast<std::size_t>(group);
  // Everything of Python is done with before this line: below it the GIL is not held.
  const Working working(bound);
  bound.asked[at] = bound.batch->ask(group, out);
  bound.asked_actions[at] = offsets.data()[bound.asked[at]];
  return bound.asked[at];
}

// Shapes are checked here, numbers in the core. The error is thrown when the interpreter's lock is held again.
void tell(BoundBatch& bound, int group, const std::optional<In<float>>& priors, const In<float>& values) {
  check_group(bound, group);
  const auto at = static_cast<std::size_t>(group);
  const auto leaves = static_cast<std::size_t>(bound.asked[at]);
  const std::size_t per_leaf = values.ndim() == 2 ? values.shape(1) : 1;
  if (values.ndim() < 1 || values.ndim() > 2 || values.shape(0) != leaves ||
      (values.ndim() == 2 && per_leaf != static_cast<std::size_t>(bound.seats)))
    throw std::invalid_argument("values: must have the shape [leaves] or [leaves, seats]");
  if (priors && (priors->ndim() != 1 || priors->size() != bound.asked_actions[at]))
    throw std::invalid_argument("priors: must have one number for each action");
  std::string error;
  {
    const Working working(bound);
    error = bound.batch->tell(group, priors ? priors->data() : nullptr, values.data(), static_cast<int>(per_leaf));
    if (error.empty()) bound.asked[at] = 0, bound.asked_actions[at] = 0;
  }
  if (!error.empty()) throw std::invalid_argument(error);
}

// For a caller that will never answer: the leaves asked for are given back, as if nobody had asked.
void drop(BoundBatch& bound, int group) {
  check_group(bound, group);
  const Working working(bound);
  bound.batch->drop(group);
  bound.asked[static_cast<std::size_t>(group)] = 0;
  bound.asked_actions[static_cast<std::size_t>(group)] = 0;
}

void check_not_waiting(const BoundBatch& bound, int tree) {
  if (bound.asked[static_cast<std::size_t>(tree % bound.groups)] > 0)
    throw std::invalid_argument("leaves are waiting for an answer: tell or drop them first");
}

// Answers an interrupt now and then.
void grow(BoundBatch& bound, int judge, int simulations) {
  for (int group = 0; group < bound.groups; ++group) check_not_waiting(bound, group);
  if (judge < 0 || judge >= std::ssize(kLeafJudgeWords)) throw std::invalid_argument("there is no such judge");
  // Small enough that Ctrl-C is answered at once, large enough that looking for it costs nothing.
  const int slice = std::max(256, 65536 / bound.trees());
  for (int done = 0; done < simulations; done += slice) {
    {
      const Working working(bound);
      bound.batch->grow(static_cast<LeafJudge>(judge), std::min(slice, simulations - done));
      if (bound.batch->is_stopped()) return;
    }
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
  }
}

// The legal move of a chess action, or an error.
std::uint16_t move_of(const chess::State& state, int action) {
  chess::MoveList moves;
  chess::generate(state.board, moves);
  for (const chess::Move move : moves)
    if (chess::action_of(move, state.board.to_move) == action) return move;
  throw std::invalid_argument("move " + std::to_string(action) + " is not legal there");
}

std::uint16_t move_of(const BoundState& state, int move) {
  MoveSet moves;
  CardGame(state.program->program).legal_moves(state.table, moves);
  if (move < 0 || move > 255 || !moves.has(static_cast<Move>(move)))
    throw std::invalid_argument("move " + std::to_string(move) + " is not legal there");
  return static_cast<std::uint16_t>(move);
}

// Makes a move in each tree, or in each that is named; -1 leaves one as it is. All are checked before any is made.
void advance(BoundBatch& bound, const std::vector<int>& moved, const std::optional<std::vector<int>>& named) {
  std::vector<int> actions = moved;
  if (named) {
    if (named->size() != moved.size()) throw std::invalid_argument("one move a tree is needed");
    actions.assign(static_cast<std::size_t>(bound.trees()), -1);
    for (std::size_t i = 0; i < named->size(); ++i) {
      check_tree(bound, (*named)[i]);
      actions[static_cast<std::size_t>((*named)[i])] = moved[i];
    }
  }
  if (actions.size() != static_cast<std::size_t>(bound.trees()))
    throw std::invalid_argument("one move a tree is needed");
  std::vector<std::uint16_t> moves(actions.size());
  for (std::size_t i = 0; i < actions.size(); ++i) {
    if (actions[i] < 0) continue;
    check_not_waiting(bound, static_cast<int>(i));
    moves[i] = bound.is_chess() ? move_of(bound.positions[i].state, actions[i]) : move_of(bound.states[i], actions[i]);
  }
  const Working working(bound);
  for (std::size_t i = 0; i < actions.size(); ++i) {
    if (actions[i] < 0) continue;
    const auto tree = static_cast<int>(i);
    if (bound.is_chess()) {
      chess::State& state = bound.positions[i].state;
      chess::push(state, moves[i]);
      bound.batch->advance(tree, moves[i], &state);
    } else {
      BoundState& state = bound.states[i];
      CardGame(bound.program->program).apply(state.table, static_cast<Move>(moves[i]), state.streams);
      const View view = view_of(state);
      bound.batch->advance(tree, moves[i], &view);
    }
  }
}

// Begins a tree anew with these moves of its root only.
void confine(BoundBatch& bound, int tree, const std::vector<int>& actions) {
  check_tree(bound, tree);
  check_not_waiting(bound, tree);
  if (actions.empty()) throw std::invalid_argument("at least one move is needed");
  const auto at = static_cast<std::size_t>(tree);
  std::vector<std::uint16_t> moves;
  for (const int action : actions)
    moves.push_back(bound.is_chess() ? move_of(bound.positions[at].state, action) : move_of(bound.states[at], action));
  const Working working(bound);
  bound.batch->confine(tree, moves);
}

// Another game in the place of a tree, from its beginning.
template <class Given>
void restart(BoundBatch& bound, int tree, const Given& given) {
  check_tree(bound, tree);
  check_not_waiting(bound, tree);
  const auto at = static_cast<std::size_t>(tree);
  if constexpr (std::is_same_v<Given, BoundState>) {
    if (bound.is_chess() || given.program->program.hash != bound.program->program.hash)
      throw std::invalid_argument("the state is of another game");
    bound.states[at] = given;
  } else {
    if (!bound.is_chess()) throw std::invalid_argument("the position is of another game");
    bound.positions[at] = given;
  }
  const Working working(bound);
  begin_tree(bound, tree, 0);
}

}  // namespace

void bind_batch(nb::module_& module) {
  nb::class_<BoundBatch> search(module, "BatchSearch", "Many trees in lockstep.");
  search.def_static("chess", &start_chess, "positions"_a, "options"_a, "batch_size"_a, "isa"_a = 0)
      .def_static("cards", &start_cards, "states"_a, "options"_a, "batch_size"_a, "isa"_a = 0)
      .def_prop_ro("leaf_words", [](const BoundBatch& of) { return of.batch->leaf_words(); })
      .def_prop_ro("most_moves", [](const BoundBatch& of) { return of.batch->most_moves(); })
      .def_prop_ro("trees", &BoundBatch::trees)
      .def_ro("seats", &BoundBatch::seats)
      .def("ask", &ask, "group"_a, "packed"_a.noconvert(), "actions"_a.noconvert(), "offsets"_a.noconvert(),
           "trees"_a.noconvert(), "most"_a)
      .def("tell", &tell, "group"_a, "priors"_a.noconvert().none(), "values"_a.noconvert())
      .def("drop", &drop, "group"_a)
      .def(
          "is_done",
          [](BoundBatch& of, int group) {
            check_group(of, group);
            const Working working(of);
            return of.batch->is_done(group);
          },
          "group"_a)
      .def("grow", &grow, "judge"_a, "simulations"_a, "So many simulations a tree, judged inside, or until stopped.")
      .def(
          "stop", [](BoundBatch& of) { of.batch->stop(); }, "From any thread: ends `grow` soon, later ones at once.")
      .def("resume", [](BoundBatch& of) { of.batch->resume(); })
      .def("advance", &advance, "actions"_a, "trees"_a = nb::none())
      .def("confine", &confine, "tree"_a, "actions"_a, "Begins anew with these moves of the root only.")
      .def("restart", &restart<chess::BoundPosition>, "tree"_a, "position"_a)
      .def("restart", &restart<BoundState>, "tree"_a, "state"_a)
      .def("clear_cache",
           [](BoundBatch& of) {
             const Working working(of);
             of.batch->clear_cache();
           })
      .def("position",
           [](const BoundBatch& of, int tree) {
             check_tree(of, tree);
             if (!of.is_chess()) throw std::invalid_argument("these are cards");
             return of.positions[static_cast<std::size_t>(tree)];
           })
      .def("state", [](const BoundBatch& of, int tree) {
        check_tree(of, tree);
        if (of.is_chess()) throw std::invalid_argument("this is chess");
        return of.states[static_cast<std::size_t>(tree)];
      });
  bind_batch_roots(search);
}

}  // namespace dd
