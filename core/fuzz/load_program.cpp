// A libFuzzer target: bytes that load are played for a while at random, with views and redeals. Build and run it with
// `make fuzz-native`; a fault is a sanitizer's report or a broken promise below.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "cards/game.hpp"
#include "cards/program/load.hpp"
#include "fuzz/mutate.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

using namespace dd;

constexpr int kPlies = 300;
constexpr int kOps = 4000;         // of one input: hostile programs may loop for long, which is no fault
constexpr int kRedealBefore = 64;  // one redeal an input, at a random ply below: it costs as much as a game

// What the inputs led to. A fuzzer that never loads a program, or never asks a player, finds nothing: see `report`.
struct Counts {
  unsigned long long inputs = 0, loaded = 0, cut_short = 0, asked = 0, plies = 0, redeals = 0;
  bool ran[kOpCount] = {};
} counts;

void report() {
  int ops = 0;
  for (const bool ran : counts.ran) ops += ran;
  std::fprintf(
      stderr,
      "%llu inputs, %llu loaded (%.1f %%), %llu of them asked somebody; %llu plies, %llu redeals; %llu cut short "
      "after %d ops; %d of %d ops ran\n",
      counts.inputs, counts.loaded,
      100.0 * static_cast<double>(counts.loaded) / static_cast<double>(std::max(1ull, counts.inputs)), counts.asked,
      counts.plies, counts.redeals, counts.cut_short, kOps, ops, kOpCount);
}

// A promise of the core. An abort makes libFuzzer keep the input.
void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

struct OutOfOps {};

// A trace that ends the input once its ops are spent.
struct Budget {
  int* left;
  void operator()(const Instruction& at, const Table&) const {
    counts.ran[static_cast<int>(at.op)] = true;
    if (--*left < 0) throw OutOfOps{};
  }
};

// Plays one program at random. All chance comes from the program's hash, so an input fails the same way every time.
class Player {
 public:
  explicit Player(const Program& program)
      : program_(program), game_(program), rng_(program.hash), streams_{Rng(rng_.next()), Rng(rng_.next())} {}

  void play() {
    Table table = game_.empty();
    Machine<Budget>(program_, table, streams_, budget()).run(0, decline);
    MoveSet moves;
    const int redeal_at = static_cast<int>(rng_.below(kRedealBefore));
    for (int ply = 0; ply < kPlies && !table.is_over(); ++ply) {
      legal_moves(table, moves);
      if (moves.empty()) break;
      counts.asked += ply == 0;
      ++counts.plies;
      if (ply == redeal_at) redeal(table);
      step(table, moves);
    }
    for (int seat = 0; seat < program_.seats; ++seat)
      require(std::abs(game_.payoff(table, static_cast<Seat>(seat))) <= 1.0f, "a payoff is beyond 1");
  }

 private:
  static bool decline(const MoveSet&, Move&) { return false; }
  Budget budget() { return Budget{&ops_left_}; }

  // As CardGame::legal_moves, within the budget.
  void legal_moves(const Table& table, MoveSet& moves) {
    Table copy = table;
    Streams unused;
    moves.clear();
    Machine<Budget>(program_, copy, unused, budget()).run(table.ask_pc, [&](const MoveSet& offered, Move&) {
      return moves = offered, false;
    });
  }

  // Every move that is offered must be possible.
  void step(Table& table, const MoveSet& moves) {
    const auto count = static_cast<std::uint32_t>(moves.count());
    const Move move = moves.nth(static_cast<int>(rng_.below(count)));
    require(moves.has(move), "a move is not among its set");
    game_.apply(table, move, streams_, budget());
    require(table.is_over() == (table.ending != Ending::kNone), "an ending is none");
  }

  // As CardGame::redeal, which asks for legal moves without a budget.
  void redeal(const Table& table) {
    const auto seat = static_cast<Seat>(rng_.below(program_.seats));
    const View view = game_.view(table, seat);
    Table imagined = Viewer(program_).redeal(view, Viewer(program_).open_places(view), rng_);
    ++counts.redeals;
    MoveSet moves;
    legal_moves(imagined, moves);
    if (!moves.empty()) step(imagined, moves);
  }

  const Program& program_;
  CardGame game_;
  Rng rng_;
  Streams streams_;
  int ops_left_ = kOps;
};

}  // namespace

template void dd::Machine<>::run(std::uint16_t pc, dd::AnyChooser& choose);

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  std::atexit(report);
  return 0;
}

// Any bytes must be refused with a reason or give a program that plays without fault.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Program program;
  std::string error;
  ++counts.inputs;
  const bool loaded = load_program(data, size, program, error);
  require(loaded == error.empty(), "refused without a reason, or loaded with one");
  require(error.find('\n') == std::string::npos, "an error of several lines");
  if (!loaded) return 0;
  ++counts.loaded;
  try {
    Player(program).play();
  } catch (const OutOfOps&) {
    ++counts.cut_short;
  }
  return 0;
}

// Most mutants are programs again, or the fuzzer would never come past the verifier; one of eight is bytes at random.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned int seed) {
  Program program;
  std::string error;
  if (seed % 8 == 0 || !load_program(data, size, program, error)) return LLVMFuzzerMutate(data, size, max_size);
  fuzz::Mutator(program, seed).mutate();
  const fuzz::Bytes bytes = fuzz::encode(program);
  if (bytes.size() > max_size) return size;
  std::copy(bytes.begin(), bytes.end(), data);
  return bytes.size();
}

// A program with a piece of another's code.
extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* one, std::size_t one_size, const std::uint8_t* two,
                                                 std::size_t two_size, std::uint8_t* out, std::size_t max_size,
                                                 unsigned int seed) {
  Program program, other;
  std::string error;
  if (!load_program(one, one_size, program, error) || !load_program(two, two_size, other, error)) return 0;
  fuzz::Mutator(program, seed).splice(other);
  const fuzz::Bytes bytes = fuzz::encode(program);
  if (bytes.size() > max_size) return 0;
  std::copy(bytes.begin(), bytes.end(), out);
  return bytes.size();
}
