// Programs as bytes: a small one assembled by hand plays as written; what is not one is refused.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <vector>

#include "cards/game.hpp"
#include "cards/program/load.hpp"
#include "deals.hpp"
#include "fuzz/mutate.hpp"

using namespace dd;
using namespace dd::tests;

namespace {

using Bytes = std::vector<std::uint8_t>;

void put(Bytes& bytes, std::uint64_t value, int width) {
  for (int i = 0; i < width; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

int width_of(char kind) { return kind == 'i' ? 4 : kind == 'l' ? 2 : 1; }

// Code under construction; operands are given in the order of the op's kinds.
struct Code {
  Bytes bytes;
  int count = 0;

  void op(OpCode code, std::initializer_list<std::int64_t> operands = {}) {
    put(bytes, static_cast<std::uint64_t>(code), 1);
    const char* kind = kOpKinds[static_cast<int>(code)];
    REQUIRE(operands.size() == std::strlen(kind));
    for (const std::int64_t operand : operands) put(bytes, static_cast<std::uint64_t>(operand), width_of(*kind++));
    ++count;
  }
};

Bytes program_of(const Code& code, int seats = 2, int flags = 0, const std::vector<std::uint64_t>& constants = {},
                 int tables = 0) {
  Bytes bytes;
  put(bytes, 0x314B4444, 4);
  for (const int number : {kProgramVersion, seats, flags, static_cast<int>(constants.size()), tables}) {
    put(bytes, static_cast<std::uint64_t>(number), 1);
  }
  put(bytes, 100, 2);  // max_turns
  put(bytes, static_cast<std::uint64_t>(code.count), 2);
  put(bytes, kEveryCard, 8);
  for (int seat = 0; seat < 8; ++seat) put(bytes, static_cast<std::uint64_t>(seat), 1);
  put(bytes, kNoRanking, 1);
  put(bytes, 0, 2);  // the deal's end
  put(bytes, 0, 4);  // no target
  for (const std::uint64_t constant : constants) put(bytes, constant, 8);
  for (int table = 0; table < tables; ++table) bytes.insert(bytes.end(), kPips, kPips + 16);
  bytes.insert(bytes.end(), code.bytes.begin(), code.bytes.end());
  return bytes;
}

std::int64_t pile_of(PileKind kind, SeatVariable seat) { return kind | seat << 4; }

// Five cards each; in turn a card goes to the discard pile; seat 0 wins when a hand is empty.
Bytes small_game() {
  Code code;
  code.op(OpCode::RESET);
  code.op(OpCode::DECK);
  code.op(OpCode::SETVI, {kDealer, 1});
  code.op(OpCode::DEAL, {kFirstTemporary, kDealer, 5});
  code.op(OpCode::SETVI, {kTurnSeat, 0});
  const int loop = code.count;
  code.op(OpCode::TURN, {kTurns});
  code.op(OpCode::SHAND, {0, kTurnSeat});
  code.op(OpCode::JEMPTY, {0, loop + 10});
  code.op(OpCode::ASK, {kTurnSeat, 0, 0, loop + 3});
  code.op(OpCode::SHAND, {0, kTurnSeat});
  code.op(OpCode::OFFER, {0});
  code.op(OpCode::CHOOSE);
  code.op(OpCode::PLAY, {pile_of(kHand, kTurnSeat), kDiscard});
  code.op(OpCode::ADDV, {kTurnSeat, 1});
  code.op(OpCode::JUMP, {loop});
  code.op(OpCode::SETVI, {kDealWinner, 0});
  code.op(OpCode::WINNER, {kDealWinner});
  code.op(OpCode::END);
  return program_of(code);
}

bool load(const Bytes& bytes, Program& program) {
  std::string error;
  const bool loaded = load_program(bytes.data(), bytes.size(), program, error);
  CHECK(loaded == error.empty());
  CHECK(error.find('\n') == std::string::npos);
  return loaded;
}

Streams streams_of(std::uint64_t seed) { return {Rng::stream(seed, 0, 0, 0), Rng::stream(seed, 0, 0, 1)}; }

CardSet all_cards(const Table& table) {
  CardSet cards = 0;
  for (const CardSet pile : table.pile) {
    CHECK((cards & pile) == 0);
    cards |= pile;
  }
  return cards;
}

// Up to `plies` random moves, with views and redeals on the way; senseless programs may stop anywhere.
void play(const Program& program, Rng& rng, int plies) {
  const CardGame game(program);
  Streams streams = streams_of(1);
  Table table = game.start(streams);
  MoveSet moves;
  for (int ply = 0; ply < plies && !table.is_over(); ++ply) {
    game.legal_moves(table, moves);
    if (moves.empty()) break;
    const auto seat = static_cast<Seat>(rng.below(program.seats));
    const View view = game.view(table, seat);
    game.redeal(view, rng);
    game.apply(table, moves.nth(static_cast<int>(rng.below(static_cast<std::uint32_t>(moves.count())))), streams);
  }
  for (int seat = 0; seat < program.seats; ++seat) CHECK(std::abs(game.payoff(table, static_cast<Seat>(seat))) <= 1.0f);
}

// A random operand that fits its kind most of the time; jumps go forward nearly always.
std::int64_t random_operand(char kind, Rng& rng, int at, int count) {
  const auto below = [&](int n) { return static_cast<std::int64_t>(rng.below(static_cast<std::uint32_t>(n))); };
  static constexpr std::int64_t kNumbers[] = {0, 1, 2, 5, 13, 52, 255, -1, 1 << 30, INT32_MAX, INT32_MIN};
  switch (kind) {
    case 'r':
      return below(kRegisters);
    case 's':
      return below(kSets);
    case 'p':
      return below(kPileKinds) | below(16) << 4;
    case 'v':
      return below(kSeatVariables);
    case 'k':
      return below(3);
    case 't':
      return below(2);
    case 'c':
      return below(kColumns);
    case 'i':
      return kNumbers[below(11)];
    case 'l':
      return at + 1 < count && below(40) != 0 ? at + 1 + below(count - at - 1) : below(count);
    default:
      return below(4) != 0 ? below(8) : below(256);
  }
}

Bytes random_program(Rng& rng) {
  const int count = 20 + static_cast<int>(rng.below(60));
  Code code;
  const auto add = [&](OpCode op) {
    put(code.bytes, static_cast<std::uint64_t>(op), 1);
    for (const char* kind = kOpKinds[static_cast<int>(op)]; *kind; ++kind) {
      put(code.bytes, static_cast<std::uint64_t>(random_operand(*kind, rng, code.count, count)), width_of(*kind));
    }
    ++code.count;
  };
  code.op(OpCode::RESET);
  code.op(OpCode::DECK);
  code.op(OpCode::DEAL, {kFirstTemporary, kDealer, 5});
  while (code.count < count - 2) add(static_cast<OpCode>(rng.below(kOpCount)));
  code.op(OpCode::JUMP, {rng.below(20) == 0 ? 3 : count - 1});
  code.op(OpCode::END);
  const int seats = 2 + static_cast<int>(rng.below(7));
  return program_of(code, seats, static_cast<int>(rng.below(16)), {kEveryCard, 0x1FFF, rng.next()}, 2);
}

}  // namespace

TEST_CASE("the fuzzer writes a program as the bytes that it was read from") {
  constexpr std::size_t kFlagsAt = 6, kGoalAt = 29;
  Bytes bytes = small_game();
  bytes[kFlagsAt] = kQueueHands | kHiddenHands | kHiddenDiscards | kOpenFronts;
  bytes[kGoalAt] = kMostChips + (kGoalSheds | kGoalCollects | kGoalChips);
  Program program;
  REQUIRE(load(bytes, program));
  CHECK(fuzz::encode(program) == bytes);
}

TEST_CASE("a program written by hand plays as written") {
  Program program;
  REQUIRE(load(small_game(), program));
  const CardGame game(program);
  Streams streams = streams_of(7);
  Table table = game.start(streams);
  CHECK(game.seats() == 2);
  CHECK(game.to_move(table) == 0);
  CHECK(all_cards(table) == kEveryCard);

  // Five cards against five, one at a time.
  std::uint64_t sequences = 1;
  const int options[] = {5, 5, 4, 4, 3, 3, 2, 2, 1, 1};
  for (int depth = 0; depth < 10; ++depth) {
    CHECK(perft(game, table, streams, depth) == sequences);
    sequences *= static_cast<std::uint64_t>(options[depth]);
  }
  CHECK(perft(game, table, streams, 12) == 14400);

  Rng player(3);
  CHECK(playout(game, table, streams, player) == 10);
  CHECK(table.ending == Ending::kDecided);
  CHECK(game.to_move(table) == kNobody);
  CHECK(game.payoff(table, 0) == 1.0f);
  CHECK(game.payoff(table, 1) == -1.0f);
  CHECK(all_cards(table) == kEveryCard);
  CHECK(table.reg[kTurns] == 11);
}

TEST_CASE("a part of a program is none") {
  const Bytes good = small_game();
  Program program;
  for (std::size_t size = 0; size < good.size(); ++size) {
    CHECK_FALSE(load(Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size)), program));
  }
  Bytes longer = good;
  longer.push_back(0);
  CHECK_FALSE(load(longer, program));
  CHECK_FALSE(load(Bytes(2u << 20), program));
}

TEST_CASE("operands out of range are refused") {
  Program program;
  const auto refused = [&](OpCode op, std::initializer_list<std::int64_t> operands) {
    Code code;
    code.op(op, operands);
    code.op(OpCode::END);
    return !load(program_of(code, 2, 0, {0, 0}, 2), program);
  };
  CHECK_FALSE(refused(OpCode::SETI, {kRegisters - 1, 0}));
  CHECK(refused(OpCode::SETI, {kRegisters, 0}));
  CHECK_FALSE(refused(OpCode::SMOV, {kSets - 1, 0}));
  CHECK(refused(OpCode::SMOV, {0, kSets}));
  CHECK_FALSE(refused(OpCode::SPILE, {0, kPicked | 15 << 4}));
  CHECK(refused(OpCode::SPILE, {0, kPileKinds}));
  CHECK_FALSE(refused(OpCode::SETV, {kSeatVariables - 1, 0}));
  CHECK(refused(OpCode::SETV, {0, kSeatVariables}));
  CHECK_FALSE(refused(OpCode::SCONST, {0, 1}));
  CHECK(refused(OpCode::SCONST, {0, 2}));
  CHECK(refused(OpCode::VALUE, {0, 0, 2}));
  CHECK(refused(OpCode::SUMC, {0, kColumns}));
  CHECK_FALSE(refused(OpCode::JUMP, {1}));
  CHECK(refused(OpCode::JUMP, {2}));
  CHECK(refused(OpCode::SETVI, {0, 2}));
  CHECK_FALSE(refused(OpCode::SETVI, {0, 255}));
  CHECK(refused(OpCode::MODI, {0, 0}));
  CHECK(refused(OpCode::MODI, {0, -1}));
  CHECK(refused(OpCode::DEAL, {0, 0, 53}));
  CHECK(refused(OpCode::JCMPR, {0, 0, 6, 0}));

  Code open;
  open.op(OpCode::RESET);
  CHECK_FALSE(load(program_of(open), program));  // runs off its end
  for (const int seats : {0, 1, 9, 255}) {
    Code end;
    end.op(OpCode::END);
    CHECK_FALSE(load(program_of(end, seats), program));
  }
}

TEST_CASE("spoilt programs are refused or do no harm") {
  const Bytes good = small_game();
  Rng rng(11);
  Program program;
  int loaded = 0;
  for (int round = 0; round < 4000; ++round) {
    Bytes bytes = good;
    for (std::uint32_t change = rng.below(3) + 1; change > 0; --change) {
      std::uint8_t& byte = bytes[rng.below(static_cast<std::uint32_t>(bytes.size()))];
      byte = static_cast<std::uint8_t>(rng.below(2) ? byte ^ 1u << rng.below(8) : rng.below(256));
    }
    if (!load(bytes, program)) continue;
    ++loaded;
    play(program, rng, 30);
  }
  CHECK(loaded > 100);
}

TEST_CASE("random code that passes the verifier does no harm") {
  Rng rng(12);
  Program program;
  int loaded = 0;
  for (int round = 0; round < 2000; ++round) {
    if (!load(random_program(rng), program)) continue;
    ++loaded;
    play(program, rng, 30);
  }
  CHECK(loaded > 100);
}

TEST_CASE("a program that never asks ends as a runaway") {
  Code code;
  code.op(OpCode::PHASE);
  code.op(OpCode::JUMP, {0});
  Program program;
  REQUIRE(load(program_of(code), program));
  Streams streams = streams_of(1);
  const CardGame game(program);
  CHECK(game.start(streams).ending == Ending::kRunaway);

  Code recursive;
  recursive.op(OpCode::CALL, {0});
  recursive.op(OpCode::END);
  REQUIRE(load(program_of(recursive), program));
  CHECK(game.start(streams).ending == Ending::kRunaway);

  Code lost;
  lost.op(OpCode::RET);
  REQUIRE(load(program_of(lost), program));
  CHECK(game.start(streams).ending == Ending::kRunaway);
}

TEST_CASE("streams have the values of docs/genome.md, section 2") {
  Rng zero = Rng::stream(0, 0, 0, 0);
  CHECK(zero.next() == 0xa6abf848df141a3b);
  CHECK(zero.next() == 0x16547977d3da194d);
  CHECK(zero.next() == 0xf42de096d63210b8);
  for (const std::uint32_t card : {32, 24, 36, 8, 16}) CHECK(zero.below(52) == card);

  Rng last = Rng::stream(~0ull, 0x0123456789abcdef, 1000000, 9);
  CHECK(last.next() == 0x6d430c214ffa3878);
  CHECK(last.next() == 0x2fee30239d92e436);

  Rng rng = Rng::stream(1, 2, 3, 4);
  int order[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  const int expected[10] = {2, 8, 9, 1, 3, 4, 6, 7, 5, 0};
  shuffle(order, 10, rng);
  CHECK(std::memcmp(order, expected, sizeof order) == 0);
}

TEST_CASE("the n-th bit counts from the lowest") {
  CHECK(nth_bit(1, 0) == 0);
  CHECK(nth_bit(0b1011000, 0) == 3);
  CHECK(nth_bit(0b1011000, 1) == 4);
  CHECK(nth_bit(0b1011000, 2) == 6);
  CHECK(nth_bit(~0ull, 63) == 63);
  CHECK(nth_bit(1ull << 63, 0) == 63);
}

TEST_CASE("a set of moves gives them in ascending order") {
  MoveSet moves;
  CHECK(moves.empty());
  const int expected[] = {0, 5, 63, 64, 127, 160, 171, 255};
  for (const int move : {171, 64, 0, 255, 63, 127, 5, 160, 5}) moves.add(static_cast<Move>(move));
  REQUIRE(moves.count() == 8);
  for (int n = 0; n < 8; ++n) CHECK(moves.nth(n) == expected[n]);
  for (int move = 0; move < 256; ++move) {
    CHECK(moves.has(static_cast<Move>(move)) == (std::find(expected, expected + 8, move) != expected + 8));
  }
  moves.clear();
  CHECK(moves.empty());
  moves.add_cards(cards("AC KS"));
  CHECK(moves.nth(0) == 0);
  CHECK(moves.nth(1) == 60);
}

static_assert(std::is_trivially_copyable_v<Table> && std::is_standard_layout_v<Table>);
static_assert(std::is_trivially_copyable_v<View>);
static_assert(Game<CardGame> && HiddenGame<CardGame>);
