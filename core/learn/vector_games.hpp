// Many card games at once, each waiting at a choice: for learners, which answer all of them together. What is asked
// goes into the caller's arrays. Not a search, and nobody's player: whoever answers is the caller's business.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cards/program/program.hpp"
#include "game/moves.hpp"

namespace dd {

struct VectorOptions {
  int games = 0, groups = 2, threads = 1;
  std::uint64_t seed = 0;
  bool whole_games = false;  // an episode is a match; else it is a deal
};

// Where `ask` writes, one row a game. Those that are null are not wanted.
struct StepArrays {
  std::uint64_t* packed;           // [rows, words]: what the mover knows, as leaves of a search are packed
  std::uint16_t* actions;          // [total]: legal moves, seats counted from the mover
  std::uint32_t* offsets;          // [rows + 1]: those of row i begin at offsets[i]
  std::uint8_t* seats;             // [rows]: who moves
  std::uint64_t* games;            // [rows]: index of the game; it deals the cards
  std::uint8_t* ended;             // [rows]: not 0: an episode ended since the last ask
  float* results;                  // [rows, seats]: and what it was worth to each seat
  std::uint64_t* hands = nullptr;  // [rows, seats]: what each seat truly holds, from the mover on; for critics only
  std::uint8_t* masks = nullptr;   // [rows, most_moves]: 1 for actions that are legal, else 0
};

inline constexpr std::int32_t kWait = -1;  // the row stays as it is

class VectorGames {
 public:
  virtual ~VectorGames() = default;

  virtual int rows(int group) const = 0;
  virtual int leaf_words() const = 0;
  virtual int most_moves() const = 0;
  // Asking again gives the same, until the group is told.
  virtual void ask(int group, const StepArrays& out) = 0;
  // One number a row: which of its legal moves, or kWait. All are checked before any is made; an error is one line,
  // and nothing has happened then.
  virtual std::string tell(int group, const std::int32_t* choices) = 0;
  // Which of its legal moves a simple player would make in each of the group's first `rows` rows.
  virtual void advise(int group, int rows, std::int32_t* out) = 0;
  // Writes what the mover of a row knows, a View, to `view`; gives its legal moves, as the game names them.
  virtual std::vector<Move> look(int group, int row, void* view) const = 0;
  // Empty, or why there is no game to be asked about.
  virtual std::string fault() const = 0;
};

}  // namespace dd
