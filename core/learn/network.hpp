// A learned player's network: what it reads of a packed leaf, and its weights. Only numbers; infer.hpp uses them.
//
// Features are counted along the list of inputs. A set has 64 of them, one a card; a class has one for each value that
// it tells apart; a number has one, which is not a bit but the number itself, squeezed. Every feature that can occur
// has a row of weights, and the first layer is the sum of the rows of those that hold.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace dd {

enum class InputKind : std::int32_t { kSet, kClass, kNumber };

// Where an input lies in the leaf: so many bits of a word from `shift` on. 32 bits are a signed number.
struct Input {
  InputKind kind;
  std::int32_t word, shift, bits;
  std::int32_t low, classes;  // of a class: the values from `low` on; those beyond either end count as the last there
  std::int32_t first;         // number of its first feature

  int features() const { return kind == InputKind::kSet ? 64 : kind == InputKind::kClass ? classes : 1; }
};

struct Network {
  static constexpr int kActions = 256, kMostWidth = 1024;

  std::uint64_t program_hash = 0;  // of the game that it has learned
  float temperature = 1;           // 0: the best move always; 1: moves by their probabilities
  int width = 0, seats = 0;        // of the layers, a multiple of 8; values that it gives
  std::vector<Input> inputs;
  std::vector<std::int32_t> row_of;  // [features]; -1: cannot occur
  // Layers are [in, width], and so are the outputs' weights [actions, width] and [seats, width].
  std::vector<float> rows, first_bias, second, second_bias, third, third_bias;
  std::vector<float> moves, move_bias, values, value_bias;

  // Empty, or what is wrong in one line: all that infer trusts is checked here.
  std::string fault(int leaf_words) const;
};

}  // namespace dd
