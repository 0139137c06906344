// Numbers that both languages know by name. A group of them is written once, as a macro that lists
// X(constant, number, "word", "what it means"): the enumeration and the dictionary that Python sees are made of it.
#pragma once

#include <span>

namespace dd {

struct Word {
  const char* word;
  int number;
  const char* note;
};

// Python sees a dictionary of this name, word → number.
struct WordGroup {
  const char* name;
  const char* note;  // what the numbers are for
  std::span<const Word> words;
};

// For an enumeration: its constants.
#define DD_CONSTANT(constant, number, word, note) constant = number,
// For an array of Word.
#define DD_WORD(constant, number, word, note) {word, number, note},
// For a count.
#define DD_ONE(constant, number, word, note) +1

}  // namespace dd
