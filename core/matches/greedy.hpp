// The greedy player: one step of look-ahead from what the seat knows. It imagines a few tables, makes each move on all
// of them, and takes the move whose positions the game's judge likes best on average.
#pragma once

#include <algorithm>
#include <cstring>

#include "game/game.hpp"

namespace dd {
inline namespace DD_ISA {

template <HiddenGame G>
class Greedy {
 public:
  using State = typename G::State;
  using View = typename G::View;

  // Depends on the view alone, and on `luck` where that is not 0: the tables are imagined from a hash of both.
  //
  // Step 1. Imagine a table. Step 2. Make each legal move on it; where the move begins a selection, finish that in a
  // few ways, called plans. Step 3. Score the position at once and again when the others have answered: the first sees
  // what the move gained, the second what it exposed. Step 4. After the first table it is known how many positions a
  // table costs, and the number of tables is chosen so that the work stays about the same for few and for many moves.
  template <class Weights>
  Move choose(const G& game, const View& view, Seat seat, const MoveSet& moves, const Weights& weights,
              std::uint64_t luck = 0) {
    const std::uint64_t seen = hash_of(view);
    return choose(game, view, seat, moves, weights, luck == 0 ? seen : Rng::mix(seen + luck), kAnyNumber);
  }

  // A hasty choice by a single imagined table: several times as fast, and another one for another `luck`. Rollouts need
  // both, since players who always do the same show no chances.
  template <class Weights>
  Move choose_hastily(const G& game, const View& view, Seat seat, const MoveSet& moves, const Weights& weights,
                      std::uint64_t luck) {
    return choose(game, view, seat, moves, weights, luck, 1);
  }

 private:
  static constexpr int kAnyNumber = 1 << 20;
  static constexpr int kPositions = 32;  // judged for one choice, about, times the tables that the judge asks for
  static constexpr int kAnswers = 16;    // of other seats, at most
  static constexpr int kPlans = 4;       // ways to go on with a selection that has begun

  template <class Weights>
  Move choose(const G& game, const View& view, Seat seat, const MoveSet& moves, const Weights& weights,
              std::uint64_t key, int most_tables) {
    Rng rng(key);
    float total[256][kPlans] = {};
    int plans = 1, tables = 1;
    const auto hidden = game.hidden(view);
    auto judge = game.judge(seat, weights);
    for (int table = 0; table < tables; ++table) {
      State base = game.redeal(view, hidden, rng);
      judge.begin(base);
      if (!judge.reads_knowledge()) game.unwatch(base);
      for (int n = 0, count = moves.count(); n < count; ++n) {
        const Move move = moves.nth(n);
        // Whether a move begins a selection is found by making it. Until one does there is one plan, and the loop ends
        // early.
        for (int plan = 0; plan < (table == 0 ? kPlans : plans); ++plan) {
          State state = base;
          Attempt attempt(game, judge, state, seat, move, key + static_cast<std::uint64_t>(plan),
                          key ^ static_cast<std::uint64_t>(table));  // the luck is the same for every move
          attempt.play();
          if (attempt.is_composite()) plans = kPlans;
          total[move][plan] += attempt.score_at_once();
          total[move][plan] += attempt.score_when_answered();
          if (plans == 1) break;
        }
      }
      tables = std::clamp(judge.tables() * kPositions / (moves.count() * plans), 2, judge.tables());
      tables = std::min(tables, most_tables);
    }
    return best(moves, total, plans);
  }

  // One move tried on one imagined table, in one run of the game: the move, the rest of the selection that it is part
  // of, at random, and random answers of the others until the seat is asked again.
  template <class Judge>
  class Attempt {
   public:
    Attempt(const G& game, const Judge& judge, State& state, Seat seat, Move move, std::uint64_t plan,
            std::uint64_t luck)
        : game_(game), judge_(judge), state_(state), seat_(seat), move_(move), plan_(plan), luck_(luck) {}

    void play() {
      streams_ = {Rng(luck_.next()), Rng(luck_.next())};
      game_.play(state_, streams_,
                 [this](const auto& moves, Move& chosen) DD_INLINE_LAMBDA { return choose(moves, chosen); });
      if (!is_answered_) at_once_ = judge_.score(state_);
      answered_ = answers_ > 0 ? judge_.score(state_) : at_once_;
    }

    bool is_composite() const { return is_composite_; }
    float score_at_once() const { return at_once_; }
    float score_when_answered() const { return answered_; }

   private:
    template <class Moves>
    DD_INLINE bool choose(const Moves& moves, Move& chosen) {
      if (!is_answered_) {
        if (is_first_ || (game_.to_move(state_) == seat_ && game_.continues(state_))) {
          chosen = is_first_ ? move_ : random_of(moves, plan_);
          is_composite_ |= !is_first_;
          is_first_ = false;
          return true;
        }
        begin_answers();
      }
      if (game_.to_move(state_) == seat_ || ++answers_ > kAnswers) return false;
      chosen = random_of(moves, luck_);
      return true;
    }

    DD_OUTLINE void begin_answers() {
      is_answered_ = true;
      at_once_ = judge_.score(state_);
      streams_ = {Rng(luck_.next()), Rng(luck_.next())};
    }

    const G& game_;
    const Judge& judge_;
    State& state_;
    Seat seat_;
    Move move_;
    Rng plan_, luck_;
    Streams streams_;
    bool is_first_ = true, is_composite_ = false, is_answered_ = false;
    int answers_ = 0;
    float at_once_ = 0, answered_ = 0;
  };

  template <class Moves>
  static Move random_of(const Moves& moves, Rng& rng) {
    return moves.nth(static_cast<int>(rng.below(static_cast<std::uint32_t>(moves.count()))));
  }

  // The move of the best pair (move, plan); of equals the lowest move. The plan itself is forgotten: the player is
  // asked again for the next card of the selection.
  static Move best(const MoveSet& moves, const float total[256][kPlans], int plans) {
    Move found = moves.nth(0);
    float most = -1e30f;
    for (int n = 0, count = moves.count(); n < count; ++n) {
      const Move move = moves.nth(n);
      for (int plan = 0; plan < plans; ++plan)
        if (total[move][plan] > most) most = total[move][plan], found = move;
    }
    return found;
  }

  // Of all bytes. A view was zeroed before it was filled, so padding does not differ.
  static std::uint64_t hash_of(const View& view) {
    static_assert(std::is_trivially_copyable_v<View>);
    std::uint64_t hash = 0;
    const auto* bytes = reinterpret_cast<const unsigned char*>(&view);
    for (std::size_t at = 0; at < sizeof view; at += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes + at, std::min<std::size_t>(8, sizeof view - at));
      hash = Rng::mix(hash + word);
    }
    return hash;
  }
};

}  // namespace DD_ISA
}  // namespace dd
