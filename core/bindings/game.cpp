// Programs, states and views in Python: one game at a time, with checks on every call.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <stdexcept>
#include <string_view>

#include "bindings/bindings.hpp"
#include "cards/program/load.hpp"

namespace nb = nanobind;

namespace dd {
namespace {

using Fields = nb::typed<nb::dict, nb::str, nb::any>;

// A trace that marks every op that runs. The fuzz asks for the marks, to see that its games reach all ops.
struct NoteOps {
  std::vector<bool>* executed;
  void operator()(const Instruction& at, const Table&) const { (*executed)[static_cast<std::size_t>(at.op)] = true; }
};

// A trace that keeps a copy of the table whenever a marked place of the program is reached, before its op runs.
struct KeepTables {
  const std::vector<bool>* is_marked;
  std::vector<std::pair<int, Table>>* kept;
  void operator()(const Instruction& at, const Table& table) const {
    if ((*is_marked)[at.index]) kept->emplace_back(at.index, table);
  }
};

// Programs are verified here, once. Whoever holds a BoundProgram may run it without further checks. The bytes are kept
// beside it, so that it can be pickled and compared.
std::shared_ptr<BoundProgram> load(const nb::bytes& bytes) {
  auto bound = std::make_shared<BoundProgram>();
  const auto* data = static_cast<const std::uint8_t*>(bytes.data());
  bound->bytes.assign(data, data + bytes.size());
  std::string error;
  if (!load_program(data, bytes.size(), bound->program, error)) throw std::invalid_argument(error);
  return bound;
}

// A deck stacked by the caller: all cards of the game, each once. Empty means that it is shuffled.
std::vector<std::uint8_t> checked_deck(const Program& program, const std::vector<int>& deck) {
  CardSet cards = 0;
  std::vector<std::uint8_t> order;
  for (int card : deck) {
    if (card < 0 || card > 63 || (cards & bit(card)))
      throw std::invalid_argument("deck: not a card, or the same card twice");
    cards |= bit(card);
    order.push_back(static_cast<std::uint8_t>(card));
  }
  if (!deck.empty() && cards != program.deck)
    throw std::invalid_argument("deck: must hold exactly the cards of this game's deck");
  return order;
}

// What is played here is played op by op, too, to see which ops run: so whoever plays through Python, the fuzz above
// all, also finds out whether a fused op does what it stands for.
void check_equal(const BoundState& fused, const BoundState& op_by_op) {
  if (std::memcmp(&fused.table, &op_by_op.table, sizeof(Table)) != 0)
    throw std::logic_error("a fused op does not do what it stands for (core/cards/program/fusion.hpp)");
}

// The streams are those of game `index` of a run with this seed, so that a game can be looked at which a run has
// played.
BoundState start(const std::shared_ptr<BoundProgram>& bound, std::uint64_t seed, std::uint64_t index,
                 const std::vector<int>& deck) {
  const Program& program = bound->program;
  const auto order = checked_deck(program, deck);
  const DeckOrder deck_order{order.data(), static_cast<int>(order.size())};
  BoundState state{bound,
                   CardGame(program).empty(),
                   {Rng::stream(seed, program.hash, index, 0), Rng::stream(seed, program.hash, index, 1)}};
  BoundState noted = state;
  state.table = CardGame(program).start(state.streams, deck_order);
  Machine<NoteOps> machine(program, noted.table, noted.streams, NoteOps{&bound->executed});
  machine.set_deck(deck_order);
  machine.run_to_choice(0);
  check_equal(state, noted);
  return state;
}

// In ascending order, as docs/genome.md numbers them: random players and recorded games rely on it.
std::vector<int> legal_moves(const BoundState& state) {
  MoveSet moves;
  CardGame(state.program->program).legal_moves(state.table, moves);
  std::vector<int> list;
  for (int n = 0, count = moves.count(); n < count; ++n) list.push_back(moves.nth(n));
  return list;
}

// States are values: the move is made on a copy, and the given state stays as it was.
BoundState apply(const BoundState& state, int move) {
  MoveSet moves;
  const CardGame game(state.program->program);
  game.legal_moves(state.table, moves);
  if (move < 0 || move > 255 || !moves.has(static_cast<Move>(move)))
    throw std::invalid_argument("move " + std::to_string(move) + " is not legal here");
  BoundState next = state, noted = state;
  game.apply(next.table, static_cast<Move>(move), next.streams);
  game.apply(noted.table, static_cast<Move>(move), noted.streams, NoteOps{&state.program->executed});
  check_equal(next, noted);
  return next;
}

// How the table stood at the marked places of the program, in the order in which the move led there. It is for whoever
// tells a game: between two choices a hand is shown, a pot is divided, a deal is scored, and the next deal begins.
std::vector<std::pair<int, BoundState>> trace(const BoundState& state, int move, const std::vector<int>& places) {
  const Program& program = state.program->program;
  std::vector<bool> is_marked(program.code.size(), false);
  for (const int place : places) {
    if (place < 0 || static_cast<std::size_t>(place) >= program.code.size())
      throw std::invalid_argument("no place of the program is " + std::to_string(place));
    is_marked[static_cast<std::size_t>(place)] = true;
  }
  std::vector<std::pair<int, Table>> kept;
  BoundState next = state;
  if (move < 0 || move > 255 ||
      !CardGame(program).apply(next.table, static_cast<Move>(move), next.streams, KeepTables{&is_marked, &kept}))
    throw std::invalid_argument("move " + std::to_string(move) + " is not legal here");
  std::vector<std::pair<int, BoundState>> result;
  for (const auto& [place, table] : kept) result.emplace_back(place, BoundState{state.program, table, next.streams});
  return result;
}

// The core does not look at the range of a seat, so every seat that Python names passes through here.
int checked_seat(const Program& program, int seat) {
  if (seat < 0 || seat >= program.seats)
    throw std::invalid_argument("seat " + std::to_string(seat) + " is not at this table");
  return seat;
}

// One number a seat. Scores and bags are kept at the head of a side, and every partner is shown them.
nb::list cells(const Table& table, const Program& program, int column) {
  nb::list list;
  for (int seat = 0; seat < program.seats; ++seat) {
    const int at = column == kScore || column == kBags ? program.head[static_cast<std::size_t>(seat)] : seat;
    list.append(table.column[column * kMaxSeats + at]);
  }
  return list;
}

nb::list flags(unsigned mask, int seats) {
  nb::list list;
  for (int seat = 0; seat < seats; ++seat) list.append(bool(mask >> seat & 1));
  return list;
}

// One pile as (count, known cards as a word, order or None).
nb::tuple pile_fields(const Piles& piles, int pile, int count, bool all) {
  nb::object order = nb::none();
  if (piles.ordered(pile) && (all || piles.face_up(pile))) {
    std::uint8_t cards[64];
    const int size = piles.list(pile, cards);
    nb::list list;
    for (int i = 0; i < size; ++i) list.append(static_cast<int>(cards[i]));
    order = list;
  }
  return nb::make_tuple(count, piles.cards(pile), order);
}

// All that a table tells. Of a view, `count` has the true sizes of piles, since the table holds the known cards only,
// and orders of hidden piles are left out (`all` false). docs/genome.md, section 12 lists them.
Fields fields(const Program& program, const Table& table, const std::uint8_t* count, bool all) {
  Fields out;
  Table copy = table;
  const Piles view(program, copy);
  nb::list piles, lacks;
  for (int pile = 0; pile < kPiles; ++pile)
    piles.append(pile_fields(view, pile, count ? count[pile] : std::popcount(table.pile[pile]), all));
  for (int seat = 0; seat < program.seats; ++seat) lacks.append(table.lacks[seat]);
  out["to_move"] = table.to_move == kNobody ? -1 : int{table.to_move};
  out["turn"] = table.reg[kTurns];
  out["deal"] = table.reg[kDeals];
  out["dealer"] = table.seat[kDealer];
  out["direction"] = int{table.direction};
  out["trump"] = table.reg[kTrump];
  out["named_suit"] = table.reg[kNamed];
  out["broken"] = table.reg[kBroken] != 0;
  out["scores"] = cells(table, program, kScore);
  out["chips"] = cells(table, program, kChips);
  out["bets"] = cells(table, program, kBet);
  out["contributions"] = cells(table, program, kContribution);
  out["folded"] = flags(table.folded, program.seats);
  out["out"] = flags(table.out, program.seats);
  out["tricks"] = cells(table, program, kTricks);
  nb::list bids, least;
  for (int seat = 0; seat < program.seats; ++seat) bids.append(table.column[kBid * kMaxSeats + seat] - 1);
  for (int i = 0; i < table.least_count; ++i)
    least.append(nb::make_tuple(int{table.least_seat[i]}, table.least_set[i]));
  nb::list pooled;
  for (int seat = 0; seat < program.seats; ++seat) pooled.append(table.pooled[seat]);
  out["pooled"] = pooled;
  out["bids"] = bids;
  out["bags"] = cells(table, program, kBags);
  out["total"] = table.reg[kDebt];
  out["titles"] = cells(table, program, kTitle);
  out["declarer"] = table.seat[kDeclarer] == kNobody ? -1 : int{table.seat[kDeclarer]};
  out["at_least"] = least;
  out["lacks"] = lacks;
  out["ending"] = static_cast<int>(table.ending);
  out["piles"] = piles;
  return out;
}

// In [-1, 1]; the sum over sides is 0.
std::vector<float> payoffs(const Program& program, const Table& table) {
  std::vector<float> list;
  for (int seat = 0; seat < program.seats; ++seat)
    list.push_back(CardGame(program).payoff(table, static_cast<Seat>(seat)));
  return list;
}

// The chips a bet or raise would cost.
// A choice stops behind its CHOOSE, and the op there says what the choice was about: after a question of betting it is
// BETPAY, which has the rules of the round.
std::int64_t bet_size(const BoundState& state, int move) {
  const Program& program = state.program->program;
  const Instruction& at = program.code[std::min<std::size_t>(state.table.pc, program.code.size() - 1)];
  if (state.table.is_over() || at.op != OpCode::BETPAY) return 0;
  Table table = state.table;
  const BetRules rules(program.constants[at.b], program.constants[at.b + 1u]);
  return Betting(program, table).price(table.to_move & 7, rules, static_cast<Move>(move));
}

// The melds that a number stands for where a seat is asked how to lay them down; none elsewhere.
std::vector<std::vector<int>> melds(const BoundState& state, int number) {
  const Program& program = state.program->program;
  const Table& table = state.table;
  // The op behind the ASK says what is asked. A hand that is asked how to lay down its melds has an ARRANGE there.
  const Instruction& at = program.code[std::min<std::size_t>(table.ask_pc + 1u, program.code.size() - 1)];
  if (table.is_over() || at.op != OpCode::ARRANGE) return {};
  const CardSet hand = table.pile[Piles::of(kHand, table.to_move & 7)];
  const Arrangements found = arrange(hand, program.deck & ~hand, program.tables[at.c].data());
  if (number < 0 || number >= found.count) return {};
  const Melds& chosen = found.way[static_cast<std::size_t>(number)];
  std::vector<std::vector<int>> result(static_cast<std::size_t>(chosen.count));
  for (std::size_t n = 0; n < result.size(); ++n)
    for (CardSet rest = chosen.meld[n]; rest != 0;) result[n].push_back(take_lowest(rest));
  return result;
}

// For people at a prompt; it names no card.
std::string repr(const BoundState& state) {
  const Table& table = state.table;
  std::string text = "<State of " + std::to_string(state.program->program.seats) + " seats: ";
  if (table.is_over()) {
    text += "over, won by";
    for (int seat = 0; seat < state.program->program.seats; ++seat)
      if (table.winners >> seat & 1) text += " seat " + std::to_string(seat);
    return text + (table.winners == 0 ? " nobody>" : ">");
  }
  return text + "seat " + std::to_string(table.to_move) + " to move, deal " + std::to_string(table.reg[kDeals]) +
         ", turn " + std::to_string(table.reg[kTurns]) + ">";
}

// Tables are compared as bytes. `empty` zeroes all of them before play begins, so bytes without a meaning are alike.
bool are_same(const BoundState& a, const BoundState& b) {
  return (a.program == b.program || a.program->bytes == b.program->bytes) &&
         std::memcmp(&a.table, &b.table, sizeof(Table)) == 0;
}

// Positions as bytes are for other processes with the same build; a game that is kept is kept as its moves.
using StateFields = std::tuple<std::shared_ptr<BoundProgram>, nb::bytes, nb::bytes>;
using ViewFields = std::tuple<std::shared_ptr<BoundProgram>, nb::bytes>;

void bind_pickling(nb::class_<BoundProgram>& program, nb::class_<BoundState>& state, nb::class_<BoundView>& view) {
  const nb::sig get("def __getstate__(self) -> object");  // stubs would take "bytes" for the property of that name
  const nb::sig set("def __setstate__(self, fields: Any, /) -> None");
  program.def(
             "__getstate__", [](const BoundProgram& p) { return bytes_of(p.bytes.data(), p.bytes.size()); }, get)
      .def("__setstate__", [](BoundProgram& p, const nb::bytes& bytes) { new (&p) BoundProgram(*load(bytes)); }, set);
  state
      .def(
          "__getstate__",
          [](const BoundState& s) {
            return StateFields(s.program, bytes_of(&s.table, sizeof s.table), bytes_of(&s.streams, sizeof s.streams));
          },
          get)
      .def(
          "__setstate__",
          [](BoundState& s, const StateFields& fields) {
            BoundState made{std::get<0>(fields), {}, {}};
            fill(made.table, std::get<1>(fields));
            fill(made.streams, std::get<2>(fields));
            new (&s) BoundState(std::move(made));
          },
          set);
  view.def(
          "__getstate__", [](const BoundView& v) { return ViewFields(v.program, bytes_of(&v.view, sizeof v.view)); },
          get)
      .def(
          "__setstate__",
          [](BoundView& v, const ViewFields& fields) {
            BoundView made{std::get<0>(fields), {}};
            fill(made.view, std::get<1>(fields));
            new (&v) BoundView(std::move(made));
          },
          set);
}

}  // namespace

// Names, signatures and properties only. What each call does stands above, or in the core under the same name.
void bind_game(nb::module_& module) {
  nb::class_<BoundProgram> program(module, "Program", "A verified program; bytes that are not one raise ValueError.");
  program.def(nb::new_(&load), nb::arg("bytes"))
      .def_prop_ro("hash", [](const BoundProgram& p) { return p.program.hash; })
      .def_prop_ro("size", [](const BoundProgram& p) { return p.program.bytes; })
      .def_prop_ro("seats", [](const BoundProgram& p) { return int{p.program.seats}; })
      .def_prop_ro("deck", [](const BoundProgram& p) { return p.program.deck; })
      .def_prop_ro("bytes", [](const BoundProgram& p) { return bytes_of(p.bytes.data(), p.bytes.size()); })
      .def_prop_ro("executed", [](const BoundProgram& p) { return p.executed; })
      .def_prop_ro("ops", [](const BoundProgram& p) {
        std::vector<int> ops;
        for (const Instruction& at : p.program.code) ops.push_back(static_cast<int>(at.op));
        return ops;
      });
  nb::class_<BoundState> state(module, "State", "A position of one game; a value.");
  state
      .def_prop_ro("to_move",
                   [](const BoundState& s) { return s.table.to_move == kNobody ? -1 : int{s.table.to_move}; })
      .def_prop_ro("is_over", [](const BoundState& s) { return s.table.is_over(); })
      .def_prop_ro("ending", [](const BoundState& s) { return static_cast<int>(s.table.ending); })
      .def_prop_ro("winners", [](const BoundState& s) { return int{s.table.winners}; })
      .def_prop_ro(
          "decided_by", [](const BoundState& s) { return s.table.winners != 0 ? int{s.table.decided_by} : 0; },
          "What named the winners: 1 + one of RANKINGS, by_deal_winner of LIMITS, or 0.")
      .def_prop_ro("prompt", [](const BoundState& s) { return int{s.table.prompt}; })
      .def_prop_ro("claim",
                   [](const BoundState& s) { return std::vector<int>{s.table.reg[kPhaseA], s.table.reg[kPhaseB]}; })
      .def_prop_ro(
          "registers", [](const BoundState& s) { return std::vector<int>(s.table.reg, s.table.reg + kRegisters); },
          "All int registers; temporaries are 0 except in a trace.")
      .def_prop_ro(
          "seat_variables",
          [](const BoundState& s) { return std::vector<int>(std::begin(s.table.seat), std::end(s.table.seat)); },
          "All seat variables; 255: nobody.")
      .def_prop_ro("continues", [](const BoundState& s) { return s.table.continues != 0; })
      .def_prop_ro("payoffs", [](const BoundState& s) { return payoffs(s.program->program, s.table); })
      .def(
          "__eq__",
          [](const BoundState& a, nb::object other) {
            return nb::isinstance<BoundState>(other) && are_same(a, nb::cast<const BoundState&>(other));
          },
          nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__",
           [](const BoundState& s) {
             return std::hash<std::string_view>()({reinterpret_cast<const char*>(&s.table), sizeof s.table});
           })
      .def("__copy__", [](const BoundState& s) { return s; })
      .def(
          "__deepcopy__", [](const BoundState& s, nb::handle) { return s; }, nb::arg("memo"))
      .def("__repr__", &repr);
  nb::class_<BoundView> view(module, "View", "What one seat knows of a state.");
  view.def_prop_ro("seat", [](const BoundView& v) { return int{v.view.seat}; })
      .def_prop_ro("bytes", [](const BoundView& v) { return bytes_of(&v.view, sizeof v.view); })
      .def_prop_ro("payoffs", [](const BoundView& v) { return payoffs(v.program->program, v.view.table); })
      .def("fields", [](const BoundView& v) { return fields(v.program->program, v.view.table, v.view.count, false); });
  bind_pickling(program, state, view);
  module.def("start", &start, nb::arg("program"), nb::arg("seed"), nb::arg("index"), nb::arg("deck"));
  module.def("legal_moves", &legal_moves, nb::arg("state"));
  module.def("apply", &apply, nb::arg("state"), nb::arg("move"));
  module.def("trace", &trace, nb::arg("state"), nb::arg("move"), nb::arg("places"));
  module.def(
      "snapshot", [](const BoundState& s) { return fields(s.program->program, s.table, nullptr, true); },
      nb::arg("state"));
  module.def(
      "view",
      [](const BoundState& s, int seat) {
        const Program& program = s.program->program;
        return BoundView{s.program, CardGame(program).view(s.table, static_cast<Seat>(checked_seat(program, seat)))};
      },
      nb::arg("state"), nb::arg("seat"));
  module.def(
      "redeal",
      [](const BoundView& v, std::uint64_t seed) {
        // Not the streams of the true game: whoever imagines a table must not learn what chance will bring there.
        Rng rng = Rng::stream(seed, 0, 0, 0);
        const Table table = CardGame(v.program->program).redeal(v.view, rng);
        return BoundState{v.program, table, {Rng::stream(seed, 0, 0, 1), Rng::stream(seed, 0, 0, 2)}};
      },
      nb::arg("view"), nb::arg("seed"));
  module.def("bet_size", &bet_size, nb::arg("state"), nb::arg("move"));
  module.def("melds", &melds, nb::arg("state"), nb::arg("number"));
  module.def(
      "perft",
      [](const BoundState& s, int depth) { return perft(CardGame(s.program->program), s.table, s.streams, depth); },
      nb::arg("state"), nb::arg("depth"), nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace dd
