#include "chess/actions.hpp"

namespace dd::chess {
namespace {

constexpr int sign(int number) { return (number > 0) - (number < 0); }

// The plane of a step by so many files and ranks; only steps of queens and knights have one.
constexpr int plane_of(int files, int ranks) {
  constexpr int kDirections[8][2] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
  constexpr int kJumps[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
  const int distance = files * files > ranks * ranks ? files * sign(files) : ranks * sign(ranks);
  for (int i = 0; i < 8; ++i) {
    if (kJumps[i][0] == files && kJumps[i][1] == ranks) return kKnightPlane + i;
    if (kDirections[i][0] * distance == files && kDirections[i][1] * distance == ranks && distance > 0)
      return i * 7 + distance - 1;
  }
  return 0;  // no piece goes there
}

constexpr ActionTable fill_actions() {
  ActionTable table{};
  for (int from = 0; from < 64; ++from)
    for (int to = 0; to < 64; ++to)
      table[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)] =
          static_cast<std::uint16_t>(from * kPlanesPerSquare + plane_of(to % 8 - from % 8, to / 8 - from / 8));
  return table;
}

}  // namespace

constinit const ActionTable action_table = fill_actions();

}  // namespace dd::chess
