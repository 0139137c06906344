// Names the instruction set a translation unit is compiled for, so that its inline functions keep symbols of their own.
#pragma once

#ifndef DD_ISA
#define DD_ISA baseline
#endif

// The VM's loop is one function, and its registers are few: what it does at every ply is part of it, what it does
// seldom or for long is called.
#define DD_INLINE [[gnu::always_inline]]
#define DD_OUTLINE [[gnu::noinline]]
#define DD_INLINE_LAMBDA __attribute__((always_inline))  // behind its parameters

// Declared inline here, before any header names it as one of several.
namespace dd {
inline namespace DD_ISA {}
}  // namespace dd
