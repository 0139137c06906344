// What a batch of games is asked for and what it writes: raw columns, one row a game (and one a ply on request).
#pragma once

#include <cstdint>

#include "cards/program.hpp"

namespace dd {

enum class PlayerKind : std::uint8_t { kRandom, kFirst };

// Columns have one row per game of the job; payoffs are [games, seats].
struct GameColumns {
  std::uint8_t* winners;  // bit per seat
  std::uint8_t* ending;
  std::uint32_t* plies;
  std::uint32_t* turns;
  std::uint32_t* decisions;  // choices of two or more; a composite play counts once
  std::uint32_t* options;    // legal moves summed over plies
  std::uint32_t* deals;
  float* payoffs;
};

// One row per ply; the rows of game i begin at offset[i]. hands, scores and chips are [plies, seats], before the move.
struct PlyColumns {
  const std::uint64_t* offset = nullptr;  // null: not asked for
  std::uint8_t* seat;
  std::uint8_t* legal;
  std::uint8_t* move;
  std::uint8_t* hands;
  std::int32_t* scores;
  std::int32_t* chips;
};

struct Job {
  const Program* program;
  PlayerKind players[8];
  std::uint64_t seed;
  std::uint64_t first;  // index of the first game
  std::uint64_t games;
  GameColumns columns;
  PlyColumns plies;
};

// Plays games [begin, end) of a job; rows are written by index.
using PlayGames = void (*)(const Job& job, std::uint64_t begin, std::uint64_t end);

namespace baseline {
void play_games(const Job& job, std::uint64_t begin, std::uint64_t end);
}
namespace v3 {
void play_games(const Job& job, std::uint64_t begin, std::uint64_t end);
}

enum class Isa : std::uint8_t { kBest, kBaseline, kV3 };

// The kernel for this machine, or a forced one; null if this machine or build does not have it.
PlayGames kernel_for(Isa isa);

// Plays all games of all jobs on `threads` threads (0: one per core).
void play_jobs(const Job* jobs, int count, int threads, PlayGames play);

}  // namespace dd
