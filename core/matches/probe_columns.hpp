// What a probe of played games is asked for and what it writes: chances of winning and what the options were worth, at
// sampled plies of games whose moves were noted. Raw columns; what they mean for a game is computed elsewhere.
#pragma once

#include <cstdint>

namespace dd {

struct ProbeSpec {
  std::int32_t samples = 0;          // plies looked at in each game, one at random in each of so many equal parts
  std::int32_t rollouts = 0;         // played on from each of them
  std::int32_t option_rollouts = 0;  // and, where there is a choice, from each legal move in each of two halves
  bool greedy = false;               // rollouts by greedy players instead of random ones
  bool whole_match = false;          // `rollouts` to the end of the match instead of the deal; those of options never
};

inline constexpr int kProbedOptions = 32;  // legal moves looked at; of more, so many spread evenly over them

// One row a sample: row = game * samples + sample. Rows of games shorter than `samples` plies stay unused at the end.
struct ProbeColumns {
  std::int32_t* ply = nullptr;  // -1: unused
  std::uint8_t* seat;
  std::uint8_t* legal;      // legal moves, at most 255
  std::uint8_t* continues;  // goes on with a selection already begun
  std::uint8_t* seen;       // different positions, as the mover observes them one turn later, that its options lead to
  std::uint8_t* swayed;     // different fates of the other sides that its options lead to
  float* payoff;            // [rows, seats], mean payoff or, between deals, lead in [-1, 1]
  float* win;               // [rows, seats], share of rollouts that the seat's side won or led after; ties shared
  float* rank;              // [rows, seats], mean share of the other sides that the seat's side left behind
  std::uint8_t* move;       // [rows, kProbedOptions]
  std::uint64_t* view;      // [rows, kProbedOptions], hash of what the mover observes one turn later
  float* worth;             // [rows, kProbedOptions, 2], mean rank of the mover's side after the move, in each half
};

}  // namespace dd
