// The vocabulary of programs: every number that has a meaning in their bytes, named once for both languages. Numbers
// are part of programs, and so of their hashes and of all that is random in a game: they never change.
#pragma once

#include <cstdint>

#include "game/words.hpp"

namespace dd {

// clang-format off
#define DD_PILES(X)                                                                                            \
  X(kDeck, 0, "deck", "the stock, face down")                                                                  \
  X(kDiscard, 1, "discard", "the discards")                                                                    \
  X(kTableau, 2, "tableau", "the table, face up")                                                              \
  X(kTrick, 3, "trick", "the trick in progress")                                                               \
  X(kAside, 4, "aside", "cards that are out of the deal")                                                      \
  X(kTurned, 5, "turned", "the turned-up card under the stock")                                                \
  X(kHand, 6, "hand", "a seat's hand; this and all below exist once a seat")                                   \
  X(kCapture, 7, "capture_zone", "what a side has captured; it is the pile of the side's first seat")          \
  X(kFront, 8, "front", "cards in front of a seat")                                                            \
  X(kPicked, 9, "picked", "cards of the hand that an unfinished selection has picked")

#define DD_REGISTERS(X)                                                                                        \
  X(kTurns, 0, "turns", "turns begun in the match")                                                            \
  X(kDeals, 1, "deals", "deals finished in the match")                                                         \
  X(kTrump, 2, "trump", "the trump suit, or -1")                                                               \
  X(kNamed, 3, "named", "the suit that was named, or -1")                                                      \
  X(kBroken, 4, "broken", "1 once a card of the breaking suit was played to a trick")                          \
  X(kLastPlayed, 5, "last_played", "the card played last, or -1")                                              \
  X(kLead, 6, "lead", "the card that leads the trick, or -1")                                                  \
  X(kBest, 7, "best", "the best card of the trick so far, or -1")                                              \
  X(kTaken, 8, "taken", "the card taken from the discards in this turn, or -1")                                \
  X(kDrawn, 9, "drawn", "the seat that took the first discard before the first turn, or -1")                   \
  X(kRefused, 10, "refused", "1 while the top discard was refused by everybody")                               \
  X(kClaims, 11, "claims", "claims made in the deal")                                                          \
  X(kTricksPlayed, 12, "tricks_played", "tricks taken in the deal")                                            \
  X(kIdleTurns, 13, "idle_turns", "turns in a row in which nothing changed")                                   \
  X(kSkips, 14, "skips", "seats that the turn will pass over")                                                 \
  X(kRaises, 15, "raises", "raises in the round of betting")                                                   \
  X(kToAct, 16, "to_act", "seats that have yet to act in the round of betting, one bit each")                  \
  X(kEnding, 17, "ending", "not 0: the deal is over; one of ENDINGS")                                          \
  X(kLeadSuit, 18, "lead_suit", "the suit that leads the trick, or -1")                                        \
  X(kLastRaise, 19, "last_raise", "the highest bet or raise of the round of betting")                          \
  X(kDebt, 20, "debt", "cards that are still to be paid as a tribute, or a running total")                     \
  X(kPhaseA, 21, "phase_a", "free for a phase, between choices too; a claim's rank")                           \
  X(kPhaseB, 22, "phase_b", "free for a phase, between choices too; a claim's suit")                           \
  X(kPhaseC, 23, "phase_c", "free for a phase, between choices too")                                           \
  X(kLoopMask, 24, "loop_mask", "seats that a loop over seats has yet to visit")                               \
  X(kActionMask, 25, "action_mask", "the same for the loop of an action inside it")

#define DD_COLUMNS(X)                                                                                          \
  X(kScore, 0, "score", "points of a side in the match; the cell of its first seat")                           \
  X(kChips, 1, "chips", "chips that a seat owns")                                                              \
  X(kBet, 2, "bet", "chips bet in the round of betting; this and all below but bags are of the deal")          \
  X(kContribution, 3, "contribution", "chips paid into the pot")                                               \
  X(kTricks, 4, "tricks", "tricks taken")                                                                      \
  X(kDiscarded, 5, "discarded", "cards that the seat discarded and may draw as many for")                      \
  X(kPoints, 6, "points", "points of a side in the deal")                                                      \
  X(kBid, 7, "bid", "1 + the tricks bid; 0: no bid yet")                                                       \
  X(kBags, 8, "bags", "tricks of a side above its bids in the match; the cell of its first seat") \
  X(kTitle, 9, "title", "the place of a seat in the deal before, from 1; 0: none yet")

#define DD_SEAT_VARIABLES(X)                                                                                   \
  X(kTurnSeat, 0, "turn_seat", "whose turn it is")                                                             \
  X(kDeclarer, 1, "declarer", "who plays the deal against the others, once that is settled")                   \
  X(kDealer, 2, "dealer", "who deals")                                                                         \
  X(kNextSeat, 3, "next_seat", "who has the next turn, if that was decided")                                   \
  X(kLastCapturer, 4, "last_capturer", "who captured last")                                                    \
  X(kDealWinner, 5, "deal_winner", "who won the deal")                                                         \
  X(kTrickWinner, 6, "trick_winner", "who took the last trick")                                                \
  X(kCreditor, 7, "creditor", "who is paid the tribute")                                                       \
  X(kEachSeat, 8, "each_seat", "the seat that a loop is at")                                                   \
  X(kOtherSeat, 9, "other_seat", "an opponent, or whom the phase is about")                                    \
  X(kActionSeat, 10, "action_seat", "the seat that the loop of an action is at")                               \
  X(kSpareSeat, 11, "spare_seat", "free between two choices")                                                  \
  X(kStartSeat, 12, "start_seat", "who began the phase; in a trick, who wins it so far")                       \
  X(kSideSeat, 13, "side_seat", "the first seat of the side that is being scored")                             \
  X(kPreviousSeat, 14, "previous_seat", "the opponent before a seat")

#define DD_MASKS(X)                                                                                            \
  X(kInPlay, 0, "in_play", "not out, and not folded")                                                          \
  X(kNotOut, 1, "not_out", "still in the match")                                                               \
  X(kPlayingWithCards, 2, "playing_with_cards", "in play, with cards in hand")                                 \
  X(kPlayingWithChips, 3, "playing_with_chips", "in play, with chips")                                         \
  X(kNotOutWithCards, 4, "not_out_with_cards", "not out, with cards in hand")                                  \
  X(kWithoutChips, 5, "without_chips", "not out, without chips")                                               \
  X(kWithoutCards, 6, "without_cards", "not out, without cards")                                               \
  X(kPlayingWithoutCards, 7, "playing_without_cards", "in play, without cards")                                \
  X(kOfMask, 8, "of_mask", "for SEATS alone: those that the register holds already")

#define DD_WAYS(X)                                                                                             \
  X(kLeft, 0, "left", "to the next seat, whatever the direction of play")                                      \
  X(kForward, 1, "forward", "in the direction of play")                                                        \
  X(kRight, 2, "right", "to the seat before")

#define DD_OPERATORS(X)                                                                                        \
  X(kEqual, 0, "==", "equal")                                                                                  \
  X(kUnequal, 1, "!=", "not equal")                                                                            \
  X(kLess, 2, "<", "less")                                                                                     \
  X(kMore, 3, ">", "more")                                                                                     \
  X(kAtMost, 4, "<=", "less or equal")                                                                         \
  X(kAtLeast, 5, ">=", "more or equal")

#define DD_RANKINGS(X)                                                                                         \
  X(kHighScore, 0, "high_score", "the highest score")                                                          \
  X(kLowScore, 1, "low_score", "the lowest score")                                                             \
  X(kMostCaptured, 2, "most_captured", "the most captured cards")                                              \
  X(kMostChips, 3, "most_chips", "the most chips")                                                             \
  X(kFewestCards, 4, "fewest_cards", "the fewest cards in hand")                                               \
  X(kBestHand, 5, "best_hand", "the best poker hand of those in play")                                         \
  X(kLastStanding, 6, "last_standing", "the only side in play; no answer while there are two")                 \
  X(kNoCardsLeft, 7, "no_cards_left", "all sides without cards, if another has some")                          \
  X(kNoRanking, 15, "none", "in the head of a program: no ranking decides")

#define DD_MEASURES(X)                                                                                         \
  X(kScoreMeasure, 0, "score", "the score, compared with the highest of the others")                           \
  X(kCapturedMeasure, 2, "captured", "captured cards of a set, the constant of that number")                   \
  X(kPrimeMeasure, 3, "prime", "the prime count by the table of that number")                                  \
  X(kTricksMeasure, 4, "tricks", "tricks of the side")

#define DD_LIKENESSES(X)                                                                                       \
  X(kSameRank, 0, "rank", "of the same rank")                                                                  \
  X(kSameSuit, 1, "suit", "of the same suit")                                                                  \
  X(kSameColor, 2, "color", "of the same colour")                                                              \
  X(kNothingIsLikeAll, 4, "or_everything", "added: no card at all is like every card")

#define DD_TOP_LIKENESSES(X)                                                                                   \
  X(kLikeRank, 1, "rank", "of the same rank")                                                                  \
  X(kLikeSuit, 2, "suit", "of the same suit")                                                                  \
  X(kLikeColor, 4, "color", "of the same colour")                                                              \
  X(kLikeNamed, 8, "named", "added: a suit that was named stands for the card's")                              \
  X(kKeep, 16, "keep", "added: what the set holds already stays in it")

#define DD_NEIGHBOURS(X)                                                                                       \
  X(kStronger, 1, "up", "one step stronger")                                                                   \
  X(kWeaker, 2, "down", "one step weaker")                                                                     \
  X(kEitherWay, 3, "either", "one step stronger or weaker")

#define DD_GROUPS(X)                                                                                           \
  X(kRankGroup, 0, "rank", "cards of one rank")                                                                \
  X(kRunGroup, 1, "run", "consecutive cards of a suit")                                                        \
  X(kRankColorGroup, 2, "rank_color", "cards of one rank and colour")

#define DD_PAIRS(X)                                                                                            \
  X(kRankPairs, 0, "rank", "two cards of one rank")                                                            \
  X(kRankColorPairs, 1, "rank_color", "two cards of one rank and colour")

#define DD_PICKS(X)                                                                                            \
  X(kPickAny, 0, "none", "any of the candidates")                                                              \
  X(kPickSet, 1, "set", "candidates of one rank")                                                              \
  X(kPickRun, 2, "run", "consecutive candidates of a suit")                                                    \
  X(kPickCapped, 4, "capped", "added: the least number of cards is at most that of the candidates")            \
  X(kPickOptional, 8, "optional", "added: one may pass instead of picking the first card")

#define DD_CONTINUATIONS(X)                                                                                    \
  X(kNewChoice, 0, "never", "a choice of its own")                                                             \
  X(kIfPicked, 1, "if_picked", "goes on with a selection if cards are picked")                                 \
  X(kGoesOn, 2, "always", "goes on with a selection")

#define DD_BEATS(X)                                                                                            \
  X(kHighWins, 1, "high_wins", "the stronger card wins, not the weaker")                                       \
  X(kTrumpSuit, 4, "trump", "times 0: no trumps; 1 to 4: this suit; 5: the deal's trump")                      \
  X(kMustFollow, 32, "must_follow", "who does not follow suit has shown that it cannot")                       \
  X(kBySuit, 64, "by_suit", "of BEATBY alone: of equal trumps the suit decides, whichever is trumps")

#define DD_EVALUATORS(X)                                                                                       \
  X(kPokerHands, 0, "poker_5card", "the best poker hand")                                                           \
  X(kHighCards, 1, "high_card", "the highest card, then the next")                                              \
  X(kCardTotals, 2, "card_total", "the highest sum of values")                                                  \
  X(kSuitTotals, 3, "suit_total", "the highest sum of values of cards of one suit")                             \
  X(kWithTable, 4, "with_table", "added: the cards on the table count as part of every hand")

#define DD_BET_SIZES(X)                                                                                        \
  X(kNoBet, 0, "none", "no bet in this place")                                                                 \
  X(kMinBet, 1, "min", "the least bet or raise")                                                               \
  X(kDoubleBet, 2, "double", "twice the least")                                                                \
  X(kHalfPot, 3, "half_pot", "half the pot")                                                                   \
  X(kWholePot, 4, "pot", "the pot")                                                                            \
  X(kAllChips, 5, "all_in", "all chips")

#define DD_MOVES(X)                                                                                            \
  X(kFirstSuit, 64, "suit", "the first of four: name a suit; below are the cards")                             \
  X(kFirstRank, 68, "rank", "the first of thirteen: name a rank")                                              \
  X(kFirstSeat, 84, "seat", "the first of eight: name a seat")                                                 \
  X(kFirstNumber, 92, "number", "the first of 64: name a number")                                              \
  X(kPass, 160, "pass", "do nothing")                                                                          \
  X(kDone, 161, "done", "end a selection")                                                                     \
  X(kDraw, 162, "draw", "draw a card")                                                                         \
  X(kTake, 163, "take", "take cards that lie open")                                                            \
  X(kFlip, 164, "flip", "turn up a card")                                                                      \
  X(kKnock, 165, "knock", "knock")                                                                             \
  X(kChallenge, 166, "challenge", "doubt a claim")                                                             \
  X(kAccept, 167, "accept", "believe a claim")                                                                 \
  X(kCheck, 168, "check", "bet nothing")                                                                       \
  X(kCall, 169, "call", "pay as much as the highest bet")                                                      \
  X(kFold, 170, "fold", "leave the deal")                                                                      \
  X(kAllIn, 171, "all_in", "bet all chips")                                                                    \
  X(kDoubled, 172, "double", "double what is at stake")                                                        \
  X(kRedoubled, 173, "redouble", "double it again")                                                            \
  X(kFirstBet, 176, "bet", "the first of eight: bet the size in that place")                                   \
  X(kFirstRaise, 184, "raise", "the first of eight: raise by the size in that place")

#define DD_ENDINGS(X)                                                                                          \
  X(kNone, 0, "running", "the game goes on")                                                                   \
  X(kDecided, 1, "decided", "somebody won")                                                                    \
  X(kDraw, 2, "draw", "nobody won, or everybody")                                                              \
  X(kTurnLimit, 3, "turn_limit", "the last turn there may be was played")                                      \
  X(kStalemate, 4, "stalemate", "nothing changed for a round, or nobody could move")                           \
  X(kRunaway, 5, "runaway", "a limit of the machine stopped it")                                               \
  X(kDealLimit, 6, "deal_limit", "the last deal there may be was played")

#define DD_PROGRAM_FLAGS(X)                                                                                    \
  X(kQueueHands, 1, "queue_hands", "hands are queues: cards enter at the bottom")                              \
  X(kHiddenHands, 2, "hidden_hands", "nobody sees a hand, not even its owner")                                 \
  X(kOpenHands, 4, "open_hands", "everybody sees all hands")                                                   \
  X(kHiddenDiscards, 8, "hidden_discards", "discards lie face down")                                           \
  X(kOpenFronts, 16, "open_fronts", "cards in front of a seat lie face up: they are its own discards")

#define DD_GOALS(X)                                                                                            \
  X(kGoalSheds, 16, "sheds", "the first with an empty hand wins the deal; added to one of RANKINGS")           \
  X(kGoalCollects, 32, "collects", "whoever has all the cards wins")                                           \
  X(kGoalChips, 64, "chips", "payoffs are the chips won")

#define DD_LIMITS(X)                                                                                           \
  X(kRegisters, 33, "registers", "int registers")                                                              \
  X(kFirstTemporary, 26, "first_temporary", "int registers from this one on are forgotten at every choice")    \
  X(kSets, 8, "sets", "set registers, all forgotten at every choice")                                          \
  X(kSeatVariables, 16, "seat_variables", "seat variables")                                                    \
  X(kPiles, 40, "piles", "piles of a table")                                                                   \
  X(kFirstSeatPile, 8, "first_seat_pile", "the piles of each seat begin here, eight of a kind")                \
  X(kMaxCode, 8192, "code", "instructions of a program")                                                       \
  X(kNoSeat, 255, "nobody", "in a seat variable: no seat")                                                     \
  X(kByDealWinner, 255, "by_deal_winner", "in the record of a game: the winner of the deal decided it")

// The enumeration of a list, and its words for Python. `Of` is `enum` or `enum class`.
#define DD_DEFINE(Of, Name, LIST)                   \
  Of Name : std::uint8_t { LIST(DD_CONSTANT) }; \
  inline constexpr Word k##Name##Words[] = {LIST(DD_WORD)};

DD_DEFINE(enum, PileKind, DD_PILES)
DD_DEFINE(enum, Register, DD_REGISTERS)
DD_DEFINE(enum, Column, DD_COLUMNS)
DD_DEFINE(enum, SeatVariable, DD_SEAT_VARIABLES)
DD_DEFINE(enum, MaskMode, DD_MASKS)
DD_DEFINE(enum, Way, DD_WAYS)
DD_DEFINE(enum, Comparison, DD_OPERATORS)
DD_DEFINE(enum, Ranking, DD_RANKINGS)
DD_DEFINE(enum, Measure, DD_MEASURES)
DD_DEFINE(enum, Likeness, DD_LIKENESSES)
DD_DEFINE(enum, TopLikeness, DD_TOP_LIKENESSES)
DD_DEFINE(enum, Neighbour, DD_NEIGHBOURS)
DD_DEFINE(enum, GroupKind, DD_GROUPS)
DD_DEFINE(enum, PairKind, DD_PAIRS)
DD_DEFINE(enum, PickMode, DD_PICKS)
DD_DEFINE(enum, Continuation, DD_CONTINUATIONS)
DD_DEFINE(enum, BeatFlag, DD_BEATS)
DD_DEFINE(enum, Evaluator, DD_EVALUATORS)
DD_DEFINE(enum, BetSize, DD_BET_SIZES)
DD_DEFINE(enum, MoveNumber, DD_MOVES)
DD_DEFINE(enum class, Ending, DD_ENDINGS)
DD_DEFINE(enum, ProgramFlag, DD_PROGRAM_FLAGS)
DD_DEFINE(enum, GoalFlag, DD_GOALS)

#define DD_NUMBER(constant, number, word, note) inline constexpr int constant = number;
DD_LIMITS(DD_NUMBER)
#undef DD_NUMBER
inline constexpr Word kLimitWords[] = {DD_LIMITS(DD_WORD)};
// clang-format on

inline constexpr int kPileKinds = DD_PILES(DD_ONE);
inline constexpr int kColumns = DD_COLUMNS(DD_ONE);
inline constexpr int kEveryOperator = DD_OPERATORS(DD_ONE);

inline constexpr WordGroup kVocabulary[] = {
    {"PILES", "kinds of piles; an operand `p` has the kind in its low four bits and above them a seat variable",
     kPileKindWords},
    {"REGISTERS", "int registers that keep their numbers between choices", kRegisterWords},
    {"COLUMNS", "one number a seat", kColumnWords},
    {"SEATS", "seat variables", kSeatVariableWords},
    {"MASKS", "which seats: of STEP, RANDOMV, MASK, SEATS, JNONE and JANY", kMaskModeWords},
    {"WAYS", "which way around the table: of EACH, and times 16 of STEP and SEATS", kWayWords},
    {"OPERATORS", "comparisons: of JCMPR, SSTRONG, and times 8 of RIVALS", kComparisonWords},
    {"RANKINGS", "who wins: of RANK, and of the goal in the head of a program", kRankingWords},
    {"MEASURES", "what RIVALS compares", kMeasureWords},
    {"LIKENESSES", "of SLIKE", kLikenessWords},
    {"TOP_LIKENESSES", "of STOPLIKE, to be added", kTopLikenessWords},
    {"NEIGHBOURS", "of SNEXT and SBESIDE", kNeighbourWords},
    {"GROUPS", "of SGROUP", kGroupKindWords},
    {"PAIRS", "of SPAIRS", kPairKindWords},
    {"PICKS", "of SELECT and PICKS", kPickModeWords},
    {"CONTINUATIONS", "whether a choice goes on with a selection: of ASK, ASKHAND, ASKC and ASKM", kContinuationWords},
    {"BEATS", "of BEAT, to be added", kBeatFlagWords},
    {"EVALUATORS", "of SHOWDOWN and HANDRANK", kEvaluatorWords},
    {"BET_SIZES", "sizes of bets, three bits each in the second constant of BETS", kBetSizeWords},
    {"MOVES", "moves (docs/genome.md, section 3)", kMoveNumberWords},
    {"ENDINGS", "how a game ended", kEndingWords},
    {"PROGRAM_FLAGS", "flags in the head of a program, to be added", kProgramFlagWords},
    {"GOALS", "what players should know of the goal, in the head of a program, to be added", kGoalFlagWords},
    {"LIMITS", "how many there are of what", kLimitWords},
};

}  // namespace dd
