// Mates by checks alone: the mover gives check with every move until mate, whatever the other side does. Few moves give
// check and few answer one, so this looks far ahead for little; mates with a quiet move in them are not seen.
#pragma once

#include "chess/mate.hpp"

namespace dd::chess {
inline namespace DD_ISA {

// Where what was found is written: the mating side's move, how many replies it has, and for each the reply and the same
// again. A move that mates has none.
struct ForcedWin {
  static constexpr int kRoom = 1024;
  std::uint16_t word[kRoom];
  int length = 0;
  bool is_settled = false;  // more effort would find no other
};

class MateSearch {
 public:
  static constexpr int kMostMoves = 7;  // until mate

  // It makes at most so many moves.
  MateSearch(const State& state, int moves, ForcedWin& win) : state_(&state), left_(moves), win_(&win) {}

  // Looks for the shortest first.
  bool find() {
    win_->length = 0;
    for (int depth = 2; depth <= kMostMoves; ++depth) {
      is_cut_ = false;
      if (attack(state_->board, depth)) return true;
      if (left_ <= 0) return false;
      if (!is_cut_) break;
    }
    win_->is_settled = true;
    return false;
  }

 private:
  static constexpr int kMostChecks = 16;
  struct Check {
    Move move;
    int replies;
    Board after;
  };

  bool attack(const Board& board, int depth) {
    MoveList moves;
    generate(board, moves);
    const int mate = find_mate(board, moves.begin(), moves.count());
    if (mate >= 0) return write(moves.nth(mate)) && write(0);
    if (depth == 1) {
      is_cut_ = true;
      return false;
    }
    Check checks[kMostChecks];
    const int count = list_checks(board, moves, checks);
    const int begin = win_->length;
    // Those with the fewest replies first.
    for (int wanted = 1; wanted > 0 && left_ > 0;) {
      int more = 0;  // the least number of replies above that
      for (int i = 0; i < count && left_ > 0; ++i) {
        const Check& check = checks[i];
        if (check.replies > wanted && (more == 0 || check.replies < more)) more = check.replies;
        if (check.replies != wanted) continue;
        if (write(check.move) && write(check.replies) && defend(check.after, depth - 1)) return true;
        win_->length = begin;
      }
      wanted = more;
    }
    return false;
  }

  int list_checks(const Board& board, const MoveList& moves, Check* checks) {
    const Checks seen(board);
    int count = 0;
    for (const Move move : moves) {
      if (!seen.may(move)) continue;
      Check& check = checks[count];
      check.after = board;
      make(check.after, move);
      --left_;
      if (!is_check(check.after) || may_be_drawn(check.after)) continue;
      check.move = move;
      check.replies = count_moves(check.after);
      if (++count == kMostChecks) break;
    }
    return count;
  }

  bool defend(const Board& board, int depth) {
    MoveList replies;
    generate(board, replies);
    for (const Move reply : replies) {
      Board after = board;
      make(after, reply);
      --left_;
      if (left_ <= 0 || may_be_drawn(after) || !write(reply) || !attack(after, depth)) return false;
    }
    return true;
  }

  // A position that has stood before counts as a draw here, although only the third time is one.
  bool may_be_drawn(const Board& board) const {
    if (board.quiet_plies >= kFiftyMovePlies) return true;
    for (int at = 0; at < state_->past && board.quiet_plies >= 4; ++at)
      if (is_same(board.key, {state_->first[at], state_->second[at]})) return true;
    return is_insufficient_material(board);
  }

  bool write(int word) {
    if (win_->length >= ForcedWin::kRoom) return false;
    win_->word[win_->length++] = static_cast<std::uint16_t>(word);
    return true;
  }

  const State* state_;
  int left_;             // moves that may still be made
  bool is_cut_ = false;  // a line was longer than this depth
  ForcedWin* win_;
};

}  // namespace DD_ISA
}  // namespace dd::chess
