// Mates by force. By checks alone: few moves give check and few answer one, so this looks far ahead for little. And
// where there is more effort to spend, with quiet moves among the checks, if they threaten mate at once. Other mates
// are not seen.
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

  // By checks alone, and then with threats.
  bool find() {
    const int threats = left_ < kLeastForThreats ? 0 : left_ / kThreatShare;
    if (find_shortest(kMostMoves)) return true;
    const bool is_settled = left_ > 0;
    left_ = threats;
    with_threats_ = true;
    if (find_shortest(kMostWithThreats)) return true;
    win_->is_settled = is_settled && left_ > 0;
    return false;
  }

 private:
  static constexpr int kMostChecks = 16;
  static constexpr int kMostWithThreats = 4;    // moves until mate
  static constexpr int kLeastForThreats = 512;  // moves that may be made; with fewer there is no look for threats
  static constexpr int kThreatShare = 4;        // for which there is this part of them again
  struct Check {
    Move move;
    int replies;
    Board after;
  };

  bool find_shortest(int most) {
    for (int depth = 2; depth <= most && left_ > 0; ++depth) {
      is_cut_ = false;
      win_->length = 0;
      if (attack(state_->board, depth)) return true;
      if (!is_cut_) break;
    }
    return false;
  }

  bool attack(const Board& board, int depth) {
    MoveList moves;
    generate(board, moves);
    const int mate = find_mate(board, moves.begin(), moves.count());
    if (mate >= 0) return write(moves.nth(mate)) && write(0);
    if (depth == 1) {
      is_cut_ = true;
      return false;
    }
    return check(board, moves, depth) || (with_threats_ && threaten(board, moves, depth));
  }

  // Those with the fewest replies first.
  bool check(const Board& board, const MoveList& moves, int depth) {
    Check checks[kMostChecks];
    const int count = list_checks(board, moves, checks);
    const int begin = win_->length;
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

  bool threaten(const Board& board, const MoveList& moves, int depth) {
    const int begin = win_->length;
    for (const Move move : moves) {
      if (--left_ <= 0) return false;
      Board after = board;
      make(after, move);
      if (is_check(after) || may_be_drawn(after) || !is_threatened(after)) continue;
      const int replies = count_moves(after);
      if (replies > 0 && write(move) && write(replies) && defend(after, depth - 1)) return true;
      win_->length = begin;
    }
    return false;
  }

  // Whether the side to move would be mated at once if it did nothing.
  static bool is_threatened(const Board& board) {
    Board passed = board;
    passed.to_move = other(board.to_move);
    passed.en_passant = kNoSquare;
    MoveList moves;
    generate(passed, moves);
    return find_mate(passed, moves.begin(), moves.count()) >= 0;
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
  int left_;  // moves that may still be made
  bool with_threats_ = false;
  bool is_cut_ = false;  // a line was longer than this depth
  ForcedWin* win_;
};

}  // namespace DD_ISA
}  // namespace dd::chess
