#include "chess/fen.hpp"

#include <array>
#include <cstring>

#include "chess/moves/attacks.hpp"
#include "chess/moves/make.hpp"

namespace dd::chess {
namespace {

constexpr std::string_view kLetters = "pnbrqk";
constexpr std::size_t kLongest = 128;  // of a FEN; real ones stay below 100
constexpr unsigned kMostPlies = 30000, kMostMoves = 30000;

std::string square_name(Square square) {
  return {static_cast<char>('a' + (square & 7)), static_cast<char>('1' + (square >> 3))};
}

std::string side_name(Side side) { return side == kWhite ? "White" : "Black"; }

// A piece of foreign text for an error message: short, and without signs that could disturb a terminal.
std::string quoted(std::string_view text) {
  std::string shown = "'";
  for (const char sign : text.substr(0, 20)) shown += sign >= ' ' && sign <= '~' ? sign : '?';
  return shown + (text.size() > 20 ? "…'" : "'");
}

// Reads one FEN; each step throws the complaint.
class Reader {
 public:
  // The order matters: what is read later is checked against what stands already. Rights need kings and rooks, en
  // passant needs the side to move, and whether a king could be taken needs all of it.
  Board read(std::string_view text) {
    if (text.size() > kLongest) throw std::string("a FEN is shorter than 128 letters, this text is longer");
    split(text);
    if (fields_ == 0) throw std::string("the FEN is empty");
    if (fields_ < 4)
      throw "a FEN has 4 to 6 fields (pieces, side, castling, en passant, clocks), this has " + std::to_string(fields_);
    if (fields_ > 6) throw std::string("a FEN has at most 6 fields");
    read_pieces(field_[0]);
    check_pieces();
    read_side(field_[1]);
    read_castling(field_[2]);
    read_en_passant(field_[3]);
    board_.quiet_plies = read_number(4, 0, kMostPlies, "the half-move clock");
    board_.move_number = read_number(5, 1, kMostMoves, "the move number");
    if (board_.move_number == 0) board_.move_number = 1;
    if (checkers(board_, other(board_.to_move)) != 0)
      throw side_name(board_.to_move) + " is to move and could take the king";
    set_key();
    return board_;
  }

 private:
  // Fields beyond the sixth are counted, so that they can be complained about, but not kept.
  void split(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t begin = text.find_first_not_of(" \t\r\n", at);
      if (begin == std::string_view::npos) return;
      at = std::min(text.find_first_of(" \t\r\n", begin), text.size());
      if (fields_ < 6) field_[static_cast<std::size_t>(fields_)] = text.substr(begin, at - begin);
      ++fields_;
    }
  }

  // Ranks from the eighth down, files from a to h; a digit stands for so many empty squares.
  void read_pieces(std::string_view field) {
    int rank = 7, file = 0;
    bool after_digit = false;
    const auto end_rank = [&] {
      if (file != 8) throw "rank " + std::to_string(rank + 1) + " has " + std::to_string(file) + " files instead of 8";
    };
    for (const char sign : field) {
      const bool is_digit = sign >= '1' && sign <= '8';
      if (sign == '/') {
        end_rank();
        if (rank == 0) throw std::string("the board has more than 8 ranks");
        --rank, file = 0;
      } else if (is_digit) {
        if (after_digit) throw "rank " + std::to_string(rank + 1) + " has two numbers in a row";
        file += sign - '0';
      } else {
        put_piece(sign, file, rank);
        ++file;
      }
      after_digit = is_digit;
      if (file > 8) throw "rank " + std::to_string(rank + 1) + " has more than 8 files";
    }
    end_rank();
    if (rank != 0) throw "the board has " + std::to_string(8 - rank) + " ranks instead of 8";
  }

  void put_piece(char sign, int file, int rank) {
    const bool is_white = sign >= 'A' && sign <= 'Z';
    const std::size_t kind = kLetters.find(is_white ? static_cast<char>(sign - 'A' + 'a') : sign);
    if (kind == std::string_view::npos) throw quoted({&sign, 1}) + " is no piece";
    if (file > 7) return;  // complained about by the caller
    board_.kind[kind] |= bit(rank * 8 + file);
    board_.side[is_white ? kWhite : kBlack] |= bit(rank * 8 + file);
  }

  // What the move generator relies on: one king a side, and at most sixteen pieces, so that its list has room.
  void check_pieces() const {
    for (const Side side : {kWhite, kBlack}) {
      const int kings = count(pieces(board_, side, kKing));
      if (kings != 1) throw side_name(side) + " has " + std::to_string(kings) + " kings instead of 1";
      if (count(board_.side[side]) > 16) throw side_name(side) + " has more than 16 pieces";
      if (count(pieces(board_, side, kPawn)) > 8) throw side_name(side) + " has more than 8 pawns";
    }
    if (lookup.king[king_of(board_, kWhite)] & board_.kind[kKing]) throw std::string("the kings stand side by side");
    if (board_.kind[kPawn] & (kRank1 | kRank8)) throw std::string("a pawn stands on the first or last rank");
  }

  void read_side(std::string_view field) {
    if (field != "w" && field != "b") throw "the side to move is w or b, not " + quoted(field);
    board_.to_move = field == "w" ? kWhite : kBlack;
  }

  // A right without king and rook at home is dropped. K and Q mean the outermost rook on that side of the king; a
  // file's letter means the rook there.
  void read_castling(std::string_view field) {
    if (field == "-") return;
    for (const char sign : field) {
      const bool is_white = sign >= 'A' && sign <= 'Z';
      const char letter = is_white ? static_cast<char>(sign - 'A' + 'a') : sign;
      const Side side = is_white ? kWhite : kBlack;
      if (letter != 'k' && letter != 'q' && (letter < 'a' || letter > 'h'))
        throw quoted({&sign, 1}) + " is no castling right (KQkq, a file's letter, or - for none)";
      const Bitboard rook = castling_rook(side, letter);
      const int home = side == kWhite ? 0 : 7;
      if (rook == 0 || king_of(board_, side) >> 3 != home) continue;  // superfluous, as others write them
      if (board_.castling & rook) throw "castling right " + quoted({&sign, 1}) + " is given twice";
      const bool left = rook < pieces(board_, side, kKing);
      for (Bitboard others = board_.castling & board_.side[side]; others != 0; others &= others - 1)
        if ((bit(first(others)) < pieces(board_, side, kKing)) == left)
          throw side_name(side) + " has two castling rights on one side of the king";
      board_.castling |= rook;
    }
  }

  // The rook that a letter means, or 0. With one bit for the king, `king - 1` is all squares before it.
  Bitboard castling_rook(Side side, char letter) const {
    const Bitboard home = kRank1 << (side == kWhite ? 0 : 56);
    const Bitboard rooks = pieces(board_, side, kRook) & home, king = pieces(board_, side, kKing);
    const Bitboard left = rooks & (king - 1), right = rooks & ~(king | (king - 1));
    if (letter == 'k') return right == 0 ? 0 : bit(63 - std::countl_zero(right));
    if (letter == 'q') return left & (~left + 1);
    return rooks & (kFileA << (letter - 'a'));
  }

  // Square and pawn must fit a double step just made. The right is kept only where it can be used, so that equal
  // positions have equal keys.
  void read_en_passant(std::string_view field) {
    board_.en_passant = kNoSquare;
    if (field == "-") return;
    if (field.size() != 2 || field[0] < 'a' || field[0] > 'h' || field[1] < '1' || field[1] > '8')
      throw quoted(field) + " is no en passant square";
    const Square target = (field[0] - 'a') + 8 * (field[1] - '1');
    const bool white = board_.to_move == kWhite;
    const Square origin = white ? target + 8 : target - 8, pawn = white ? target - 8 : target + 8;
    if (target >> 3 != (white ? 5 : 2))
      throw "en passant is impossible on " + square_name(target) + " with " + side_name(board_.to_move) + " to move";
    if (occupied(board_) & (bit(target) | bit(origin)) || !(pieces(board_, other(board_.to_move), kPawn) & bit(pawn)))
      throw "en passant is impossible on " + square_name(target) + ": no pawn can just have passed it";
    if (white)
      offer_en_passant<kBlack>(board_, pawn);
    else
      offer_en_passant<kWhite>(board_, pawn);
  }

  // Missing clocks are allowed. Six digits at most are read, so that the number cannot overflow.
  std::uint16_t read_number(int field, unsigned missing, unsigned most, const char* what) const {
    if (fields_ <= field) return static_cast<std::uint16_t>(missing);
    const std::string_view text = field_[static_cast<std::size_t>(field)];
    unsigned number = 0;
    for (const char sign : text) {
      if (sign < '0' || sign > '9' || text.size() > 6)
        throw std::string(what) + " is a number up to " + std::to_string(most) + ", not " + quoted(text);
      number = number * 10 + static_cast<unsigned>(sign - '0');
    }
    if (number > most) throw std::string(what) + " is at most " + std::to_string(most) + ", not " + quoted(text);
    return static_cast<std::uint16_t>(number);
  }

  // From nothing; `make` changes it step by step and must arrive at the same.
  void set_key() {
    for (const Side side : {kWhite, kBlack})
      for (int kind = 0; kind < kKinds; ++kind)
        for (Bitboard rest = board_.side[side] & board_.kind[kind]; rest != 0;)
          toggle_piece(board_.key, side, kind, take_first(rest));
    toggle_castling(board_.key, board_.castling);
    toggle_en_passant(board_.key, board_.en_passant);
    if (board_.to_move == kBlack) toggle_side(board_.key);
  }

  Board board_{};
  std::array<std::string_view, 6> field_;
  int fields_ = 0;
};

// The first field: as `read_pieces` reads it.
std::string format_pieces(const Board& board) {
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    int empty = 0;
    for (int file = 0; file < 8; ++file) {
      const Square at = rank * 8 + file;
      if ((occupied(board) >> at & 1) == 0) {
        ++empty;
        continue;
      }
      if (empty > 0) text += static_cast<char>('0' + empty);
      empty = 0;
      const char letter = kLetters[static_cast<std::size_t>(kind_at(board, at))];
      text += board.side[kWhite] >> at & 1 ? static_cast<char>(letter - 'a' + 'A') : letter;
    }
    if (empty > 0) text += static_cast<char>('0' + empty);
    if (rank > 0) text += '/';
  }
  return text;
}

// K, Q or, where another rook stands further out, the letter of the rook's file.
char castling_letter(const Board& board, Side side, Square rook) {
  const Bitboard home = pieces(board, side, kRook) & (kRank1 << (side == kWhite ? 0 : 56));
  const bool is_right = rook > king_of(board, side);
  const Bitboard beyond = is_right ? home & ~(bit(rook) | (bit(rook) - 1)) : home & (bit(rook) - 1);
  const char letter = beyond != 0 ? static_cast<char>('a' + (rook & 7)) : is_right ? 'k' : 'q';
  return side == kWhite ? static_cast<char>(letter - 'a' + 'A') : letter;
}

// White first, and the king's side before the queen's: the order in which everybody writes them.
std::string format_castling(const Board& board) {
  std::string text;
  for (const Side side : {kWhite, kBlack})
    for (int file = 7; file >= 0; --file) {
      const Square rook = file + (side == kWhite ? 0 : 56);
      if (board.castling >> rook & 1) text += castling_letter(board, side, rook);
    }
  return text.empty() ? "-" : text;
}

}  // namespace

// The tables of attacks are made on first use, and every position begins as text.
bool parse_fen(std::string_view text, Board& board, std::string& error) {
  prepare_lookup();
  try {
    board = Reader().read(text);
  } catch (const std::string& complaint) {
    error = complaint;
    return false;
  }
  return true;
}

std::string format_fen(const Board& board) {
  return format_pieces(board) + (board.to_move == kWhite ? " w " : " b ") + format_castling(board) + " " +
         (board.en_passant == kNoSquare ? "-" : square_name(board.en_passant)) + " " +
         std::to_string(board.quiet_plies) + " " + std::to_string(board.move_number);
}

// Castling is stored as the king taking its own rook, which is how Chess960 writes it. Elsewhere the king's target is
// written.
std::string format_move(Move move, bool chess960) {
  const Square from = from_of(move), to = to_of(move);
  const bool steps = flag_of(move) == kCastle && !chess960;
  std::string text = square_name(from) + square_name(steps ? castled_king(to, from) : to);
  if (is_promotion(move)) text += kLetters[promotion_of(move)];
  return text;
}

// Whether somebody may castle from squares that plain chess does not know.
bool needs_chess960(const Board& board) {
  for (const Side side : {kWhite, kBlack}) {
    const Bitboard rooks = board.castling & board.side[side];
    if (rooks != 0 && ((rooks & ~(kFileA | kFileH)) != 0 || (king_of(board, side) & 7) != 4)) return true;
  }
  return false;
}

}  // namespace dd::chess
