// Card games for a batched search: rooted at what one seat knows, every descent deals the rest anew. What an evaluator
// is shown of a leaf is the view of the seat to move there, with seats counted from it; docs/search.md lists the words.
// Choices with one legal move are made without asking, and a search ends with the deal.
#pragma once

#include "cards/game.hpp"

namespace dd {
inline namespace DD_ISA {

class CardLeaves {
 public:
  using Position = View;
  struct State {
    Table table;
    MoveSet moves;
    Streams streams;
  };
  static constexpr int kSharedPiles = kHand, kSeatKinds = kPileKinds - kHand;
  static constexpr int kShownWord = kSharedPiles + kSeatKinds * kMaxSeats, kLacksWord = kShownWord + 1;
  static constexpr int kPooledWord = kLacksWord + kMaxSeats, kLeastWord = kPooledWord + kMaxSeats;
  static constexpr int kCountWord = kLeastWord + kLeastEntries, kDepthWord = kCountWord + kPiles / 8;
  static constexpr int kWideColumns = kTitle;  // titles are small, and stand with the holders
  static constexpr int kColumnWord = kDepthWord + 8, kRegisterWord = kColumnWord + kWideColumns * kMaxSeats / 2;
  static constexpr int kSeatWord = kRegisterWord + (kFirstTemporary + 1) / 2, kHolderWord = kSeatWord + 1;
  static constexpr int kPlaceWord = kHolderWord + 1, kLeafWords = kPlaceWord + 1, kMostMoves = 256;
  static_assert(kLeafWords * 8 <= 1024);
  static constexpr bool kSecrets = true;

  explicit CardLeaves(const Program& program) : game_(program) {}

  int seats() const { return game_.seats(); }
  bool has_stakes() const { return game_.program().goal.chips; }
  Seat seat_of(const View& view) const { return view.seat; }
  Seat mover(const State& state) const { return state.table.to_move; }

  // A table that the seat can imagine, with chance of its own.
  void enter(const View& view, State& state, Rng& rng) const {
    state.table = game_.redeal(view, rng);
    state.streams = {Rng(rng.next()), Rng(rng.next())};
    state.moves.clear();
    if (state.table.to_move != kNobody) game_.legal_moves(state.table, state.moves);
  }

  // In ascending order, as all lists of moves are.
  int list(const State& state, std::uint16_t* out) const {
    const int count = state.moves.count();
    for (int n = 0; n < count; ++n) out[n] = state.moves.nth(n);
    return count;
  }
  bool is_legal(const State& state, std::uint16_t move) const { return state.moves.has(static_cast<Move>(move)); }

  // Makes the move and goes on to the next choice worth a node: with two legal moves or more.
  void follow(State& state, std::uint16_t move) const {
    bool is_made = false;
    state.moves.clear();
    game_.play(state.table, state.streams, AnyChooser([&](const MoveSet& moves, Move& chosen) {
                 if (is_made && moves.several()) return state.moves = moves, false;
                 chosen = is_made ? moves.nth(0) : static_cast<Move>(move);
                 return is_made = true;
               }));
  }

  // The actions of a leaf are moves whose seats are counted from the mover, as all seats of the leaf are.
  std::uint16_t action_for(Seat mover, std::uint16_t move) const {
    if (move < kFirstSeat || move >= kFirstNumber) return move;
    return static_cast<std::uint16_t>(kFirstSeat + places_after(mover, move - kFirstSeat));
  }
  std::uint16_t action_of(const State& state, std::uint16_t move) const {
    return action_for(state.table.to_move, move);
  }
  // Those of the root are the moves themselves: they are what the caller plays.
  std::uint16_t action_of(const View&, std::uint16_t move) const { return move; }

  void pack(const State& state, std::uint64_t* words) const {
    pack(game_.view(state.table, state.table.to_move), words);
  }
  // What a network is shown. Seats are numbered from the mover on, so that it need not learn each seat by itself.
  void pack(const View& view, std::uint64_t* words) const {
    std::memset(words, 0, kLeafWords * sizeof *words);
    pack_cards(view, words);
    pack_numbers(view, words);
  }

  std::size_t without_past(const std::uint64_t* words, std::uint64_t* out) const {
    std::memcpy(out, words, kLeafWords * sizeof *words);
    return kLeafWords;
  }

  // The results, or between deals how far each side is ahead.
  void values(const State& state, float* out) const { game_.values(state.table, out); }
  // One value for the mover becomes one a seat: partners share it, and the other sides lose it in equal parts.
  void share(Seat seat, float value, float* out) const {
    const auto& head = game_.program().head;
    int sides = 0;
    for (int at = 0; at < seats(); ++at) sides += head[static_cast<std::size_t>(at)] == at;
    for (int at = 0; at < seats(); ++at)
      out[at] = head[static_cast<std::size_t>(at)] == head[seat] ? value
                                                                 : -value / static_cast<float>(std::max(sides - 1, 1));
  }

  // The heuristic is one random game to the end of the deal, at the imagined table; all moves are alike to it.
  template <class Judge>
  void judge(Judge judge, const State& state, const std::uint16_t*, int count, float* priors, float* values,
             Rng& rng) const {
    std::fill_n(priors, count, 1.0f / static_cast<float>(count));
    if (judge == Judge::kUniform) {
      std::fill_n(values, seats(), 0.0f);
      return;
    }
    Table table = state.table;
    Streams streams = state.streams;
    int plies = 0;
    game_.unwatch(table);
    game_.play(table, streams, [&](const MoveSet& moves, Move& move) {
      move = moves.nth(static_cast<int>(rng.below(static_cast<std::uint32_t>(moves.count()))));
      return ++plies <= kRolloutPlies;
    });
    game_.values(table, values);
  }

  std::uint64_t observed(const State& state, Seat seat) const { return game_.observed(state.table, seat); }
  std::uint64_t observed(const View& view, Seat seat) const { return game_.observed(view, seat); }

 private:
  static constexpr int kRolloutPlies = 200;

  // The seat that comes so many places after the mover, fewer than there are seats. A division would take as long as
  // all the rest of packing a number.
  int seat_after(Seat mover, int places) const {
    const int seat = mover + places;
    return seat >= seats() ? seat - seats() : seat;
  }
  int places_after(Seat mover, int seat) const { return (seat + seats() - mover) % seats(); }
  static std::uint64_t byte_at(std::uint64_t byte, int place) { return (byte & 0xFF) << (8 * (place % 8)); }

  // One number a seat, and all of them 0.
  template <class Number>
  static bool is_zero(const Number* numbers) {
    std::uint64_t words[kMaxSeats * sizeof *numbers / sizeof(std::uint64_t)], any = 0;
    std::memcpy(words, numbers, sizeof words);
    for (const std::uint64_t word : words) any |= word;
    return any == 0;
  }

  // Two a word, the first in the lower half; of an odd number the last upper half stays as it is.
  static void copy_numbers(const std::int32_t* numbers, int count, std::uint64_t* out) {
    if constexpr (std::endian::native == std::endian::little)
      std::memcpy(out, numbers, sizeof *numbers * static_cast<std::size_t>(count));
    else
      for (int n = 0; n < count; ++n)
        out[n / 2] |= std::uint64_t{static_cast<std::uint32_t>(numbers[n])} << (32 * (n % 2));
  }

  // Piles as sets with their true sizes, then what is known besides, then how deep cards lie.
  void pack_cards(const View& view, std::uint64_t* words) const {
    const Table& t = view.table;
    std::uint64_t* out = words;
    std::uint64_t* counts = words + kCountWord;
    for (int pile = 0; pile < kSharedPiles; ++pile) {
      *out++ = t.pile[pile];
      counts[0] |= byte_at(view.count[pile], pile);
    }
    for (int kind = 0; kind < kSeatKinds; ++kind, out += kMaxSeats) {
      const int first = kFirstSeatPile + kMaxSeats * kind;
      if (is_zero(view.count + first)) continue;  // most games have few kinds of piles
      for (int place = 0; place < seats(); ++place) {
        const int pile = first + seat_after(view.seat, place);
        out[place] = t.pile[pile];
        counts[1 + kind] |= byte_at(view.count[pile], place);
      }
    }
    words[kShownWord] = t.shown;
    for (int place = 0; place < seats(); ++place) {
      words[kLacksWord + place] = t.lacks[seat_after(view.seat, place)];
      words[kPooledWord + place] = t.pooled[seat_after(view.seat, place)];
    }
    for (int entry = 0; entry < t.least_count; ++entry) {
      words[kLeastWord + entry] = t.least_set[entry];
      words[kHolderWord] |=
          byte_at(1 + static_cast<std::uint64_t>(places_after(view.seat, t.least_seat[entry])), entry);
    }
    pack_depths(view, words + kDepthWord);
  }

  // A byte a card: 1 + the cards above it, in the open piles with an order and among the mover's own face-down
  // discards. 0: not known, or no order.
  void pack_depths(const View& view, std::uint64_t* out) const {
    Table& t = const_cast<Table&>(view.table);  // for the lists of its piles, which only read
    const Piles piles(game_.program(), t);
    const auto put = [out](int card, int depth) {
      out[card >> 3 & 7] |= byte_at(static_cast<std::uint64_t>(depth) + 1, card);
    };
    for (std::uint64_t open = game_.program().open_orders; open != 0;) {
      const int pile = take_lowest(open);
      if (t.pile[pile] == 0) continue;
      int card = t.top[pile] & 63;
      for (int depth = 0, count = piles.size(pile); depth < count; ++depth, card = t.next[card] & 63) put(card, depth);
    }
    if (game_.program().open_discards) return;
    for (int depth = 0; depth < view.count[kDiscard]; ++depth)
      if (view.discards[depth] != kUnknown) put(view.discards[depth], depth);
  }

  // Columns, registers and seat variables, two numbers of 32 bits a word. Temporaries are left out: they say nothing
  // between choices.
  void pack_numbers(const View& view, std::uint64_t* words) const {
    const Table& t = view.table;
    std::int32_t columns[kWideColumns * kMaxSeats] = {};
    for (int column = 0; column < kWideColumns * kMaxSeats; column += kMaxSeats) {
      if (is_zero(t.column + column)) continue;
      for (int place = 0; place < seats(); ++place)
        columns[column + place] = t.column[column + seat_after(view.seat, place)];
    }
    copy_numbers(columns, kWideColumns * kMaxSeats, words + kColumnWord);
    copy_numbers(t.reg, kFirstTemporary, words + kRegisterWord);
    for (int place = 0; place < seats(); ++place) {  // the upper half of a byte, which holders leave free
      const auto title = static_cast<std::uint64_t>(t.column[kTitle * kMaxSeats + seat_after(view.seat, place)]);
      words[kHolderWord] |= byte_at((title & 15) << 4, place);
    }
    for (int n = 0; n < kSeatVariables; ++n) {  // 0: nobody, else 1 + places after the mover
      if (t.seat[n] >= seats()) continue;
      const int places = t.seat[n] - view.seat;
      words[kSeatWord] |= static_cast<std::uint64_t>(1 + (places < 0 ? places + seats() : places)) << (4 * n);
    }
    std::uint64_t flags = 0;
    for (int place = 0; place < seats(); ++place) {
      const int seat = seat_after(view.seat, place);
      flags |= std::uint64_t{t.folded >> seat & 1u} << place | std::uint64_t{t.out >> seat & 1u} << (8 + place);
    }
    words[kPlaceWord] = flags | std::uint64_t{t.ask_pc} << 16 | std::uint64_t{t.prompt} << 32 |
                        byte_at(t.continues, 6) | byte_at(t.direction > 0 ? 1 : 0, 7);
  }

  CardGame game_;
};

}  // namespace DD_ISA
}  // namespace dd
