// What the judge of greedy players weighs, by name: a player may be given other weights.
#pragma once

#include <string_view>

namespace dd {

struct JudgeWeights {
  float standing = 100;    // being ahead by the whole target
  float shed = 2;          // a card less in hand, where fewer are better
  float held = 0.02f;      // a card more, where nothing says that fewer are better
  float taken = 0.05f;     // a captured card or a trick more than the others
  float strength = 0.02f;  // a step of strength kept in hand
  float trumps = 6;        // steps of strength that a trump has more
  float deadwood = 0.1f;   // a point of unmatched cards less
  float stakes = 1;        // the share of the pot that the hand is worth
};

struct NamedWeight {
  std::string_view name;
  float JudgeWeights::* weight;
};

inline constexpr NamedWeight kJudgeWeights[] = {
    {"standing", &JudgeWeights::standing}, {"shed", &JudgeWeights::shed},         {"held", &JudgeWeights::held},
    {"taken", &JudgeWeights::taken},       {"strength", &JudgeWeights::strength}, {"trumps", &JudgeWeights::trumps},
    {"deadwood", &JudgeWeights::deadwood}, {"stakes", &JudgeWeights::stakes},
};

}  // namespace dd
