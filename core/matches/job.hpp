// What a batch of games is asked for and what it writes: raw columns, one row a game (and one a ply on request).
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "cards/program/program.hpp"
#include "cards/weights.hpp"
#include "game/words.hpp"
#include "learn/network.hpp"
#include "matches/probe_columns.hpp"

namespace dd {

// clang-format off
#define DD_PLAYERS(X)                                                                                          \
  X(kRandom, 0, "random", "any legal move")                                                                    \
  X(kFirst, 1, "first", "the first legal move")                                                                \
  X(kGreedy, 2, "greedy", "one step of look-ahead")                                                            \
  X(kSearch, 3, "search", "a tree search by rollouts")                                                         \
  X(kOracle, 4, "oracle", "a search that peeks at all hands; no player may be one")                            \
  X(kRule, 5, "rule", "a rule of thumb: some kinds of moves always, some never, high or low")                  \
  X(kLearned, 6, "learned", "a network that has learned the game")

#define DD_CARD_ORDERS(X)                                                                                      \
  X(kAnyCard, 0, "any", "any of them")                                                                         \
  X(kLowestCard, 1, "lowest", "the lowest")                                                                    \
  X(kHighestCard, 2, "highest", "the highest")
// clang-format on

enum class PlayerKind : std::uint8_t { DD_PLAYERS(DD_CONSTANT) };
enum class CardOrder : std::uint8_t { DD_CARD_ORDERS(DD_CONSTANT) };

inline constexpr Word kPlayerWords[] = {DD_PLAYERS(DD_WORD)};
inline constexpr Word kCardOrderWords[] = {DD_CARD_ORDERS(DD_WORD)};
inline constexpr WordGroup kMatchVocabulary[] = {
    {"PLAYERS", "kinds of built-in players", kPlayerWords},
    {"CARD_ORDERS", "which card or number a rule of thumb prefers", kCardOrderWords},
};

// A rule of thumb. A rule player follows it at every choice; any other player only at the prompt that it names, as a
// habit, and there makes the best move that the rule allows. A rule that forbids everything allows everything.
struct Rule {
  static constexpr std::int32_t kEveryPrompt = -1, kNoPrompt = -2, kLeading = -3;  // the last: no card is in the trick
  std::int32_t prompt = kNoPrompt;
  bool at_random = false;    // answers with any move
  std::uint32_t always = 0;  // kinds of moves, one bit each: one of these wherever one is legal
  std::uint32_t never = 0;   // and none of these where another is
  CardOrder order = CardOrder::kAnyCard;

  bool holds_at(int asked) const { return prompt == kEveryPrompt || prompt == asked; }
};

struct PlayerSpec {
  PlayerKind kind = PlayerKind::kRandom;
  std::int32_t iterations = 0;  // of a search
  float exploration = 0;
  bool to_the_end = false;                  // search on when the choice can no longer change, for opinions
  const std::atomic<bool>* stop = nullptr;  // ends a search soon after it is set; its move then means nothing
  JudgeWeights weights = {};                // of a greedy player
  Rule rule = {};                           // of a rule player, or a habit of another
  Rule exception = {};                      // of a rule player: the line that it follows instead, where that holds
  bool forgets = false;                     // a search that knows of no card longer than a round
  const Network* network = nullptr;         // of a learned player; the caller's
  std::uint64_t luck = 0;                   // another number: a greedy player imagines other tables

  bool thinks() const { return kind >= PlayerKind::kGreedy; }
};

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
  std::int32_t* chips = nullptr;        // [games, seats] at the end; null: not asked for
  std::uint16_t* decided_by = nullptr;  // what named the winners, as the table has it; null: not asked for
};

// One row per ply; the rows of game i begin at offset[i]. hands, scores and chips are [plies, seats], before the move.
struct PlyColumns {
  const std::uint64_t* offset = nullptr;  // null: not asked for
  std::uint8_t* seat;
  std::uint8_t* legal;
  std::uint8_t* move;
  std::uint8_t* prompt;  // what was asked, as a number of the program's own
  std::uint32_t* kinds;  // kinds of the legal moves, one bit each
  std::uint8_t* hands;
  std::int32_t* scores;
  std::int32_t* chips;
};

struct Job {
  const Program* program;
  PlayerSpec players[8];
  std::uint64_t seed;
  std::uint64_t first;  // index of the first game
  std::uint64_t games;
  GameColumns columns;
  PlyColumns plies;
  std::vector<std::uint8_t>* moves = nullptr;  // of every game; with ply columns they are read, else written
  const std::atomic<bool>* cancelled = nullptr;
  std::atomic<std::uint64_t>* refusals = nullptr;  // counts games in which a move was not legal
  std::uint64_t lent_key = 0;                      // of another program's random streams, to meet its deals; 0: its own
  std::uint64_t thinking = 0;  // other numbers than 0: the same deals and chances, but players draw from other streams
  ProbeSpec probe = {};        // with samples the games are not played but probed, by their noted moves
  ProbeColumns probed = {};

  std::uint64_t key() const { return lent_key != 0 ? lent_key : program->hash; }
  bool is_cancelled() const { return cancelled != nullptr && cancelled->load(std::memory_order_relaxed); }
  void note_refusal() const {
    if (refusals != nullptr) refusals->fetch_add(1, std::memory_order_relaxed);
  }
  bool thinks() const {
    if (probe.samples > 0) return true;
    for (const PlayerSpec& player : players)
      if (player.thinks()) return true;
    return false;
  }
};

// What a player thinks of its moves: the one it makes, and for a search its opinion of each.
struct Thoughts {
  struct Opinion {
    std::uint8_t move;
    std::uint32_t visits;
    float value;
  };
  std::uint8_t move = 0;
  std::vector<Opinion> opinions;
};

// What deals of whist came to that were played without the engine.
struct WhistTally {
  std::uint64_t plies = 0, decisions = 0;
  std::uint64_t tricks[2] = {0, 0};  // of each side
};

}  // namespace dd
