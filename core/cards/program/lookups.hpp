// What the machine looks up: found once, when a program is loaded, and not at every card that is moved or compared.
#pragma once

#include "cards/program/program.hpp"

namespace dd {

// Fills in all of a verified program that follows from its bytes, but for its features and fused ops.
void list_lookups(Program& program);

}  // namespace dd
