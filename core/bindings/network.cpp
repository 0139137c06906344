// Networks of learned players: arrays from Python, copied and checked once.
#include "bindings/network.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"
#include "cards/leaves.hpp"
#include "matches/learned.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace dd {
namespace {

template <class T>
using Array = nb::ndarray<const T, nb::c_contig, nb::device::cpu>;

template <class T>
std::vector<T> numbers(const nb::dict& arrays, const char* name) {
  if (!arrays.contains(name)) throw std::invalid_argument(std::string(name) + " is missing");
  const auto array = nb::cast<Array<T>>(arrays[name]);
  return {array.data(), array.data() + array.size()};
}

// Rows of (kind, word, shift, bits, low, classes).
std::vector<Input> inputs_of(const std::vector<std::int32_t>& flat) {
  constexpr std::size_t kFields = 6;
  if (flat.size() % kFields != 0) throw std::invalid_argument("inputs: must have six numbers each");
  std::vector<Input> inputs;
  std::int32_t first = 0;
  for (std::size_t at = 0; at < flat.size(); at += kFields) {
    if (flat[at] < 0 || flat[at] > 2 || flat[at + 5] < 0 || flat[at + 5] > 4096)
      throw std::invalid_argument("inputs: there is no such kind of input");
    inputs.push_back({static_cast<InputKind>(flat[at]), flat[at + 1], flat[at + 2], flat[at + 3], flat[at + 4],
                      flat[at + 5], first});
    first += inputs.back().features();
  }
  return inputs;
}

std::shared_ptr<BoundNetwork> make_network(std::uint64_t program_hash, float temperature, int width, int seats,
                                           const nb::typed<nb::dict, nb::str, nb::any>& arrays, bool transfer) {
  auto bound = std::make_shared<BoundNetwork>();
  Network& network = bound->network;
  bound->transfer = transfer;
  network.program_hash = program_hash;
  network.temperature = temperature;
  network.width = width;
  network.seats = seats;
  network.inputs = inputs_of(numbers<std::int32_t>(arrays, "inputs"));
  network.row_of = numbers<std::int32_t>(arrays, "row_of");
  network.rows = numbers<float>(arrays, "rows");
  network.first_bias = numbers<float>(arrays, "first_bias");
  network.second = numbers<float>(arrays, "second");
  network.second_bias = numbers<float>(arrays, "second_bias");
  network.third = numbers<float>(arrays, "third");
  network.third_bias = numbers<float>(arrays, "third_bias");
  network.moves = numbers<float>(arrays, "moves");
  network.move_bias = numbers<float>(arrays, "move_bias");
  network.values = numbers<float>(arrays, "values");
  network.value_bias = numbers<float>(arrays, "value_bias");
  if (const std::string fault = network.fault(CardLeaves::kLeafWords); !fault.empty())
    throw std::invalid_argument(fault);
  return bound;
}

// What it thinks of one leaf: (logits of the actions, values from the mover on).
nb::tuple judge(const BoundNetwork& bound, const Array<std::uint64_t>& words,
                const std::vector<std::uint16_t>& actions) {
  if (words.size() != CardLeaves::kLeafWords) throw std::invalid_argument("a leaf has 128 words");
  std::vector<float> logits(actions.size()), values(static_cast<std::size_t>(bound.network.seats));
  infer(bound.network, words.data(), actions.data(), static_cast<int>(actions.size()), logits.data(), values.data());
  return nb::make_tuple(logits, values);
}

// What it thinks of many leaves, as a batched search asks for it: priors at their actions, and values [leaves, seats].
void judge_leaves(const BoundNetwork& bound, const Array<std::uint64_t>& words, const Array<std::uint16_t>& actions,
                  const Array<std::uint32_t>& offsets, const nb::ndarray<float, nb::c_contig, nb::device::cpu>& priors,
                  const nb::ndarray<float, nb::c_contig, nb::device::cpu>& values) {
  const auto seats = static_cast<std::size_t>(bound.network.seats);
  const std::size_t leaves = words.size() / CardLeaves::kLeafWords;
  if (offsets.size() != leaves + 1 || values.size() < leaves * seats || priors.size() < actions.size() ||
      offsets.data()[leaves] > actions.size())
    throw std::invalid_argument("the arrays do not fit the leaves");
  for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
    const std::uint32_t begin = offsets.data()[leaf], end = offsets.data()[leaf + 1];
    if (begin >= end || end > actions.size()) throw std::invalid_argument("offsets: each leaf has moves of its own");
    infer(bound.network, words.data() + leaf * CardLeaves::kLeafWords, actions.data() + begin,
          static_cast<int>(end - begin), priors.data() + begin, values.data() + leaf * seats);
    soften(priors.data() + begin, static_cast<int>(end - begin), 1);
  }
}

// How likely it makes each of the moves, which must be the legal ones in ascending order.
std::vector<float> weigh(const BoundNetwork& bound, const BoundView& view, const std::vector<std::uint8_t>& listed) {
  MoveSet moves;
  for (const Move move : listed) moves.add(move);
  std::vector<float> shares(listed.size());
  if (moves.count() != std::ssize(listed) || listed.empty())
    throw std::invalid_argument("moves: each once, one at least");
  weigh_moves(view.program->program, bound.network_for(view.program->program), view.view, moves, shares.data());
  return shares;
}

}  // namespace

void bind_network(nb::module_& module) {
  nb::class_<BoundNetwork>(module, "Network", "The network of a learned player.")
      .def(nb::new_(&make_network), "program_hash"_a, "temperature"_a, "width"_a, "seats"_a, "arrays"_a,
           "transfer"_a = false)
      .def("judge", &judge, "words"_a, "actions"_a)
      .def("judge_leaves", &judge_leaves, "words"_a, "actions"_a, "offsets"_a, "priors"_a.noconvert(),
           "values"_a.noconvert())
      .def("weigh", &weigh, "view"_a, "moves"_a);
}

}  // namespace dd
