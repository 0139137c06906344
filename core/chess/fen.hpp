// Positions and moves as text: FEN with X-FEN castling, and the moves of the UCI protocol.
#pragma once

#include <string>
#include <string_view>

#include "chess/moves/board.hpp"

namespace dd::chess {

inline constexpr std::string_view kStartFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// Reads a position. False: it is none, and `error` says why in one line; the board is then undefined. The two clocks
// may be left out. An en passant square at which nothing can be taken is read and forgotten.
bool parse_fen(std::string_view text, Board& board, std::string& error);

std::string format_fen(const Board& board);

// e2e4, e7e8q; castling as the king's two steps (e1g1), or as king takes rook (e1h1) for Chess960.
std::string format_move(Move move, bool chess960);

// Castling rights that only Chess960 knows: a king or a rook elsewhere than in the usual game.
bool needs_chess960(const Board& board);

}  // namespace dd::chess
