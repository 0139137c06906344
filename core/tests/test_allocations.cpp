// No allocation per game: every `new` of this binary is counted while games are played.
#include <doctest/doctest.h>

#include <atomic>
#include <cstdlib>
#include <initializer_list>
#include <new>
#include <string>
#include <vector>

#include "cards/game.hpp"
#include "cards/program/load.hpp"
#include "deals.hpp"
#include "kernels/run.hpp"
#include "matches/players.hpp"

namespace {
std::atomic<long> allocations{0};
}

// Not inlined: gcc would see `free` of what `new` returned, and warn.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size ? size : 1)) return memory;
  throw std::bad_alloc();
}
void* operator new[](std::size_t size) { return operator new(size); }
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }
void operator delete[](void* memory) noexcept { operator delete(memory); }
void operator delete[](void* memory, std::size_t) noexcept { operator delete(memory); }

using namespace dd;

namespace {

constexpr int kGames = 100;
constexpr double kPatience = 1800;  // seconds: only a hang may end a test, not a slow machine

struct Bytes {
  std::vector<std::uint8_t> bytes;
  int ops = 0;

  Bytes& put(std::uint64_t value, int width) {
    for (int i = 0; i < width; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
    return *this;
  }
  void op(OpCode code, std::initializer_list<std::int64_t> operands = {}) {
    put(static_cast<std::uint64_t>(code), 1);
    const char* kind = kOpKinds[static_cast<int>(code)];
    for (const std::int64_t operand : operands) {
      put(static_cast<std::uint64_t>(operand), *kind == 'i' ? 4 : *kind == 'l' ? 2 : 1);
      ++kind;
    }
    REQUIRE(*kind == 0);
    ++ops;
  }
};

// Ten cards each; in turn draw, count deadwood and discard, until the stock is empty. Melds are the VM's longest
// search.
Program drawing_game() {
  Bytes code;
  code.op(OpCode::RESET);
  code.op(OpCode::DECK);
  code.op(OpCode::SETVI, {kDealer, 1});
  code.op(OpCode::DEAL, {kFirstTemporary, kDealer, 10});
  code.op(OpCode::SETVI, {kTurnSeat, 0});
  code.op(OpCode::SETVI, {kDeclarer, 1});
  const int turn = code.ops;
  code.op(OpCode::TURN, {kTurns});
  code.op(OpCode::DRAW, {kTurnSeat, 0, turn + 11});
  code.op(OpCode::DEADWOOD, {kFirstTemporary, kTurnSeat, 0});
  code.op(OpCode::LAYOFF, {kFirstTemporary, kTurnSeat, kDeclarer, 0});
  code.op(OpCode::ASK, {kTurnSeat, 0, 0, turn + 4});
  code.op(OpCode::SHAND, {0, kTurnSeat});
  code.op(OpCode::OFFER, {0});
  code.op(OpCode::CHOOSE);
  code.op(OpCode::PLAY, {kHand | kTurnSeat << 4, kDiscard});
  code.op(OpCode::ADDV, {kTurnSeat, 1});
  code.op(OpCode::JUMP, {turn});
  code.op(OpCode::WINNER, {kTurnSeat});
  code.op(OpCode::END);

  Bytes all;
  all.put(0x314B4444, 4).put(kProgramVersion, 1).put(2, 1).put(0, 1).put(0, 1).put(1, 1).put(100, 2);
  all.put(static_cast<std::uint64_t>(code.ops), 2).put(kEveryCard, 8);
  for (std::uint64_t seat = 0; seat < 8; ++seat) all.put(seat, 1);
  all.put(kNoRanking, 1).put(static_cast<std::uint64_t>(code.ops - 1), 2).put(0, 4);
  all.bytes.insert(all.bytes.end(), tests::kPips, tests::kPips + 16);
  all.bytes.insert(all.bytes.end(), code.bytes.begin(), code.bytes.end());

  Program program;
  std::string error;
  REQUIRE_MESSAGE(load_program(all.bytes.data(), all.bytes.size(), program, error), error);
  return program;
}

struct Columns {
  std::uint8_t winners[kGames], ending[kGames];
  std::uint32_t plies[kGames], turns[kGames], decisions[kGames], options[kGames], deals[kGames];
  float payoffs[kGames * 2];

  Job job(const Program& program, std::uint64_t games) {
    return {&program, {},      1,      0, games, {winners, ending, plies, turns, decisions, options, deals, payoffs},
            {},       nullptr, nullptr};
  }
};

template <class Work>
long allocations_of(Work work) {
  const long before = allocations;
  work();
  return allocations - before;
}

}  // namespace

TEST_CASE("allocations are counted") {
  CHECK(allocations_of([] { std::vector<int>(100).at(7) = 1; }) == 1);
}

TEST_CASE("games are played without allocating") {
  const Program program = drawing_game();
  Columns columns;
  const Job job = columns.job(program, kGames);
  for (const Isa isa : {Isa::kBaseline, Isa::kBest}) {
    const auto play = kernel_for(isa)->play;
    CHECK(allocations_of([&] { play(job, 0, 1); }) == 0);
    CHECK(allocations_of([&] { play(job, 0, kGames); }) == 0);
  }
  for (const std::uint32_t plies : columns.plies) CHECK(plies == 32);  // the stock of 52 - 20 cards
}

TEST_CASE("a batch allocates the same for few games and many") {
  const Program program = drawing_game();
  Columns columns;
  const Job one = columns.job(program, 1), many = columns.job(program, kGames);
  const Kernel& kernel = *kernel_for(Isa::kBest);
  const auto play = [&](const Job& job) { Run({job}, 1, kernel).wait(kPatience); };
  CHECK(allocations_of([&] { play(one); }) == allocations_of([&] { play(many); }));
}

TEST_CASE("searching a game does not allocate") {
  const Program program = drawing_game();
  const CardGame game(program);
  Streams streams{Rng(1), Rng(2)};
  Rng rng(3);
  CHECK(allocations_of([&] {
          Table table = game.start(streams);
          MoveSet moves;
          for (int ply = 0; ply < 20; ++ply) {
            const Table imagined = game.redeal(game.view(table, table.to_move), rng);
            game.legal_moves(imagined, moves);
            game.apply(table, moves.nth(0), streams);
          }
        }) == 0);
}

TEST_CASE("players do not allocate once their tree has its size") {
  const Program program = drawing_game();
  const CardGame game(program);
  Streams streams{Rng(1), Rng(2)};
  Rng rng(3);
  Table table = game.start(streams);
  MoveSet moves;
  Players<CardGame> players;
  for (const PlayerSpec& player :
       {PlayerSpec{PlayerKind::kSearch, 200, 0.7f, false}, PlayerSpec{PlayerKind::kGreedy, 0, 0, false}}) {
    const auto choose = [&] {
      const View view = game.view(table, table.to_move);
      game.legal_moves(table, moves);
      game.apply(table, players.choose(game, player, view, view.seat, moves, rng), streams);
    };
    choose();  // each seat has a tree
    choose();
    CHECK(allocations_of([&] {
            for (int ply = 0; ply < 5; ++ply) choose();
          }) == 0);
  }
}

TEST_CASE("searched games are the same on any number of threads") {
  const Program program = drawing_game();
  Columns one, four;
  const auto play = [&](Columns& columns, int threads) {
    Job job = columns.job(program, 12);
    job.players[0] = {PlayerKind::kSearch, 30, 0.7f, false};
    job.players[1] = {PlayerKind::kGreedy, 0, 0, false};
    Run run({job}, threads, *kernel_for(Isa::kBest));
    while (!run.wait(1)) {
    }
    CHECK(run.games_done() == 12);
  };
  play(one, 1);
  play(four, 4);
  for (int game = 0; game < 12; ++game) {
    CHECK(one.winners[game] == four.winners[game]);
    CHECK(one.options[game] == four.options[game]);
    CHECK(one.plies[game] == 32);
  }
}

TEST_CASE("a run that is called off stops soon, and writes no row of a game it left") {
  const Program program = drawing_game();
  static Columns columns = {};
  Job job = columns.job(program, kGames);
  for (PlayerSpec& player : job.players) player = {PlayerKind::kSearch, 1'000'000, 0.7f, true};
  {
    Run run({job}, 2, *kernel_for(Isa::kBest));
    CHECK_FALSE(run.wait(0.01));
    run.cancel();
    CHECK(run.wait(kPatience));
  }
  CHECK(columns.plies[kGames - 1] == 0);
}

namespace {

constexpr int kSamples = 4, kProbed = 10;

struct Probed {
  std::vector<std::int32_t> ply = std::vector<std::int32_t>(kProbed * kSamples, -1);
  std::vector<std::uint8_t> small[6], move;
  std::vector<float> chances[3], worth;
  std::vector<std::uint64_t> view;

  ProbeColumns columns() {
    const std::size_t rows = kProbed * kSamples;
    for (auto& column : small) column.resize(rows);
    for (auto& column : chances) column.resize(rows * 2);
    move.resize(rows * kProbedOptions);
    view.resize(rows * kProbedOptions);
    worth.resize(rows * kProbedOptions * 2);
    return {ply.data(),      small[0].data(),   small[1].data(),   small[2].data(),   small[3].data(),
            small[4].data(), chances[0].data(), chances[1].data(), chances[2].data(), move.data(),
            view.data(),     small[5].data(),   worth.data()};
  }
};

}  // namespace

TEST_CASE("probes are the same on any number of threads, and allocate nothing") {
  const Program program = drawing_game();
  Columns columns;
  std::vector<std::vector<std::uint8_t>> moves(kProbed);
  Job job = columns.job(program, kProbed);
  job.moves = moves.data();
  kernel_for(Isa::kBest)->play(job, 0, kProbed);
  job.probe = {kSamples, 8, 4, false, false, 2};
  Probed one, four;
  const auto probe = [&](Probed& probed, int threads) {
    job.probed = probed.columns();
    Run run({job}, threads, *kernel_for(Isa::kBest));
    while (!run.wait(1)) {
    }
  };
  probe(one, 1);
  probe(four, 4);
  CHECK(one.ply == four.ply);
  CHECK(one.view == four.view);
  CHECK(one.worth == four.worth);
  CHECK(one.small[5] == four.small[5]);
  for (int n = 0; n < 3; ++n) CHECK(one.chances[n] == four.chances[n]);
  for (int row = 0; row < kProbed * kSamples; ++row) {
    CHECK(one.ply[row] / 8 == row % kSamples);  // one in each quarter of 32 plies
    CHECK(one.small[1][row] == 11);             // cards to choose from
    CHECK(one.chances[1][2 * row] + one.chances[1][2 * row + 1] == doctest::Approx(1));
  }
  const auto again = kernel_for(Isa::kBest)->probe;
  CHECK(allocations_of([&] { again(job, 0, kProbed); }) == 0);
}

TEST_CASE("the oracle sees where the cards are, and no unseen order") {
  static_assert(SearchGame<OpenCards> && !HiddenGame<OpenCards>);
  const Program program = drawing_game();
  const CardGame game(program);
  Streams streams{Rng(1), Rng(2)};
  const Table table = game.start(streams);
  Table imagined = table;
  Streams other{Rng(5), Rng(6)};
  OpenCards(game).play(imagined, other, [](const MoveSet&, Move&) { return false; });
  for (int pile = 0; pile < kPiles; ++pile) CHECK(imagined.pile[pile] == table.pile[pile]);
  CHECK(imagined.top[kDeck] != table.top[kDeck]);
}
