// What a batched search needs of a game. A tree is rooted at a Position (a state, or what one seat knows); a descent
// carries a State that it imagines there and plays on.
#pragma once

#include <concepts>
#include <cstdint>

#include "game/moves.hpp"
#include "game/rng.hpp"
#include "game/words.hpp"

namespace dd {

// Who judges leaves inside the core, without asking anybody.
//
// clang-format off
#define DD_LEAF_JUDGES(X)                                                                                      \
  X(kUniform, 0, "uniform", "every position is even, every move as likely")                                    \
  X(kHeuristic, 1, "heuristic", "what the game itself says of a position")
// clang-format on

enum class LeafJudge : std::uint8_t { DD_LEAF_JUDGES(DD_CONSTANT) };

inline constexpr Word kLeafJudgeWords[] = {DD_LEAF_JUDGES(DD_WORD)};
inline constexpr WordGroup kSearchVocabulary[] = {{"JUDGES", "who judges leaves inside the core", kLeafJudgeWords}};

inline namespace DD_ISA {

template <class G>
concept BatchGame =
    requires(const G game, const typename G::Position position, typename G::State& state, const typename G::State& seen,
             Seat seat, Rng& rng, std::uint16_t move, std::uint16_t* moves, const std::uint16_t* legal, int count,
             std::uint64_t* words, float* floats, LeafJudge judge) {
      requires G::kLeafWords > 0 && G::kMostMoves > 0;
      { G::kSecrets } -> std::convertible_to<bool>;
      { game.seats() } -> std::same_as<int>;
      { game.has_stakes() } -> std::same_as<bool>;  // values may all be small: they are chips won of many
      game.enter(position, state, rng);  // with secrets, any state that the position's seat cannot tell apart
      { game.seat_of(position) } -> std::same_as<Seat>;
      { game.mover(seen) } -> std::same_as<Seat>;
      {
        game.list(seen, moves)
      } -> std::same_as<int>;    // legal moves; none when the game, or the search's part, is over
      game.follow(state, move);  // a legal move
      { game.action_of(seen, move) } -> std::same_as<std::uint16_t>;
      { game.action_of(position, move) } -> std::same_as<std::uint16_t>;
      game.pack(seen, words);  // all that an evaluator may know: kLeafWords words
      // Of those the ones that an evaluator reads which ignores what was before, into the second; how many they are.
      { game.without_past(words, words) } -> std::convertible_to<std::size_t>;
      game.values(seen, floats);       // one a seat, in [-1, 1]: results where the game is over
      game.share(seat, 0.5f, floats);  // what a value for that seat means for all of them
      // Priors of the listed moves, and one value a seat.
      game.judge(judge, seen, legal, count, floats, floats, rng);
      { game.is_legal(seen, move) } -> std::same_as<bool>;
      // Without secrets: the place of a move that wins at once, or -1; whether every move allows one; a win by force,
      // found with so much effort. The last two may miss some. Such games have two sides and no chance.
      requires G::kSecrets || requires(typename G::ForcedWin& win) {
        { game.find_win(seen, legal, count) } -> std::same_as<int>;
        { game.is_lost(seen, legal, count) } -> std::same_as<bool>;
        { game.find_forced_win(seen, count, win) } -> std::same_as<bool>;
      };
      {
        game.observed(seen, seat)
      } -> std::same_as<std::uint64_t>;  // with secrets: equal only if the seat saw the same
      { game.observed(position, seat) } -> std::same_as<std::uint64_t>;  // of what follows on the root
    };

}  // namespace DD_ISA
}  // namespace dd
