// What cards are worth, for whoever tells a game: the functions that decide showdowns and knocks, on sets of cards. And
// whist by hand, for the bench.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"
#include "cards/table/showdown.hpp"
#include "cards/worth/melds.hpp"
#include "kernels/match_kernel.hpp"

namespace nb = nanobind;

namespace dd {
namespace {

// One number a rank, as in the tables of programs.
using Row = std::array<std::uint8_t, 16>;

int checked_evaluator(int evaluator) {
  if (evaluator < kPokerHands || evaluator > kSuitTotals) throw std::invalid_argument("no such evaluator");
  return evaluator;
}

// The melds of every way to lay down a hand with the least deadwood, in the order in which a knocker is offered them.
std::vector<std::vector<std::uint64_t>> meld_ways(std::uint64_t hand, std::uint64_t others, const Row& value) {
  const Arrangements found = arrange(hand, others, value.data());
  std::vector<std::vector<std::uint64_t>> ways;
  for (int n = 0; n < found.count; ++n) {
    const Melds& way = found.way[static_cast<std::size_t>(n)];
    ways.emplace_back(way.meld.begin(), way.meld.begin() + way.count);
  }
  return ways;
}

}  // namespace

void bind_worth(nb::module_& module) {
  module.def(
      "showdown_rank",
      [](int evaluator, std::uint64_t hand, const Row& table) {
        return showdown_rank(checked_evaluator(evaluator), hand, table.data());
      },
      nb::arg("evaluator"), nb::arg("hand"), nb::arg("table"));
  module.def(
      "poker_category", [](std::uint64_t hand) { return poker_category(poker_rank(hand)); }, nb::arg("hand"),
      "From 0, a high card, to 8, a straight flush.");
  module.def(
      "deadwood", [](std::uint64_t hand, const Row& value) { return deadwood(hand & kEveryCard, value.data()); },
      nb::arg("hand"), nb::arg("value"));
  module.def("meld_ways", &meld_ways, nb::arg("hand"), nb::arg("others"), nb::arg("value"));
  module.def(
      "play_whist_by_hand",
      [](std::uint64_t deals, std::uint64_t seed) {
        const WhistTally tally = kernel_for(Isa::kBest)->play_whist(deals, seed);
        return nb::make_tuple(tally.plies, tally.decisions, tally.tricks[0], tally.tricks[1]);
      },
      nb::arg("deals"), nb::arg("seed") = 0,
      "Plies, decisions and the tricks of both sides of whist without the engine, for the bench.");
}

}  // namespace dd
