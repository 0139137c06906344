#include "learn/network.hpp"

#include <cmath>

namespace dd {
namespace {

bool is_finite(const std::vector<float>& numbers) {
  for (const float number : numbers)
    if (!std::isfinite(number)) return false;
  return true;
}

std::string fault_of_inputs(const Network& network, int leaf_words) {
  std::int64_t features = 0;
  for (const Input& input : network.inputs) {
    const bool fits = input.shift >= 0 && input.bits >= 1 && input.bits <= 32 && input.shift + input.bits <= 64;
    const bool is_known = input.kind == InputKind::kSet || (input.kind == InputKind::kNumber && fits) ||
                          (input.kind == InputKind::kClass && fits && input.classes >= 1 && input.classes <= 4096);
    if (!is_known || input.word < 0 || input.word >= leaf_words) return "an input lies outside of leaves";
    if (input.first != features) return "the inputs are not numbered in order";
    features += input.features();
  }
  if (features != std::ssize(network.row_of)) return "one row a feature is needed";
  const auto rows = std::ssize(network.rows) / network.width;
  for (const std::int32_t row : network.row_of)
    if (row < -1 || row >= rows) return "a feature has a row that does not exist";
  return "";
}

}  // namespace

std::string Network::fault(int leaf_words) const {
  if (width < 8 || width > kMostWidth || width % 8 != 0) return "the width must be a multiple of 8 from 8 to 1024";
  if (seats < 1 || seats > 8) return "there must be one to eight values";
  if (!(temperature >= 0 && temperature <= 10)) return "the temperature must be from 0 to 10";
  const auto wide = static_cast<std::size_t>(width), sides = static_cast<std::size_t>(seats);
  if (rows.size() % wide != 0 || first_bias.size() != wide || second.size() != wide * wide ||
      second_bias.size() != wide || third.size() != wide * wide || third_bias.size() != wide ||
      moves.size() != kActions * wide || move_bias.size() != kActions || values.size() != sides * wide ||
      value_bias.size() != sides)
    return "a layer has the wrong size";
  for (const auto* layer :
       {&rows, &first_bias, &second, &second_bias, &third, &third_bias, &moves, &move_bias, &values, &value_bias})
    if (!is_finite(*layer)) return "a weight is not a finite number";
  return fault_of_inputs(*this, leaf_words);
}

}  // namespace dd
