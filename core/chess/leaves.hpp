// Chess for a batched search: a descent copies the position at the root and plays on it. Where a game ends is said by
// ChessGame's rules: mate, stalemate, a dead position, the third repetition, the fiftieth quiet move.
#pragma once

#include <cstddef>

#include "chess/judge.hpp"
#include "chess/mate_search.hpp"
#include "game/moves.hpp"
#include "game/rng.hpp"

namespace dd::chess {
inline namespace DD_ISA {

class ChessLeaves {
 public:
  using Position = chess::State;
  using State = chess::State;
  using ForcedWin = chess::ForcedWin;
  static constexpr int kLeafWords = kPackedWords, kMostMoves = kMaxMoves;
  static constexpr bool kSecrets = false;

  int seats() const { return 2; }
  bool has_stakes() const { return false; }
  Seat seat_of(const State& state) const { return state.board.to_move; }
  Seat mover(const State& state) const { return state.board.to_move; }

  // Of the keys only those that there are.
  void enter(const State& from, State& state, Rng&) const {
    std::memcpy(&state, &from, offsetof(State, first));
    std::memcpy(state.first, from.first, from.past * sizeof *from.first);
    std::memcpy(state.second, from.second, from.past * sizeof *from.second);
  }

  int list(const State& state, std::uint16_t* out) const {
    if (state.repeats >= 2 || is_insufficient_material(state.board)) return 0;
    Listing moves{out};
    generate(state.board, moves);
    return state.board.quiet_plies >= kFiftyMovePlies ? 0 : static_cast<int>(moves.next - out);
  }
  int find_win(const State& state, const std::uint16_t* moves, int count) const {
    return find_mate(state.board, moves, count);
  }
  // Looked for only where there is a check: without one, some move is nearly always safe. A move after which the game
  // may be drawn is taken to be safe.
  bool is_lost(const State& state, const std::uint16_t* moves, int count) const {
    if (!is_check(state.board)) return false;
    std::uint16_t replies[kMostMoves];
    for (int i = 0; i < count; ++i) {
      Board after = state.board;
      make(after, moves[i]);
      if (after.quiet_plies >= kFiftyMovePlies || stood_before(state, after)) return false;
      Listing listed{replies};
      generate(after, listed);
      if (find_mate(after, replies, static_cast<int>(listed.next - replies)) < 0) return false;
    }
    return true;
  }
  bool find_forced_win(const State& state, int effort, ForcedWin& win) const {
    return MateSearch(state, effort, win).find();
  }
  void follow(State& state, chess::Move move) const { push(state, move); }
  std::uint16_t action_of(const State& state, chess::Move move) const {
    return static_cast<std::uint16_t>(chess::DD_ISA::action_of(move, state.board.to_move));
  }
  void pack(const State& state, std::uint64_t* words) const { chess::DD_ISA::pack(state, words); }

  // The board now, whose it is to move, who may castle and what may be taken in passing: neither history nor
  // repetitions nor clocks.
  std::size_t without_past(const std::uint64_t* words, std::uint64_t* out) const {
    constexpr std::uint64_t kCastlingAndColour = 0x1F;
    std::memcpy(out, words, (kKinds + 1) * sizeof *words);
    out[kKinds + 1] = words[kEnPassantWord];
    out[kKinds + 2] = words[kScalarsWord] & kCastlingAndColour;
    return kKinds + 3;
  }

  // Of a game that is over.
  void values(const State& state, float* out) const {
    const bool is_mate = is_check(state.board) && count_moves(state.board) == 0;
    share(state.board.to_move, is_mate ? -1.0f : 0.0f, out);
  }
  void share(Seat seat, float value, float* out) const {
    out[seat] = value;
    out[seat ^ 1] = -value;
  }

  template <class Judge>
  void judge(Judge judge, const State& state, const std::uint16_t* moves, int count, float* priors, float* values,
             Rng&) const {
    if (judge == Judge::kUniform) {
      std::fill_n(priors, count, 1.0f / static_cast<float>(count));
      share(mover(state), 0.0f, values);
      return;
    }
    share(mover(state), weigh(state, moves, count, priors), values);
  }

  // There are no secrets.
  bool is_legal(const State&, chess::Move) const { return true; }
  std::uint64_t observed(const State& state, Seat) const { return state.board.key.first; }

 private:
  // Whether the position after a move from here was there before it.
  static bool stood_before(const State& state, const Board& after) {
    for (int at = state.past - 3; at >= 0; at -= 2)
      if (is_same(after.key, {state.first[at], state.second[at]})) return true;
    return false;
  }

  // The heuristic: writes priors and returns the value for the mover. Apart from `judge`, which is short without it.
  [[gnu::noinline]] float weigh(const State& state, const std::uint16_t* moves, int count, float* priors) const {
    std::uint64_t words[kPackedWords];
    std::uint16_t actions[kMaxMoves];
    pack(state, words);
    for (int i = 0; i < count; ++i) actions[i] = action_of(state, moves[i]);
    return PackedJudge(words).judge(actions, count, priors);
  }

  // A sink of the generator that writes to a given place.
  struct Listing {
    std::uint16_t* next;

    void piece(int flag, Square from, Bitboard targets) {
      while (targets != 0) *next++ = make_move(from, take_first(targets), flag);
    }
    void pawns(int flag, int step, Bitboard targets) {
      while (targets != 0) {
        const Square to = take_first(targets);
        *next++ = make_move(to - step, to, flag);
      }
    }
    void promotions(int step, Bitboard targets) {
      while (targets != 0) {
        const Square to = take_first(targets);
        for (int kind = kQueen; kind >= kKnight; --kind) *next++ = make_move(to - step, to, kDouble + kind);
      }
    }
  };
};

}  // namespace DD_ISA
}  // namespace dd::chess
