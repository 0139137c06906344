// Loading: bytes to a verified Program. It refuses anything the machine could not run safely.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "cards/program/program.hpp"

namespace dd {

// Decodes and verifies; on failure returns false and says why in one line.
bool load_program(const std::uint8_t* bytes, std::size_t size, Program& program, std::string& error);

}  // namespace dd
