// Compiled for speed by itself (-O3): loops over a layer become vectors. Sums are made in one order on every machine.
#include "learn/infer.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace dd::DD_ISA {
namespace {

constexpr int kLanes = 8;

void add_row(float* __restrict out, const float* __restrict row, int width) {
  for (int i = 0; i < width; ++i) out[i] += row[i];
}

void add_scaled(float* __restrict out, const float* __restrict row, float by, int width) {
  for (int i = 0; i < width; ++i) out[i] += by * row[i];
}

// Eight sums side by side, added up at the end.
float dot(const float* __restrict a, const float* __restrict b, int width) {
  float lanes[kLanes] = {};
  for (int i = 0; i < width; i += kLanes)
    for (int lane = 0; lane < kLanes; ++lane) lanes[lane] += a[i + lane] * b[i + lane];
  float sum = 0;
  for (const float lane : lanes) sum += lane;
  return sum;
}

// The number at an input's place.
std::int32_t read(const Input& input, const std::uint64_t* words) {
  const std::uint64_t word = words[input.word] >> input.shift;
  if (input.bits == 32) return static_cast<std::int32_t>(static_cast<std::uint32_t>(word));
  return static_cast<std::int32_t>(word & ((std::uint64_t{1} << input.bits) - 1));
}

// Large numbers count less and less.
float squeeze(std::int32_t number) {
  const auto size = std::log1p(std::fabs(static_cast<double>(number)));
  return static_cast<float>(number < 0 ? -size : size);
}

void add_input(const Network& network, const Input& input, const std::uint64_t* words, float* out) {
  const std::int32_t* const row_of = network.row_of.data() + input.first;
  const auto row_at = [&](std::int32_t row) {
    return network.rows.data() + static_cast<std::size_t>(row) * static_cast<std::size_t>(network.width);
  };
  if (input.kind == InputKind::kSet) {
    for (std::uint64_t rest = words[input.word]; rest != 0; rest &= rest - 1)
      if (const std::int32_t row = row_of[std::countr_zero(rest)]; row >= 0) add_row(out, row_at(row), network.width);
    return;
  }
  const std::int32_t number = read(input, words);
  if (input.kind == InputKind::kClass) {
    const std::int64_t place = std::clamp<std::int64_t>(std::int64_t{number} - input.low, 0, input.classes - 1);
    if (const std::int32_t row = row_of[place]; row >= 0) add_row(out, row_at(row), network.width);
  } else if (number != 0 && row_of[0] >= 0) {
    add_scaled(out, row_at(row_of[0]), squeeze(number), network.width);
  }
}

// x + relu(bias + x · weights). What is 0 costs nothing.
void add_layer(float* x, const float* weights, const float* bias, int width) {
  float sum[Network::kMostWidth];
  std::copy_n(bias, width, sum);
  for (int i = 0; i < width; ++i)
    if (x[i] != 0) add_scaled(sum, weights + static_cast<std::ptrdiff_t>(i) * width, x[i], width);
  for (int i = 0; i < width; ++i) x[i] += std::max(sum[i], 0.0f);
}

}  // namespace

void infer(const Network& network, const std::uint64_t* words, const std::uint16_t* actions, int count, float* logits,
           float* values) {
  const int width = network.width;
  float x[Network::kMostWidth];
  std::copy_n(network.first_bias.data(), width, x);
  for (const Input& input : network.inputs) add_input(network, input, words, x);
  for (int i = 0; i < width; ++i) x[i] = std::max(x[i], 0.0f);
  add_layer(x, network.second.data(), network.second_bias.data(), width);
  add_layer(x, network.third.data(), network.third_bias.data(), width);
  if (logits != nullptr)
    for (int n = 0; n < count; ++n) {
      const std::ptrdiff_t action = actions[n] & (Network::kActions - 1);
      logits[n] =
          network.move_bias[static_cast<std::size_t>(action)] + dot(network.moves.data() + action * width, x, width);
    }
  if (values != nullptr)
    for (std::ptrdiff_t seat = 0; seat < network.seats; ++seat)
      values[seat] = std::clamp(
          network.value_bias[static_cast<std::size_t>(seat)] + dot(network.values.data() + seat * width, x, width),
          -1.0f, 1.0f);
}

void soften(float* logits, int count, float temperature) {
  const float most = *std::max_element(logits, logits + count);
  double sum = 0;
  for (int n = 0; n < count; ++n) {
    logits[n] = static_cast<float>(std::exp(static_cast<double>(logits[n] - most) / static_cast<double>(temperature)));
    sum += static_cast<double>(logits[n]);
  }
  for (int n = 0; n < count; ++n) logits[n] = static_cast<float>(static_cast<double>(logits[n]) / sum);
}

}  // namespace dd::DD_ISA
