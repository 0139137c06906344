// What the binding files share: the bound classes and one registration function a topic.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <vector>

#include "cards/game.hpp"
#include "chess/state.hpp"

namespace dd {

struct BoundProgram {
  Program program;
  std::vector<std::uint8_t> bytes;
  std::vector<bool> executed = std::vector<bool>(static_cast<std::size_t>(kOpCount), false);
};

// A position of one game: the table and the streams it will draw on. A value: apply returns a new one.
struct BoundState {
  std::shared_ptr<BoundProgram> program;
  Table table;
  Streams streams;
};

struct BoundView {
  std::shared_ptr<BoundProgram> program;
  View view;
};

namespace chess {

// One position with its past; moves are made on it.
struct BoundPosition {
  State state;
  bool chess960;
};

}  // namespace chess

void bind_batch(nanobind::module_& module);
void bind_chess(nanobind::module_& module);
void bind_game(nanobind::module_& module);
void bind_simulate(nanobind::module_& module);

}  // namespace dd
