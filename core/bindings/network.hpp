// A network as the binding files share it.
#pragma once

#include <stdexcept>

#include "cards/program/program.hpp"
#include "learn/network.hpp"

namespace dd {

struct BoundNetwork {
  Network network;
  bool transfer = false;  // may play another game than it has learned

  // The network itself; an error if it has learned another game.
  const Network& network_for(const Program& program) const {
    if (network.seats != program.seats)
      throw std::invalid_argument("the network has learned a game of another number of seats");
    if (!transfer && network.program_hash != program.hash)
      throw std::invalid_argument("the network has learned another game");
    return network;
  }
};

}  // namespace dd
