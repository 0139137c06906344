// What the binding files share: the bound classes and one registration function a topic.
#pragma once

#include <nanobind/nanobind.h>

#include <cstring>
#include <memory>
#include <stdexcept>
#include <vector>

#include "cards/game.hpp"
#include "chess/state.hpp"

namespace dd {

inline nanobind::bytes bytes_of(const void* data, std::size_t size) {
  return nanobind::bytes(static_cast<const char*>(data), size);
}

// The inverse of bytes_of, for what a pickle brings.
template <class T>
void fill(T& value, const nanobind::bytes& bytes) {
  static_assert(std::is_trivially_copyable_v<T>);
  if (bytes.size() != sizeof value) throw std::invalid_argument("pickled by another version of darwindeck");
  std::memcpy(&value, bytes.data(), sizeof value);
}

// A program with the bytes it was made of, and which of its ops have run in games played one at a time.
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

// What one seat knows. It has no streams: chance to come is nobody's knowledge.
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
void bind_network(nanobind::module_& module);
void bind_simulate(nanobind::module_& module);
void bind_vector(nanobind::module_& module);
void bind_worth(nanobind::module_& module);

}  // namespace dd
