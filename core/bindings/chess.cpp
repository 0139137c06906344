// Chess as Python sees it: positions, moves as text and as actions, planes, perft.
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"
#include "chess/encode.hpp"
#include "chess/evaluate.hpp"
#include "chess/fen.hpp"
#include "kernels/batch_kernel.hpp"
#include "kernels/chess_kernel.hpp"
#include "kernels/divide.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace dd {
namespace chess {
namespace {

using Words = nb::ndarray<std::uint64_t, nb::shape<kPackedWords>, nb::c_contig, nb::device::cpu>;
using Floats = nb::ndarray<float, nb::c_contig, nb::device::cpu>;
template <class T>
using In = nb::ndarray<const T, nb::c_contig, nb::device::cpu>;
using Bits = nb::ndarray<std::uint64_t, nb::shape<kPlanesPerSquare>, nb::c_contig, nb::device::cpu>;

const ChessKernel& best() { return *chess_kernel_for(Isa::kBest); }

BoundPosition make_position(const std::string& fen, bool chess960) {
  BoundPosition position;
  std::string error;
  Board board;
  if (!parse_fen(fen, board, error)) throw std::invalid_argument(error);
  position.state = state_of(board);
  position.chess960 = chess960 || needs_chess960(board);
  return position;
}

std::vector<std::string> legal_moves(const BoundPosition& position) {
  MoveList moves;
  generate(position.state.board, moves);
  std::vector<std::string> names;
  for (const Move move : moves) names.push_back(format_move(move, position.chess960));
  return names;
}

// The legal move of that name, in either spelling of castling unless that is another move.
Move find_move(const BoundPosition& position, const std::string& name) {
  MoveList moves;
  generate(position.state.board, moves);
  for (const bool chess960 : {position.chess960, !position.chess960})
    for (const Move move : moves)
      if (format_move(move, chess960) == name) return move;
  throw std::invalid_argument("no legal move");
}

Move find_action(const BoundPosition& position, int action) {
  MoveList moves;
  const Board& board = position.state.board;
  generate(board, moves);
  for (const Move move : moves)
    if (action_of(move, board.to_move) == action) return move;
  throw std::invalid_argument("no legal action");
}

std::vector<std::uint16_t> list_actions(const BoundPosition& position) {
  std::vector<std::uint16_t> actions(kMaxMoves);
  actions.resize(static_cast<std::size_t>(best().legal_actions(position.state.board, actions.data())));
  return actions;
}

// Called with an array of any shape that has exactly so many floats.
float* floats_of(const Floats& array, std::size_t size) {
  if (array.size() != size)
    throw std::invalid_argument("the array has " + std::to_string(array.size()) + " floats instead of " +
                                std::to_string(size));
  return array.data();
}

void write_planes_to(const BoundPosition& position, const Floats& out) {
  std::uint64_t packed[kPackedWords];
  float* floats = floats_of(out, kPlaneFloats);
  best().pack(position.state, packed);
  best().write_planes(packed, floats);
}

void mark_actions(const BoundPosition& position, const Floats& out) {
  float* floats = floats_of(out, kActions);
  std::memset(floats, 0, kActions * sizeof *floats);
  for (const std::uint16_t action : list_actions(position)) floats[action] = 1.0f;
}

void set_action_bits(const BoundPosition& position, const Bits& out) {
  std::memset(out.data(), 0, kPlanesPerSquare * sizeof(std::uint64_t));
  for (const std::uint16_t action : list_actions(position)) out.data()[action / 64] |= bit(action % 64);
}

// How many lines of `depth` moves begin with each legal move. Answers an interrupt between tasks.
std::vector<std::pair<std::string, std::uint64_t>> divide(const BoundPosition& position, int depth, int threads,
                                                          int isa) {
  if (depth < 1) throw std::invalid_argument("the depth must be at least 1");
  if (isa < 0 || isa > 2) throw std::invalid_argument("unknown instruction set");
  const ChessKernel* kernel = chess_kernel_for(static_cast<Isa>(isa));
  if (kernel == nullptr) throw std::invalid_argument("this machine does not have that instruction set");
  Divide run(position.state.board, depth, threads, *kernel);
  const auto done = [&run] {
    const nb::gil_scoped_release release;
    return run.wait(0.1);
  };
  while (!done())
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
  std::vector<std::pair<std::string, std::uint64_t>> lines;
  for (std::size_t i = 0; i < run.moves().size(); ++i)
    lines.emplace_back(format_move(run.moves()[i], position.chess960), run.lines()[i]);
  return lines;
}

std::uint64_t repeat_chore(const nb::typed<nb::list, BoundPosition>& positions, int chore, int rounds) {
  std::vector<State> states;
  for (nb::handle position : positions) states.push_back(nb::cast<BoundPosition&>(position).state);
  const nb::gil_scoped_release release;
  return best().repeat(static_cast<Chore>(chore), states.data(), static_cast<int>(states.size()), rounds);
}

// The heuristic for packed leaves: fills priors and values.
void judge_chess(const In<std::uint64_t>& packed, const In<std::uint16_t>& actions, const In<std::uint32_t>& offsets,
                 const Floats& priors, const Floats& values) {
  const std::size_t leaves = values.size();
  if (packed.size() != leaves * kPackedWords || offsets.size() != leaves + 1 || priors.size() != actions.size() ||
      offsets.data()[leaves] != actions.size() || !std::is_sorted(offsets.data(), offsets.data() + leaves + 1))
    throw std::invalid_argument("the arrays do not fit each other");
  if (std::any_of(actions.data(), actions.data() + actions.size(), [](auto of) { return of >= kActions; }))
    throw std::invalid_argument("there is no such action");
  const nb::gil_scoped_release release;
  batch_kernel_for(Isa::kBest)
      ->judge_chess(packed.data(), actions.data(), offsets.data(), static_cast<int>(leaves), priors.data(),
                    values.data());
}

// Planes of packed leaves.
void write_chess_planes(const In<std::uint64_t>& packed, const Floats& out) {
  const std::size_t leaves = packed.size() / kPackedWords;
  if (packed.size() % kPackedWords != 0 || out.size() != leaves * kPlaneFloats)
    throw std::invalid_argument("the arrays do not fit each other");
  const nb::gil_scoped_release release;
  for (std::size_t i = 0; i < leaves; ++i)
    chess_kernel_for(Isa::kBest)->write_planes(packed.data() + i * kPackedWords, out.data() + i * kPlaneFloats);
}

void bind_rules(nb::class_<BoundPosition>& position) {
  position.def(nb::new_(&make_position), "fen"_a, "chess960"_a = false)
      .def("copy", [](const BoundPosition& of) { return of; })
      .def("__getstate__",
           [](const BoundPosition& of) { return std::pair(bytes_of(&of.state, sizeof of.state), of.chess960); })
      .def("__setstate__",
           [](BoundPosition& of, const std::pair<nb::bytes, bool>& fields) {
             BoundPosition made{{}, fields.second};
             fill(made.state, fields.first);
             new (&of) BoundPosition(made);
           })
      .def("fen", [](const BoundPosition& of) { return format_fen(of.state.board); })
      .def("legal_moves", &legal_moves)
      .def(
          "push", [](BoundPosition& of, const std::string& move) { push(of.state, find_move(of, move)); }, "move"_a)
      .def_ro("chess960", &BoundPosition::chess960)
      .def_prop_ro("black_to_move", [](const BoundPosition& of) { return of.state.board.to_move == kBlack; })
      .def("hash",
           [](const BoundPosition& of) { return std::pair(of.state.board.key.first, of.state.board.key.second); })
      .def("is_check", [](const BoundPosition& of) { return is_check(of.state.board); })
      .def("repeats", [](const BoundPosition& of) { return of.state.repeats; })
      .def(
          "outcome",
          [](const BoundPosition& of, bool claim) {
            return std::string(kOutcomeNames[static_cast<int>(outcome(of.state, claim))]);
          },
          "claim_draw"_a = false)
      .def("centipawns", [](const BoundPosition& of) { return centipawns(of.state.board); });
}

void bind_encoding(nb::class_<BoundPosition>& position) {
  position.def("legal_actions", &list_actions)
      .def(
          "action",
          [](const BoundPosition& of, const std::string& move) {
            return action_of(find_move(of, move), of.state.board.to_move);
          },
          "move"_a)
      .def(
          "move", [](const BoundPosition& of, int action) { return format_move(find_action(of, action), of.chess960); },
          "action"_a)
      .def(
          "pack", [](const BoundPosition& of, const Words& out) { best().pack(of.state, out.data()); },
          "out"_a.noconvert())
      .def("write_planes", &write_planes_to, "out"_a.noconvert())
      .def("mark_actions", &mark_actions, "out"_a.noconvert())
      .def("set_action_bits", &set_action_bits, "out"_a.noconvert());
}

void bind_all(nb::module_& module) {
  nb::class_<BoundPosition> position(module, "ChessPosition", "A position of chess with its past.");
  bind_rules(position);
  bind_encoding(position);
  module.def("divide", &divide, "position"_a, "depth"_a, "threads"_a = 1, "isa"_a = 0);
  module.def("repeat_chore", &repeat_chore, "positions"_a, "chore"_a, "rounds"_a);
  module.def("judge_chess", &judge_chess, "packed"_a.noconvert(), "actions"_a.noconvert(), "offsets"_a.noconvert(),
             "priors"_a.noconvert(), "values"_a.noconvert());
  module.def("write_chess_planes", &write_chess_planes, "packed"_a.noconvert(), "out"_a.noconvert());
  module.attr("START_FEN") = std::string(kStartFen);
}

}  // namespace
}  // namespace chess

void bind_chess(nb::module_& module) { chess::bind_all(module); }

}  // namespace dd
